"""Postures on planted feet."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import MotionError
from biped_control.motion.gaits.gait_norms import sagittal_leg
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.moves.posture import Posture, Stance, standing_positions
from biped_control.robot.mirror import mirror_matrix
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import sole_corners

BELOW_THE_HIPS = Stance(width_m=0.18, toe_out_deg=0.0)
CROUCH = Posture(knee=80.0, ankle=22.0, hip=70.0, trunk_lean=20.0, arms_forward=60.0)


def test_legs_have_the_angles_asked_for_and_feet_lie_flat_on_their_footholds(robot: RobotModel) -> None:
    q = standing_positions(robot, BELOW_THE_HIPS.footholds(), [CROUCH])[0]
    for foot in FEET:
        flexion = {
            joint: np.rad2deg(found.sign * q[found.column])
            for joint, found in sagittal_leg(robot, foot).items()
        }
        assert flexion == pytest.approx({"hip": 70.0, "knee": 80.0, "ankle": 22.0}, abs=1e-6)
    corners = _corners(robot, q)
    np.testing.assert_allclose(corners[:, 2], 0.0, atol=1e-9)
    np.testing.assert_allclose(corners[[0, 1, 4, 5], 0], 0.0, atol=1e-9)  # heels at x = 0
    np.testing.assert_allclose(corners[:4, 1].mean(), -0.09, atol=1e-9)


def test_pelvis_height_and_pitch_follow_from_two_bones(robot: RobotModel) -> None:
    """Thigh and shank of the table are .41 m, the ankle is .075 m above the ground."""
    (_, height), pitch = CROUCH.hips(robot)
    backward = np.deg2rad(80.0 - 22.0)
    assert height == pytest.approx(0.075 + 0.41 * np.cos(np.deg2rad(22.0)) + 0.41 * np.cos(backward))
    assert pitch == pytest.approx(np.deg2rad(70.0) - backward)


def test_a_turned_and_placed_stance_carries_the_whole_body(robot: RobotModel) -> None:
    at_origin = standing_positions(robot, BELOW_THE_HIPS.footholds(), [CROUCH])[0]
    elsewhere = BELOW_THE_HIPS.footholds()
    elsewhere[:, 0] += 2.0
    moved = standing_positions(robot, elsewhere, [CROUCH])[0]
    np.testing.assert_allclose(moved - at_origin, np.eye(robot.nv)[0] * 2.0, atol=1e-8)


def test_mirrored_postures_mirror_each_other(robot: RobotModel) -> None:
    left = CROUCH.model_copy(update={"trunk_turn": 20.0, "trunk_side": 5.0, "arm_swing": 30.0})
    right = CROUCH.model_copy(update={"trunk_turn": -20.0, "trunk_side": -5.0, "arm_swing": -30.0})
    one, other = standing_positions(robot, Stance(width_m=0.2, toe_out_deg=5.0).footholds(), [left, right])
    np.testing.assert_allclose(mirror_matrix(robot) @ one, other, atol=1e-8)


def test_arms_go_where_the_words_say(robot: RobotModel) -> None:
    model, data = robot.pinocchio, robot.pinocchio.createData()
    posture = CROUCH.model_copy(update={"trunk_lean": 0.0, "arms_forward": 90.0, "elbow": 0.0, "hip": 58.0})
    q = standing_positions(robot, BELOW_THE_HIPS.footholds(), [posture])[0]
    assert q[4] == pytest.approx(0.0)  # upright pelvis and trunk
    pin.forwardKinematics(model, data, q)
    for side in robot.limbs.sides:
        shoulder = data.oMi[model.getJointId(side.shoulder)].translation
        elbow = data.oMi[model.getJointId(side.arm[-1])].translation
        assert elbow[0] - shoulder[0] > 0.28  # of the 0.29 m upper arm
    apart = posture.model_copy(update={"arms_forward": 0.0, "arms_apart": 80.0})
    pin.forwardKinematics(model, data, standing_positions(robot, BELOW_THE_HIPS.footholds(), [apart])[0])
    for side, outward in zip(robot.limbs.sides, (-1.0, 1.0), strict=True):
        shoulder = data.oMi[model.getJointId(side.shoulder)].translation
        elbow = data.oMi[model.getJointId(side.arm[-1])].translation
        assert outward * (elbow[1] - shoulder[1]) > 0.28


def test_a_posture_out_of_reach_is_refused(robot: RobotModel) -> None:
    straight = Posture(knee=5.0, ankle=2.5, hip=2.5)
    with pytest.raises(MotionError, match="bend the knees more or stand less wide"):
        standing_positions(robot, Stance(width_m=0.7, toe_out_deg=0.0).footholds(), [straight])


def _corners(robot: RobotModel, q: np.ndarray) -> np.ndarray:
    points, data = sole_corners(robot), robot.pinocchio.createData()
    pin.forwardKinematics(robot.pinocchio, data, q)
    return np.array(
        [
            data.oMi[int(joint)].act(offset)
            for joint, offset in zip(points.joints, points.offsets, strict=True)
        ]
    )
