from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.landmarks import LANDMARKS, find_landmarks

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


_SKELETONS = {
    "CMU": "lowerback {s}femur {s}tibia {s}foot {s}toes {s}humerus {s}radius {s}wrist",
    "Biovision": "Chest {Side}Hip {Side}Knee {Side}Ankle {Side}Toe {Side}Shoulder {Side}Elbow {Side}Wrist",
    "HumanIK": "Spine {Side}UpLeg {Side}Leg {Side}Foot {Side}ToeBase {Side}Arm {Side}ForeArm {Side}Hand",
    "Mixamo": "mixamorig:Spine mixamorig:{Side}UpLeg mixamorig:{Side}Leg mixamorig:{Side}Foot "
    "mixamorig:{Side}ToeBase mixamorig:{Side}Arm mixamorig:{Side}ForeArm mixamorig:{Side}Hand",
    "Xsens": "Chest {Side}UpperLeg {Side}LowerLeg {Side}Foot {Side}Toe "
    "{Side}UpperArm {Side}ForeArm {Side}Hand",
    "SMPL": "Pelvis {S}_Hip {S}_Knee {S}_Ankle {S}_Foot {S}_Shoulder {S}_Elbow {S}_Wrist",
    "Blender": "pelvis thigh.{S} shin.{S} foot.{S} toe.{S} upper_arm.{S} forearm.{S} hand.{S}",
    "Biped": "Bip01_Pelvis Bip01_{S}_Thigh Bip01_{S}_Calf Bip01_{S}_Foot Bip01_{S}_Toe0 "
    "Bip01_{S}_UpperArm Bip01_{S}_Forearm Bip01_{S}_Hand",
    "Kinect": "SpineMid Hip{Side} Knee{Side} Ankle{Side} Foot{Side} Shoulder{Side} Elbow{Side} Wrist{Side}",
    "no toes": "Hips {Side}Hip {Side}Knee {Side}Ankle {Side}Ankle_end {Side}Shoulder {Side}Elbow {Side}Wrist",
}


@pytest.mark.parametrize("kind", _SKELETONS)
def test_names_of_many_skeletons(stick_walker, kind):
    walker = stick_walker().landmarks(0.5)
    back, *limb = _SKELETONS[kind].split()
    names = [
        name.format(s=side[0], S=side[0].upper(), Side=side.title())
        for side in ("right", "left")
        for name in limb
    ]
    # Shuffled, with a collar bone whose name could be mistaken for the shoulder's.
    collar = ["LeftShoulder", "RightShoulder"] if kind in ("HumanIK", "Xsens", "Mixamo") else []
    order = np.random.default_rng(1).permutation(15 + len(collar))
    points = np.concatenate([walker.points, np.ones((60, len(collar), 3))], axis=1)
    joints = [back, *names, *collar]
    capture = Capture(Path("take"), 120.0, tuple(joints[i] for i in order), points[:, order])
    np.testing.assert_array_equal(find_landmarks(capture).points, walker.points)


def test_a_briefly_hidden_joint_is_interpolated(stick_walker):
    capture = _bvh_capture(stick_walker())
    truth = find_landmarks(capture).points
    capture.positions[20:35, capture.joints.index("RightFoot")] = np.nan
    landmarks = find_landmarks(capture)
    assert landmarks.repairs == ("15 hidden frames of 'RightFoot' interpolated",)
    assert np.abs(landmarks.points - truth).max() < 0.003


def test_a_joint_hidden_for_long_is_named(stick_walker):
    capture = _bvh_capture(stick_walker())
    capture.positions[10:45, capture.joints.index("RightFoot"), 1] = np.nan
    with pytest.raises(CaptureError, match=r"take\.bvh: joint 'RightFoot' was not seen in frames 11 to 45;"):
        find_landmarks(capture)
    capture.positions[:, capture.joints.index("RightLeg")] = np.nan
    with pytest.raises(CaptureError, match=r"take\.bvh: joint 'RightLeg' was never seen"):
        find_landmarks(capture)


def test_the_take_begins_when_the_legs_are_seen(stick_walker):
    capture = _bvh_capture(stick_walker())
    capture.positions[:7, capture.joints.index("RightFoot")] = np.nan
    capture.positions[-4:, capture.joints.index("LeftToeBase")] = np.nan
    capture.positions[:9, capture.joints.index("LeftHand")] = np.nan
    landmarks = find_landmarks(capture)
    assert len(landmarks.points) == 60 - 7 - 4
    assert landmarks.repairs[0] == "frames 8 to 56 kept: only there pelvis and legs are seen"
    assert landmarks.absent == ("left_wrist",)


def test_a_hidden_arm_is_absent(stick_walker):
    capture = _bvh_capture(stick_walker())
    whole = find_landmarks(capture)
    assert whole.has_trunk
    assert whole.absent == whole.repairs == ()
    capture.positions[:, capture.joints.index("RightHand")] = np.nan
    landmarks = find_landmarks(capture)
    assert landmarks.absent == ("right_wrist",)
    assert landmarks.repairs == ("not seen, to be made up: right wrist",)
    assert landmarks.leg_length == whole.leg_length


def test_an_unnamed_shoulder_takes_the_trunk_along(stick_walker):
    capture = _bvh_capture(stick_walker())
    joints = tuple(name.replace("LeftArm", "Schulter") for name in capture.joints)
    landmarks = find_landmarks(Capture(capture.source, 120.0, joints, capture.positions))
    assert not landmarks.has_trunk


def test_a_missing_joint_lists_what_there_is(stick_walker):
    capture = _bvh_capture(stick_walker())
    joints = tuple(name.replace("LeftFoot", "Schuh") for name in capture.joints)
    with pytest.raises(
        CaptureError,
        match=r"no joint for the left ankle; expected .*left or l with ankle or foot, found Hips, .*Schuh",
    ):
        find_landmarks(Capture(capture.source, 120.0, joints, capture.positions))


def test_landmarks_are_named_once():
    assert len(set(LANDMARKS)) == len(LANDMARKS) == 15
