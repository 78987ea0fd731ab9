"""What only engine `gazebo` could get wrong. What every engine must do is in test_simulator_suite.py."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from gazebo_bindings import require_gazebo

from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_DOF, ROOT_JOINTS
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engines import create_engine
from biped_control.simulation.gazebo_model import gazebo_urdf
from biped_control.simulation.sdf_world import PHYSICS, step_nanoseconds, world_sdf
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Push, Simulator
from biped_control.simulation.terrain import FLAT

Wrench = tuple[str, FloatArray, FloatArray]
Balance = Callable[[State], FloatArray]
NANOSECOND = 1e-9


@pytest.fixture(autouse=True)
def _installed() -> None:
    require_gazebo()


@pytest.fixture
def gazebo(robot: RobotModel) -> Simulator:
    return create_engine("gazebo", robot)


def _raised(state: State, height: float) -> State:
    q = state.q.copy()
    q[2] += height
    return State(q, state.v)


def test_a_tick_is_its_number_of_steps_and_no_more(
    gazebo: Simulator, robot: RobotModel, standing: State
) -> None:
    settings = EngineSettings()
    state = gazebo.reset(_raised(standing, 5.0)).state
    for tick in range(1, 13):
        state = gazebo.step(np.zeros(robot.nu)).state
        steps = tick * settings.substeps
        seconds = steps * step_nanoseconds(settings.physics_rate_hz) * NANOSECOND
        assert state.v[2] == pytest.approx(-GRAVITY * seconds, rel=1e-9)


def test_positions_follow_from_velocities(gazebo: Simulator, robot: RobotModel, standing: State) -> None:
    from biped_control.simulation.gazebo import states_between

    step = step_nanoseconds(EngineSettings().physics_rate_hz) * NANOSECOND
    state = gazebo.reset(standing).state
    draw = np.random.default_rng(2)
    for _ in range(20):  # falls, with its feet on the ground
        before, state = state, gazebo.step(20.0 * draw.standard_normal(robot.nu)).state
        velocities = gazebo._world.velocities  # type: ignore[attr-defined]
        made = states_between(before, velocities, step)
        np.testing.assert_allclose(made[-1].q, state.q, rtol=0.0, atol=1e-12)
        np.testing.assert_array_equal(made[-1].v, state.v)


def test_in_the_air_it_moves_as_dart_does(gazebo: Simulator, robot: RobotModel, standing: State) -> None:
    """The torque of each tick from its first step to its last: a step more or less is a tenth of it."""
    draw = np.random.default_rng(1)
    start = State(_raised(standing, 5.0).q, 0.3 * draw.standard_normal(robot.nv))
    dart = create_engine("dart", robot)
    gazebo.reset(start)
    dart.reset(start)
    for _ in range(6):
        torques = 5.0 * draw.standard_normal(robot.nu)
        ours, theirs = gazebo.step(torques).state, dart.step(torques).state
        np.testing.assert_allclose(ours.q, theirs.q, atol=1e-5)
        np.testing.assert_allclose(ours.v, theirs.v, atol=1e-3)


@pytest.mark.parametrize("body", ["torso", "head"])  # the head is welded to the torso
def test_a_push_does_what_it_does_in_dart(
    body: str, gazebo: Simulator, robot: RobotModel, standing: State
) -> None:
    start = _raised(standing, 5.0)
    dart = create_engine("dart", robot)
    gazebo.reset(start)
    dart.reset(start)
    for engine in (gazebo, dart):
        engine.push(Push(body, np.array([60.0, -30.0, 10.0]), ticks=2))
    for _ in range(4):
        ours, theirs = gazebo.step(np.zeros(robot.nu)).state, dart.step(np.zeros(robot.nu)).state
    pushed = np.abs(theirs.v[:ROOT_DOF]).max()
    np.testing.assert_allclose(ours.v, theirs.v, atol=2e-3 * pushed)


def test_ground_forces_carry_the_robot(
    gazebo: Simulator, robot: RobotModel, standing: State, balance: Balance
) -> None:
    seen = gazebo.reset(standing)
    for _ in range(60):
        seen = gazebo.step(balance(seen.state))
    assert seen.contact_forces[:, 2].sum() == pytest.approx(robot.mass * GRAVITY, rel=0.02)
    np.testing.assert_allclose(seen.contact_points[:, 2], 0.0, atol=2e-3)


def test_two_servers_at_once_do_not_disturb_each_other(
    gazebo: Simulator, robot: RobotModel, standing: State, balance: Balance
) -> None:
    other = create_engine("gazebo", robot)
    ours, theirs = gazebo.reset(standing).state, other.reset(standing).state
    for _ in range(5):
        ours, theirs = gazebo.step(balance(ours)).state, other.step(balance(theirs)).state
        np.testing.assert_array_equal(ours.q, theirs.q)
        np.testing.assert_array_equal(ours.v, theirs.v)


def test_absurd_torques_end_the_run_and_not_the_process(
    gazebo: Simulator, robot: RobotModel, standing: State
) -> None:
    def spin() -> None:
        for _ in range(100):
            gazebo.step(np.full(robot.nu, 1e7))

    gazebo.reset(standing)
    with pytest.raises(EngineError, match="diverged"):
        spin()
    with pytest.raises(EngineError, match="diverged"):
        gazebo.step(np.zeros(robot.nu))
    gazebo.reset(standing)
    assert np.isfinite(gazebo.step(np.zeros(robot.nu)).state.q).all()


def test_ctrl_c_still_reaches_python(gazebo: Simulator, standing: State) -> None:
    gazebo.reset(standing)
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_within_a_physics_step_ends_the_run_and_not_the_process(
    robot: RobotModel, standing: State
) -> None:
    from biped_control.simulation.gazebo_world import GazeboWorld

    class Interrupted(list[Wrench]):
        def __iter__(self) -> Iterator[Wrench]:
            raise KeyboardInterrupt

    sdf = world_sdf(FLAT, 1200.0, 1.0, (PHYSICS,), Path("robot.urdf"))
    names = (*ROOT_JOINTS, *robot.joint_names)
    world = GazeboWorld(sdf, gazebo_urdf(robot.urdf, 1.0), names, standing)
    with pytest.raises(KeyboardInterrupt):
        world.advance(2, np.zeros(robot.nv), Interrupted())
