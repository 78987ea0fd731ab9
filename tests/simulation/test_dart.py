"""What only the DART engine has: quiet falls, stops at the joint limits, its own kinds of misuse."""

from collections.abc import Callable

import numpy as np
import pytest

from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.dart import DartSimulator
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.terrain_shapes import repeated_ledges


@pytest.fixture
def engine(robot: RobotModel) -> DartSimulator:
    return DartSimulator(robot, EngineSettings())


def test_step_needs_a_state(engine: DartSimulator, robot: RobotModel) -> None:
    with pytest.raises(EngineError, match="call reset first"):
        engine.step(np.zeros(robot.nu))


def test_closed_engine_says_so(engine: DartSimulator, robot: RobotModel, standing: State) -> None:
    engine.reset(standing)
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.step(np.zeros(robot.nu))
    with pytest.raises(EngineError, match="closed"):
        engine.reset(standing)


def test_fall_stays_on_the_ground_and_prints_nothing(
    engine: DartSimulator, robot: RobotModel, standing: State, capfd: pytest.CaptureFixture[str]
) -> None:
    leaning = State(standing.q, np.eye(robot.nv)[0] * 1.0)
    observation = engine.reset(leaning)
    for _ in range(240):
        observation = engine.step(np.zeros(robot.nu))
    assert observation.state.q[2] < 0.5
    assert observation.contact_points[:, 2].min() > -0.02
    assert np.abs(observation.state.q[ROOT_DOF:]).max() < 3.5
    assert capfd.readouterr() == ("", "")


def test_divergence_stops_the_run_until_reset(
    engine: DartSimulator, robot: RobotModel, standing: State, capfd: pytest.CaptureFixture[str]
) -> None:
    absurd = State(standing.q, np.eye(robot.nv)[0] * 2e3)
    engine.reset(absurd)
    with pytest.raises(EngineError, match="diverged"):
        engine.step(np.zeros(robot.nu))
    with pytest.raises(EngineError, match="diverged"):
        engine.step(np.zeros(robot.nu))
    engine.reset(standing)
    engine.step(np.zeros(robot.nu))
    assert capfd.readouterr() == ("", "")


def test_joint_beyond_its_limit_comes_back_smoothly(
    engine: DartSimulator, robot: RobotModel, standing: State
) -> None:
    knee = robot.joint_index["l_knee_pitch"]
    q = standing.q.copy()
    q[2] += 10.0
    q[ROOT_DOF + knee] = robot.lower_limits[knee] - 0.05
    observation, fastest = engine.reset(State(q, standing.v)), 0.0
    for _ in range(120):
        observation = engine.step(np.zeros(robot.nu))
        fastest = max(fastest, abs(observation.state.v[ROOT_DOF + knee]))
    assert observation.state.q[ROOT_DOF + knee] > robot.lower_limits[knee] - 0.005
    assert fastest < 1.5


def test_contacts_are_left_out_when_nobody_asks(
    robot: RobotModel, standing: State, balance: Callable[[State], FloatArray]
) -> None:
    silent = DartSimulator(robot, EngineSettings(report_contacts=False))
    telling = DartSimulator(robot, EngineSettings())
    states = []
    for engine in (silent, telling):
        observation = engine.reset(standing)
        for _ in range(10):
            observation = engine.step(balance(observation.state))
        states.append(observation.state)
        assert (
            len(observation.contact_points)
            == len(observation.contact_forces)
            == (8 if engine is telling else 0)
        )
    np.testing.assert_array_equal(states[0].q, states[1].q)
    np.testing.assert_array_equal(states[0].v, states[1].v)


def test_same_motion_far_from_the_origin(
    engine: DartSimulator, standing: State, balance: Callable[[State], FloatArray]
) -> None:
    """A ten-minute walk ends 700 m away; contacts must be as exact there."""
    ends = []
    for shift in (0.0, 700.0):
        q = standing.q.copy()
        q[0] += shift
        observation = engine.reset(State(q, standing.v))
        for _ in range(60):
            near = observation.state.q.copy()
            near[0] -= shift
            observation = engine.step(balance(State(near, observation.state.v)))
        end = observation.state.q.copy()
        end[0] -= shift
        ends.append(end)
    np.testing.assert_allclose(ends[1], ends[0], atol=1e-8)


def test_ground_of_thousands_of_stretches_is_refused_before_it_is_built(robot: RobotModel) -> None:
    settings = EngineSettings(terrain=repeated_ledges((0.01, -0.01), 0.1))
    with pytest.raises(EngineError, match=r"'ledges' has 3001; expected at most 2000: .*engine 'lcp'"):
        DartSimulator(robot, settings)
