"""Ground forces from motion: those that DART reports of the same motion, and a force at a known place."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pinocchio as pin
import pytest

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.soles import sole_of
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.engines import create_engine
from biped_control.simulation.ground_forces import GroundForces
from biped_control.simulation.pushes import ActivePushes
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Push

RATE = 1200.0
ONE_STEP_A_TICK = EngineSettings(RATE, RATE)
Balance = Callable[[State], FloatArray]


def _moment(points: FloatArray, forces: FloatArray, about: FloatArray) -> FloatArray:
    return np.asarray(np.cross(points - about, forces).sum(axis=0))


def _balanced_steps(
    robot: RobotModel, standing: State, balance: Balance, steps: int, push: Push | None = None
) -> list[tuple[State, FloatArray, Observation]]:
    """State before, generalized forces and observation after each physics step of DART."""
    engine = create_engine("dart", robot, ONE_STEP_A_TICK)
    state, made = engine.reset(standing).state, []
    for _ in range(steps):
        torques = balance(state)
        if push is not None:
            engine.push(push)
        seen = engine.step(torques)
        made.append((state, np.concatenate([np.zeros(ROOT_DOF), torques]), seen))
        state = seen.state
    return made


def test_they_are_those_that_the_engine_reports(robot: RobotModel, standing: State, balance: Balance) -> None:
    ground = GroundForces(robot, 1.0 / RATE)
    for before, forces, seen in _balanced_steps(robot, standing, balance, 100)[10:]:
        points, shares = ground.measure([before, seen.state], forces)
        assert 4 <= len(points) <= 8
        for side in (-1.0, 1.0):  # left and right of the middle
            mine, theirs = side * points[:, 1] > 0.0, side * seen.contact_points[:, 1] > 0.0
            there = seen.contact_forces[theirs]
            np.testing.assert_allclose(shares[mine].sum(axis=0), there.sum(axis=0), atol=1e-6)
            turning = _moment(points[mine], shares[mine], standing.q[:3])
            reported = _moment(seen.contact_points[theirs], there, standing.q[:3])
            # Bullet's points lie up to half a millimetre off the sole.
            np.testing.assert_allclose(turning[:2], reported[:2], atol=1e-3 * there[:, 2].sum())


def test_a_push_is_not_taken_for_the_ground(robot: RobotModel, standing: State, balance: Balance) -> None:
    push = Push("head", np.array([15.0, -10.0, 5.0]), ticks=1)
    pushes, data = ActivePushes(robot), robot.pinocchio.createData()
    point = pushes.point_of("head")
    ground = GroundForces(robot, 1.0 / RATE)
    for before, forces, seen in _balanced_steps(robot, standing, balance, 30, push)[10:]:
        pin.forwardKinematics(robot.pinocchio, data, before.q)
        joint = int(point.joints[0])
        arm = data.oMi[joint].rotation @ point.offsets[0]
        wrench = np.concatenate([push.force, np.cross(arm, push.force)])
        _, shares = ground.measure([before, seen.state], forces, [(joint, wrench)])
        np.testing.assert_allclose(shares.sum(axis=0), seen.contact_forces.sum(axis=0), atol=1e-6)


def test_the_mean_of_a_tick_is_that_of_its_steps(
    robot: RobotModel, standing: State, balance: Balance
) -> None:
    ground = GroundForces(robot, 1.0 / RATE)
    made = _balanced_steps(robot, standing, balance, 20)[10:]
    forces = made[0][1]  # any: what is left over is the ground's in each step alike
    states = [made[0][0], *(seen.state for _, _, seen in made)]
    _, together = ground.measure(states, forces)
    alone = [ground.measure(list(pair), forces)[1].sum(axis=0) for pair in pairwise(states)]
    np.testing.assert_allclose(together.sum(axis=0), np.mean(alone, axis=0), atol=1e-6)


def test_in_the_air_there_are_none(robot: RobotModel, standing: State) -> None:
    high = State(standing.q + np.eye(robot.nv)[2], standing.v)
    engine = create_engine("dart", robot, ONE_STEP_A_TICK)
    before, torques = engine.reset(high).state, np.full(robot.nu, 0.5)
    after = engine.step(torques).state
    ground = GroundForces(robot, 1.0 / RATE)
    points, shares = ground.measure([before, after], np.concatenate([np.zeros(ROOT_DOF), torques]))
    assert points.shape == shares.shape == (0, 3)


@pytest.mark.parametrize(
    ("place", "carries"),
    [(0.3, 0.3), (1.0, 1.0), (-0.4, 0.0), (1.5, 1.0)],
    ids=["in", "toe", "behind", "ahead"],
)
def test_the_corners_carry_the_foot_where_the_ground_does(
    robot: RobotModel, standing: State, place: float, carries: float
) -> None:
    """A force at a known place under the right foot; beyond the sole its nearest edge is blamed."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    foot = robot.limbs.sides[0].foot
    frame, sole = robot.frame_id(foot), sole_of(robot, foot)
    point = sole.heel() + place * (sole.toe() - sole.heel()) + 0.4 * np.array([0.0, sole.half_width, 0.0])
    force = np.array([20.0, -10.0, 300.0])
    pin.computeJointJacobians(model, data, standing.q)
    pin.updateFramePlacements(model, data)
    jacobian = pin.getFrameJacobian(model, data, frame, pin.LOCAL_WORLD_ALIGNED)
    pose = data.oMf[frame]
    work = jacobian.T @ np.concatenate([force, np.cross(pose.rotation @ point, force)])
    forces = pin.rnea(model, robot.pinocchio.createData(), standing.q, standing.v, np.zeros(robot.nv)) - work

    points, shares = GroundForces(robot, 1.0 / RATE).measure([standing, standing], forces)

    np.testing.assert_allclose(shares.sum(axis=0), force, atol=1e-6)
    centre = (points * shares[:, 2:]).sum(axis=0) / force[2]
    local = pose.rotation.T @ (centre - pose.translation)
    expected = sole.heel() + carries * (sole.toe() - sole.heel())
    assert local[0] == pytest.approx(expected[0], abs=1e-6)
    assert local[1] == pytest.approx(point[1], abs=1e-6)
