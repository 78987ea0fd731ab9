"""Braking torques, checked against forward dynamics by the articulated-body algorithm."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.damping import JointDamping
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State

DT = 1.0 / 120.0


@pytest.fixture(scope="module")
def robot() -> RobotModel:
    return RobotModel.load()


def float_freely(
    robot: RobotModel, q: FloatArray, v: FloatArray, torques: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """One tick in free fall with constant torques, ten substeps."""
    data = robot.pinocchio.createData()
    generalized = np.concatenate([np.zeros(ROOT_DOF), torques])
    for _ in range(10):
        v = v + 0.1 * DT * pin.aba(robot.pinocchio, data, q, v, generalized)
        q = q + 0.1 * DT * v
    return q, v


def test_brake_takes_the_joint_velocities_away(robot: RobotModel) -> None:
    damping = JointDamping(robot, DT)
    q, v = np.zeros(robot.nv), np.zeros(robot.nv)
    v[ROOT_DOF:] = np.random.default_rng(1).normal(size=robot.nu)
    before = np.abs(v[ROOT_DOF:]).max()
    for _ in range(120):
        q, v = float_freely(robot, q, v, damping.brake(State(q, v)))
    assert np.abs(v[ROOT_DOF:]).max() < 0.05 * before


def test_brake_takes_at_most_all_of_one_joints_velocity_in_a_tick(robot: RobotModel) -> None:
    damping = JointDamping(robot, DT)
    for joint in range(robot.nu):
        v = np.zeros(robot.nv)
        v[ROOT_DOF + joint] = 0.01
        _, after = float_freely(robot, np.zeros(robot.nv), v, damping.brake(State(np.zeros(robot.nv), v)))
        assert 0.0 < after[ROOT_DOF + joint] < 0.01, robot.joint_names[joint]


def test_hold_returns_to_the_pose(robot: RobotModel) -> None:
    damping = JointDamping(robot, DT)
    pose = np.zeros(robot.nu)
    q, v = np.zeros(robot.nv), np.zeros(robot.nv)
    q[ROOT_DOF:] = 0.1 * np.random.default_rng(2).normal(size=robot.nu)
    before = np.abs(q[ROOT_DOF:]).max()
    for _ in range(240):
        q, v = float_freely(robot, q, v, damping.hold(State(q, v), pose))
    assert np.abs(q[ROOT_DOF:]).max() < 0.1 * before


def test_torques_stay_within_half_the_effort_limits(robot: RobotModel) -> None:
    damping = JointDamping(robot, DT)
    state = State(np.full(robot.nv, 3.0), np.full(robot.nv, -1e6))
    for torques in (damping.brake(state), damping.hold(state, np.zeros(robot.nu))):
        np.testing.assert_array_equal(torques, 0.5 * robot.effort_limits)
