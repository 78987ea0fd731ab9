"""Compiled kinematics of a leg against pinocchio."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.motion.editing.leg_chain import foot_pose, leg_chain, rotation_vector, turn
from biped_control.robot.model import RobotModel


@pytest.mark.parametrize("place", [0, 1])
def test_a_foot_is_where_pinocchio_has_it_and_moves_as_there(robot: RobotModel, place: int) -> None:
    q = np.random.default_rng(4 + place).normal(scale=0.5, size=robot.nv)
    model, data = robot.pinocchio, robot.pinocchio.createData()
    frame = robot.frame_id(robot.limbs.sides[place].foot)
    jacobian = pin.computeFrameJacobian(model, data, q, frame, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED)
    chain = leg_chain(robot, robot.limbs.sides[place].foot)
    pose = foot_pose(chain, q)
    np.testing.assert_allclose(pose.rotation, data.oMf[frame].rotation, atol=1e-12)
    np.testing.assert_allclose(pose.place, data.oMf[frame].translation, atol=1e-12)
    np.testing.assert_allclose(pose.jacobian, jacobian[:, chain.columns], atol=1e-12)
    others = np.setdiff1d(range(robot.nv), chain.columns)
    np.testing.assert_array_equal(jacobian[:, others], 0.0)


@pytest.mark.parametrize("angle", [0.0, 1e-10, 1e-4, 0.7, 3.0])
def test_rotation_vectors_there_and_back(angle: float) -> None:
    axis = np.array([2.0, -1.0, 0.5])
    vector = angle * axis / np.linalg.norm(axis)
    np.testing.assert_allclose(turn(vector), pin.exp3(vector), atol=1e-14)
    np.testing.assert_allclose(rotation_vector(turn(vector)), vector, rtol=1e-9, atol=1e-16)
