"""Shifted pelvis and feet: places by forward kinematics, velocities by finite differences."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.editing.foot_shift import FootShift, Shift
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State

FRAME, DT = 20, 1e-4


def feet(robot: RobotModel, q: FloatArray) -> list[pin.SE3]:
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.framesForwardKinematics(model, data, q)
    return [data.oMf[robot.frame_id(side.foot)].copy() for side in robot.limbs.sides]


def shifts(time: float) -> tuple[Shift, tuple[Shift, Shift]]:
    """Moving shifts whose rates are those of their positions."""
    random = np.random.default_rng(3)
    start, rate = 0.015 * random.normal(size=(3, 3)), 0.2 * random.normal(size=(3, 3))
    start[0, 2] = -0.04
    turns = np.array([[0.0, 0.0, 0.0], [0.02, -0.08, 0.05], [0.0, 0.05, 0.0]])
    pelvis, right, left = (Shift(start[i] + time * rate[i], rate[i], turns[i]) for i in range(3))
    return pelvis, (right, left)


@pytest.fixture
def planned(walk: Clip) -> State:
    return walk.state(FRAME)


def test_pelvis_and_feet_go_where_they_are_put(robot: RobotModel, planned: State) -> None:
    pelvis, (right, left) = shifts(0.0)
    shifted = FootShift(robot).apply(planned, pelvis, (right, left))
    assert shifted.miss < 1e-6
    assert shifted.state.q[:3] == pytest.approx(planned.q[:3] + pelvis.position)
    legs = [6 + robot.joint_index[name] for side in robot.limbs.sides for name in side.leg]
    others = np.setdiff1d(range(3, robot.nv), legs)
    np.testing.assert_array_equal(shifted.state.q[others], planned.q[others])
    before, after = feet(robot, planned.q), feet(robot, shifted.state.q)
    for foot, put, shift in zip(before, after, (right, left), strict=True):
        assert put.translation == pytest.approx(foot.translation + shift.position, abs=1e-6)
        np.testing.assert_allclose(put.rotation, pin.exp3(shift.rotation) @ foot.rotation, atol=1e-6)


def test_velocities_are_those_of_the_poses(robot: RobotModel, planned: State) -> None:
    mover = FootShift(robot)
    here = mover.apply(planned, *shifts(0.0)).state
    later = mover.apply(State(planned.q + DT * planned.v, planned.v), *shifts(DT)).state
    np.testing.assert_allclose(here.v, (later.q - here.q) / DT, atol=5e-3 * np.abs(here.v).max())


def test_what_is_out_of_reach_is_said(robot: RobotModel, planned: State) -> None:
    still = Shift(np.zeros(3), np.zeros(3), np.zeros(3))
    lifted = Shift(np.array([0.0, 0.0, 0.2]), np.zeros(3), np.zeros(3))
    assert FootShift(robot).apply(planned, lifted, (still, still)).miss > 0.05
    assert FootShift(robot).apply(planned, still, (still, still)).miss < 1e-6


def test_feet_move_as_planned(robot: RobotModel, planned: State) -> None:
    before, after = feet(robot, planned.q), feet(robot, planned.q + DT * planned.v)
    for motion, here, there in zip(FootShift(robot).feet(planned), before, after, strict=True):
        np.testing.assert_allclose(motion.placement.homogeneous, here.homogeneous, atol=1e-12)
        np.testing.assert_allclose(motion.velocity, (there.translation - here.translation) / DT, atol=1e-2)
