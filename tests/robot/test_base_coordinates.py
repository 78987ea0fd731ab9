"""Pose and twist against pinocchio's free-flyer and finite differences."""

from collections.abc import Callable
from math import pi

import numpy as np
import pinocchio as pin
from hypothesis import given
from hypothesis import strategies as st

from biped_control.robot.base_coordinates import (
    BasePose,
    base_pose_from_root,
    root_from_base_pose,
    rotation_from_angles,
)
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State

angle = st.floats(-pi, pi, exclude_min=True)
tilt = st.floats(-1.5, 1.5)  # pitch stays clear of 90 degrees, where yaw and roll are one
number = st.floats(-10.0, 10.0)
roots = st.tuples(number, number, number, angle, tilt, angle).map(np.array)
rates = st.tuples(*[number] * 6).map(np.array)


@given(roots, rates)
def test_there_and_back(q: FloatArray, v: FloatArray) -> None:
    back_q, back_v = root_from_base_pose(base_pose_from_root(q, v))
    np.testing.assert_allclose(back_q[[0, 1, 2, 4]], q[[0, 1, 2, 4]], atol=1e-7)
    turns = (back_q[[3, 5]] - q[[3, 5]]) / (2 * pi)
    np.testing.assert_allclose(turns, np.round(turns), atol=1e-6)
    np.testing.assert_allclose(back_v, v, atol=1e-5)


@given(roots)
def test_quaternion_is_the_rotation(q: FloatArray) -> None:
    pose = base_pose_from_root(q, np.zeros(6))
    x, y, z, w = pose.quaternion
    assert abs(np.linalg.norm(pose.quaternion) - 1.0) < 1e-12
    np.testing.assert_allclose(pin.Quaternion(w, x, y, z).matrix(), rotation_from_angles(*q[3:]), atol=1e-12)
    np.testing.assert_allclose(
        rotation_from_angles(*q[3:]), pin.rpy.rpyToMatrix(q[5], q[4], q[3]), atol=1e-12
    )


@given(roots, rates)
def test_twist_is_the_derivative_of_the_pose(q: FloatArray, v: FloatArray) -> None:
    pose, step = base_pose_from_root(q, v), 1e-6
    before, after = rotation_from_angles(*(q - step * v)[3:]), rotation_from_angles(*(q + step * v)[3:])
    rotation = rotation_from_angles(*q[3:])
    spin = rotation.T @ (after - before) / (2 * step)
    np.testing.assert_allclose(spin, pin.skew(pose.angular), atol=1e-5)
    np.testing.assert_allclose(rotation @ pose.linear, v[:3], atol=1e-12)


def test_quaternion_of_any_length_is_accepted() -> None:
    q = np.array([1.0, 2.0, 3.0, 0.4, -0.3, 0.2])
    pose = base_pose_from_root(q, np.zeros(6))
    longer = BasePose(pose.position, -7.0 * pose.quaternion, pose.linear, pose.angular)
    np.testing.assert_allclose(root_from_base_pose(longer)[0], q, atol=1e-12)


def test_same_robot_on_a_free_flyer(robot: RobotModel, random_state: Callable[[int], State]) -> None:
    """Every link moves the same on pinocchio's own floating base, which knows nothing of our angles."""
    free = pin.buildModelFromXML(robot.urdf, pin.JointModelFreeFlyer())
    chain_data, free_data = robot.pinocchio.createData(), free.createData()
    assert tuple(free.names)[2:] == robot.joint_names
    for seed in range(5):
        state = random_state(seed)
        pose = base_pose_from_root(state.q, state.v)
        q = np.concatenate([pose.position, pose.quaternion, state.q[ROOT_DOF:]])
        v = np.concatenate([pose.linear, pose.angular, state.v[ROOT_DOF:]])
        pin.forwardKinematics(free, free_data, q, v)
        pin.forwardKinematics(robot.pinocchio, chain_data, state.q, state.v)
        for name in ("base_link", "head", "l_sole", "r_gripper"):
            frames = free.getFrameId(name), robot.frame_id(name)
            places = (
                pin.updateFramePlacement(free, free_data, frames[0]),
                pin.updateFramePlacement(robot.pinocchio, chain_data, frames[1]),
            )
            np.testing.assert_allclose(places[0].homogeneous, places[1].homogeneous, atol=1e-12)
            speeds = (
                pin.getFrameVelocity(free, free_data, frames[0]),
                pin.getFrameVelocity(robot.pinocchio, chain_data, frames[1]),
            )
            np.testing.assert_allclose(speeds[0].vector, speeds[1].vector, atol=1e-11)
