"""The linearized engine against integration of the linear dynamics, and against plain mechanics."""

from collections.abc import Callable

import numpy as np
import pinocchio as pin
import pytest
from scipy.integrate import solve_ivp

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import EngineError
from biped_control.policies.modal.policy import ModalPolicy
from biped_control.policies.modal.settings import ABOUT_POSE, load_modal_settings
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.modes import subtree_stiffness
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engines import create_engine
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Push
from biped_control.steering.clip_player import ClipPlayer

DT = 1.0 / 120.0


def flying(standing: State, robot: RobotModel) -> State:
    random = np.random.default_rng(13)
    return State(standing.q + 3.0 * np.eye(robot.nv)[2], random.normal(scale=0.5, size=robot.nv))


def test_a_tick_is_that_of_the_linear_dynamics(robot: RobotModel, standing: State) -> None:
    """M dq'' + K dq = b with an impulse of the actuation at the beginning, integrated numerically."""
    start = flying(standing, robot)
    torques = np.random.default_rng(14).normal(scale=20.0, size=robot.nu)
    engine = create_engine("modal", robot)
    engine.reset(start)
    after = engine.step(torques).state

    model, data, nv = robot.pinocchio, robot.pinocchio.createData(), robot.nv
    mass = np.triu(pin.crba(model, data, start.q))
    mass = mass + np.triu(mass, 1).T
    stiffness = np.concatenate([np.zeros(ROOT_DOF), subtree_stiffness(robot)])
    force = -pin.nonLinearEffects(model, data, start.q, start.v) - stiffness * start.q
    impulse = DT * (np.concatenate([np.zeros(ROOT_DOF), torques]) + stiffness * start.q)

    def rates(_: float, x: FloatArray) -> FloatArray:
        return np.concatenate([x[nv:], np.linalg.solve(mass, force - stiffness * x[:nv])])

    begin = np.concatenate([np.zeros(nv), start.v + np.linalg.solve(mass, impulse)])
    end = solve_ivp(rates, (0.0, DT), begin, rtol=1e-10, atol=1e-12).y[:, -1]
    np.testing.assert_allclose(after.q - start.q, end[:nv], rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(after.v, end[nv:], rtol=1e-6, atol=1e-7)


def test_a_fall_from_rest_is_a_parabola(robot: RobotModel, standing: State) -> None:
    start = State(flying(standing, robot).q, np.zeros(robot.nv))
    start.q[ROOT_DOF:] = 0.0  # where springs are at rest; elbows are at their limit there
    engine = create_engine("modal", robot, EngineSettings(friction=1.0))
    state = engine.reset(start).state
    for _ in range(24):
        state = engine.step(np.zeros(robot.nu)).state
    assert state.q[2] - start.q[2] == pytest.approx(-0.5 * GRAVITY * 0.2**2, rel=1e-3)
    assert state.v[2] == pytest.approx(-GRAVITY * 0.2, rel=1e-3)


def test_the_ground_carries_the_weight(
    robot: RobotModel, standing: State, balance: Callable[[State], FloatArray]
) -> None:
    engine = create_engine("modal", robot, EngineSettings())
    observation, carried = engine.reset(standing), []
    for _ in range(120):
        observation = engine.step(balance(observation.state))
        carried.append(observation.contact_forces[:, 2].sum())
        forces = observation.contact_forces
        assert (np.hypot(forces[:, 0], forces[:, 1]) <= forces[:, 2] + 1e-6).all()
    assert np.mean(carried[60:]) == pytest.approx(robot.mass * GRAVITY, rel=0.005)


def test_a_push_is_momentum(
    robot: RobotModel, standing: State, momentum: Callable[[State], FloatArray]
) -> None:
    start = State(flying(standing, robot).q, np.zeros(robot.nv))
    engine, ends = create_engine("modal", robot), []
    for newtons in (0.0, 60.0):
        engine.reset(start)
        if newtons:
            engine.push(Push("torso", np.array([newtons, 0.0, 0.0]), 3))
        ends.append([engine.step(np.zeros(robot.nu)).state for _ in range(5)][-1])
    change = momentum(ends[1]) - momentum(ends[0])
    np.testing.assert_allclose(change[:3], [60.0 * 3 * DT, 0.0, 0.0], atol=0.05)


def test_the_published_policy_walks(walk_parts: WalkParts) -> None:
    """With the paper's weights and law, on the dynamics that it believes in."""
    changes = {
        "window": 12,
        "low_modes": 11,
        "root_position": 0.1,
        "root_rotation": 0.5,
        "high_pole": 0.0,
        "hexagonal_cone": True,
    }
    settings = load_modal_settings(section=ABOUT_POSE).model_copy(update=changes)
    policy = ModalPolicy(walk_parts.robot, walk_parts.clips, settings, walk_parts.settings)
    engine = walk_parts.engine("modal")
    state = engine.reset(walk_parts.clips["walk"].state(0)).state
    walk = walk_parts.clips["walk"]
    player = ClipPlayer(walk_parts.clips, "walk")
    errors = []
    for _ in range(2 * walk.steps):
        reference = player.reference()
        state = engine.step(policy.predict(state, reference).torques).state
        player.advance()
        errors.append(state.q[3:6] - player.reference().state.q[3:6])
    assert np.degrees(np.abs(errors).mean()) < 1.0
    assert state.q[0] == pytest.approx(2 * walk.steps * DT * walk.speed_mps, abs=0.4)


def test_a_robot_without_joints_is_refused(sled: RobotModel) -> None:
    with pytest.raises(EngineError, match="no joints"):
        create_engine("modal", sled)
