"""Hands put higher: where they are by forward kinematics, and what stays as it is."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.editing.arm_shift import ArmShift
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


def hands(robot: RobotModel, q: FloatArray) -> FloatArray:
    """(2, 3) centres of mass of the last links of both arms [m]."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.forwardKinematics(model, data, q)
    ends = [model.getJointId(side.arm[-1]) for side in robot.limbs.sides]
    return np.array([data.oMi[end].act(model.inertias[end].lever) for end in ends])


@pytest.mark.parametrize("rise", [0.02, 0.05, 0.15])
def test_hands_go_up_by_so_much_and_arms_alone_move(robot: RobotModel, walk: Clip, rise: float) -> None:
    q = walk.positions[30]
    moved, miss = ArmShift(robot).apply(q, rise)
    np.testing.assert_allclose(hands(robot, moved), hands(robot, q) + np.array([0.0, 0.0, rise]), atol=1e-4)
    assert miss < 1e-4
    arms = [ROOT_DOF + robot.joint_index[name] for side in robot.limbs.sides for name in side.arm]
    others = np.setdiff1d(range(robot.nv), arms)
    np.testing.assert_array_equal(moved[others], q[others])


def test_what_is_out_of_reach_is_said_and_within_limits(robot: RobotModel, walk: Clip) -> None:
    q = walk.positions[30]
    moved, miss = ArmShift(robot).apply(q, 1.5)
    missed = np.linalg.norm(hands(robot, moved) - hands(robot, q) - np.array([0.0, 0.0, 1.5]), axis=1)
    assert miss == pytest.approx(missed.max())
    assert miss > 0.1
    assert (moved[ROOT_DOF:] >= robot.lower_limits).all()
    assert (moved[ROOT_DOF:] <= robot.upper_limits).all()
