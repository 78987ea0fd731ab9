from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import CaptureError
from biped_control.motion.captures.body_checks import check_body
from biped_control.motion.captures.landmarks import LANDMARKS, Landmarks


def _exchanged(landmarks: Landmarks, joints: tuple[str, ...]) -> Landmarks:
    points = landmarks.points.copy()
    for joint in joints:
        right, left = (LANDMARKS.index(f"{side}_{joint}") for side in ("right", "left"))
        points[:, [right, left]] = points[:, [left, right]]
    return replace(landmarks, points=points)


_LEGS = ("hip", "knee", "ankle", "ball")
_ARMS = ("shoulder", "elbow", "wrist")


@pytest.mark.parametrize("heading", [0.0, 2.0, -1.3])
def test_a_person(stick_walker, heading):
    landmarks = stick_walker().landmarks(2.0, heading=heading)
    check_body(landmarks)
    # Neither walking backward nor a missing upper body makes it another person.
    check_body(replace(landmarks, points=landmarks.points[::-1]))
    points = landmarks.points.copy()
    points[:, [i for i, name in enumerate(LANDMARKS) if name.endswith(_ARMS)]] = np.nan
    check_body(replace(landmarks, points=points))


@pytest.mark.parametrize("how", ["names", "mirror"])
def test_left_and_right_exchanged(stick_walker, how):
    landmarks = stick_walker().landmarks(2.0, heading=0.7)
    if how == "names":
        landmarks = _exchanged(landmarks, (*_LEGS, *_ARMS))
    else:
        landmarks = replace(landmarks, points=landmarks.points * [1.0, -1.0, 1.0])
    with pytest.raises(CaptureError, match=r"stick_walker: left and right are exchanged.*Exchange the names"):
        check_body(landmarks)


@pytest.mark.parametrize(
    ("joints", "message"),
    [
        (_ARMS, "left and right shoulder are exchanged"),
        (("knee",), r"the right shank is \S+ to \S+ m long"),
        (("ankle",), r"the right shank is \S+ to \S+ m long"),
    ],
)
def test_single_joints_exchanged(stick_walker, joints, message):
    with pytest.raises(CaptureError, match=f"stick_walker: {message}"):
        check_body(_exchanged(stick_walker().landmarks(2.0), joints))


def test_a_foot_the_wrong_way_round(stick_walker):
    landmarks = stick_walker().landmarks(2.0)
    points = landmarks.points.copy()
    ball, ankle = LANDMARKS.index("left_ball"), LANDMARKS.index("left_ankle")
    points[:, ball, :2] = 2.0 * points[:, ankle, :2] - points[:, ball, :2]
    with pytest.raises(CaptureError, match="the left foot points backward"):
        check_body(replace(landmarks, points=points))


def test_uneven_legs(stick_walker):
    landmarks = stick_walker().landmarks(2.0)
    points = landmarks.points.copy()
    knee, ankle = LANDMARKS.index("left_knee"), LANDMARKS.index("left_ankle")
    points[:, ankle] = points[:, knee] + 0.6 * (points[:, ankle] - points[:, knee])
    message = r"the right shank is 0\.45 m long, the left one 0\.27 m; expected about the same"
    with pytest.raises(CaptureError, match=message):
        check_body(replace(landmarks, points=points))


def test_real_captures_are_of_persons(mocap):
    from biped_control.motion.captures.landmarks import find_landmarks
    from biped_control.motion.readers import read_capture

    for path in sorted([*mocap.glob("*/*.bvh"), *mocap.glob("*/*.amc"), *mocap.glob("**/*.txt")]):
        check_body(find_landmarks(read_capture(path)))
