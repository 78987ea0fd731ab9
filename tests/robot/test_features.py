"""Features of contact adaptation by finite differences."""

from collections.abc import Callable

import numpy as np
import pinocchio as pin

from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.features import feature_points
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State


def features_at(robot: RobotModel, q: FloatArray) -> FloatArray:
    """phi(q) but for the joint angles, from pinocchio's own kinematics: torso, right and left shoulder."""
    data = robot.pinocchio.createData()
    pin.forwardKinematics(robot.pinocchio, data, q)
    trunk = robot.pinocchio.getJointId("torso_pitch")
    torso = data.oMi[trunk].act(robot.pinocchio.inertias[trunk].lever)
    shoulders = [
        data.oMi[robot.pinocchio.getJointId(name)].translation
        for name in ("r_shoulder_pitch", "l_shoulder_pitch")
    ]
    return np.concatenate([torso, *shoulders])


def test_points_are_torso_right_shoulder_left_shoulder(
    robot: RobotModel, random_state: Callable[[int], State]
) -> None:
    state, terms = random_state(1), DynamicsTerms(robot)
    terms.compute(state.q, state.v)
    positions = terms.point_positions(feature_points(robot)).ravel()
    np.testing.assert_allclose(positions, features_at(robot, state.q), atol=1e-12)


def test_jacobian_by_finite_differences(robot: RobotModel, random_state: Callable[[int], State]) -> None:
    state, terms, step = random_state(2), DynamicsTerms(robot), 1e-6
    terms.compute(state.q, state.v)
    jacobian = terms.point_jacobians(feature_points(robot))
    differences = np.empty_like(jacobian)
    for j in range(robot.nv):
        nudge = step * np.eye(robot.nv)[j]
        ahead, behind = features_at(robot, state.q + nudge), features_at(robot, state.q - nudge)
        differences[:, j] = (ahead - behind) / (2 * step)
    np.testing.assert_allclose(jacobian, differences, atol=1e-8)
