import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.proportions import joint_centre_tracks, proportions_of
from biped_control.robot.humanoid_table import (
    ANKLE_HEIGHT,
    FOOT_HALF_WIDTH,
    HIP_HALF_WIDTH,
    SHANK,
    SHOULDER_HALF_WIDTH,
    SHOULDER_HEIGHT,
    THIGH,
    TRUNK_JOINT_HEIGHT,
)
from biped_control.robot.model import RobotModel


def test_lengths_are_those_of_the_table(robot):
    proportions = proportions_of(robot)
    assert proportions.leg_length == pytest.approx(THIGH + SHANK)
    np.testing.assert_allclose(proportions.middle_of_hips, 0.0, atol=1e-12)
    np.testing.assert_allclose(proportions.zero_pose["left_hip"], [0.0, HIP_HALF_WIDTH, 0.0], atol=1e-12)
    shoulder = [0.0, -SHOULDER_HALF_WIDTH, TRUNK_JOINT_HEIGHT + SHOULDER_HEIGHT]
    np.testing.assert_allclose(proportions.zero_pose["right_shoulder"], shoulder, atol=1e-12)
    assert proportions.soles["left"].half_width == pytest.approx(FOOT_HALF_WIDTH)
    assert proportions.soles["left"].z == pytest.approx(-ANKLE_HEIGHT)


def test_joint_centres_follow_the_base_and_the_joints(robot):
    proportions = proportions_of(robot)
    q = np.zeros((2, robot.nv))
    q[1, :3] = [1.0, 2.0, 3.0]
    q[1, 3] = np.pi / 2  # faces left
    q[1, 6 + robot.joint_index["r_knee_pitch"]] = np.pi / 2  # shank points backward
    tracks = joint_centre_tracks(robot, proportions, q)
    assert set(tracks) == {
        f"{s}_{j}" for s in ("right", "left") for j in ("hip", "knee", "ankle", "shoulder", "elbow")
    }
    np.testing.assert_allclose(tracks["right_knee"][1], [1.0 + HIP_HALF_WIDTH, 2.0, 3.0 - THIGH], atol=1e-12)
    np.testing.assert_allclose(
        tracks["right_ankle"][1], [1.0 + HIP_HALF_WIDTH, 2.0 - SHANK, 3.0 - THIGH], atol=1e-12
    )


def test_a_leg_without_a_knee(robot):
    groups = dict(robot.limbs.groups)
    groups["hip"] = (*groups["hip"], *groups["knee"])
    groups["knee"] = ()
    kneeless = RobotModel.from_urdf(robot.urdf, robot.limbs.model_copy(update={"groups": groups}))
    with pytest.raises(MotionError, match=r"none of the joints .*r_knee_pitch.* is in group 'knee'"):
        proportions_of(kneeless)
