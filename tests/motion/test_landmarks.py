from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.capture import Capture
from biped_control.motion.landmarks import LANDMARKS, find_landmarks

_BVH_JOINTS = ["UpLeg", "Leg", "Foot", "ToeBase", "Arm", "ForeArm", "Hand"]


def _bvh_capture(walker, names=("Hips",)) -> Capture:
    points = walker.landmarks(0.5).points
    joints = (*names, *(side + joint for side in ("Right", "Left") for joint in _BVH_JOINTS))
    return Capture(
        Path("take.bvh"),
        120.0,
        joints,
        np.concatenate([points[:, :1]] * len(names) + [points[:, 1:]], axis=1),
    )


def test_names_of_bvh_files(stick_walker):
    walker = stick_walker(leg=0.92)
    landmarks = find_landmarks(_bvh_capture(walker))
    np.testing.assert_array_equal(landmarks.points, walker.landmarks(0.5).points)
    np.testing.assert_array_equal(landmarks["left_wrist"], landmarks.points[:, -1])
    assert landmarks.leg_length == pytest.approx(0.92)


def test_a_root_between_the_hips_does_not_show_the_pelvis(stick_walker):
    capture = _bvh_capture(stick_walker(), names=("Hips", "Spine"))
    hips = [capture.joints.index(name) for name in ("RightUpLeg", "LeftUpLeg")]
    capture.positions[:, 0] = capture.positions[:, hips].mean(axis=1)
    assert (find_landmarks(capture)["lower_back"] == capture.positions[:, 1]).all()
    with pytest.raises(
        CaptureError, match=r"no joint of the pelvis above the hips; expected one called lowerback or"
    ):
        find_landmarks(
            Capture(capture.source, 120.0, ("Hips", "Other", *capture.joints[2:]), capture.positions)
        )


def test_an_unseen_landmark_of_the_legs(stick_walker):
    capture = _bvh_capture(stick_walker())
    capture.positions[7, capture.joints.index("RightFoot"), 1] = np.nan
    with pytest.raises(CaptureError, match=r"take\.bvh: frame 8: joint 'RightFoot' was not seen"):
        find_landmarks(capture)


def test_a_hidden_arm_is_absent(stick_walker):
    capture = _bvh_capture(stick_walker())
    whole = find_landmarks(capture)
    assert whole.has_trunk
    assert whole.has_arm("right")
    assert whole.absent == whole.repairs == ()
    capture.positions[:, capture.joints.index("RightHand")] = np.nan
    landmarks = find_landmarks(capture)
    assert landmarks.absent == ("right_wrist",)
    assert landmarks.has_arm("left")
    assert not landmarks.has_arm("right")
    assert landmarks.repairs == ("not seen, to be made up: right wrist",)
    assert landmarks.leg_length == whole.leg_length


def test_an_unnamed_shoulder_takes_the_trunk_along(stick_walker):
    capture = _bvh_capture(stick_walker())
    joints = tuple(name.replace("LeftArm", "Schulter") for name in capture.joints)
    landmarks = find_landmarks(Capture(capture.source, 120.0, joints, capture.positions))
    assert not landmarks.has_trunk
    assert not landmarks.has_arm("right")


def test_a_missing_joint_lists_what_there_is(stick_walker):
    capture = _bvh_capture(stick_walker())
    joints = tuple(name.replace("LeftFoot", "Schuh") for name in capture.joints)
    with pytest.raises(
        CaptureError, match=r"no joint for the left ankle; expected .*leftfoot.*found Hips, .*Schuh"
    ):
        find_landmarks(Capture(capture.source, 120.0, joints, capture.positions))


def test_landmarks_are_named_once():
    assert len(set(LANDMARKS)) == len(LANDMARKS) == 15
