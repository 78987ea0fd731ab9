import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biped_control.errors import CaptureError
from biped_control.motion.captures.landmarks import find_landmarks
from biped_control.motion.readers.deepmimic import read_deepmimic

_THIGH, _SHANK, _HALF_HIPS = 0.421546, 0.40987, 0.084887
_ROOT, _RIGHT_HIP, _RIGHT_KNEE, _LEFT_ELBOW = 4, 16, 20, 43  # where they begin in a frame


def _standing() -> list[float]:
    still = [1.0, 0.0, 0.0, 0.0]
    leg_and_arm = [*still, 0.0, *still, *still, 0.0]
    return [1 / 30, 0.0, 0.9, 0.0, *still, *still, *still, *leg_and_arm, *leg_and_arm]


def test_standing_straight(deepmimic):
    capture = read_deepmimic(deepmimic())
    assert (capture.frames, capture.rate_hz, capture.wraps) == (3, 30.0, False)
    at = dict(zip(capture.joints, capture.positions[1], strict=True))
    np.testing.assert_allclose(at["root"], [0.0, 0.0, 0.9])
    np.testing.assert_allclose(at["right_hip"], [0.0, -_HALF_HIPS, 0.9])
    np.testing.assert_allclose(at["left_ankle"], [0.0, _HALF_HIPS, 0.9 - _THIGH - _SHANK])
    np.testing.assert_allclose(at["left_wrist"], [-0.02405, 0.18311, 0.9 + 0.479651 - 0.274788 - 0.258947])


def test_a_pose_worked_out_by_hand(deepmimic):
    # Root a quarter turn to the left, right thigh a quarter turn forward, right knee and left elbow bent.
    frame = _standing()
    quarter = [np.sqrt(0.5), 0.0, np.sqrt(0.5), 0.0]
    frame[_ROOT : _ROOT + 4] = quarter
    frame[_RIGHT_HIP : _RIGHT_HIP + 4] = [np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]
    frame[_RIGHT_KNEE] = -0.5 * np.pi
    frame[_LEFT_ELBOW] = 0.5 * np.pi
    capture = read_deepmimic(deepmimic([frame, list(frame)]))
    at = dict(zip(capture.joints, capture.positions[0], strict=True))
    np.testing.assert_allclose(at["right_hip"], [_HALF_HIPS, 0.0, 0.9], atol=1e-12)
    np.testing.assert_allclose(at["right_knee"], [_HALF_HIPS, _THIGH, 0.9], atol=1e-12)
    np.testing.assert_allclose(at["right_ankle"], [_HALF_HIPS, _THIGH, 0.9 - _SHANK], atol=1e-12)
    np.testing.assert_allclose(at["left_wrist"] - at["left_elbow"], [0.0, 0.258947, 0.0], atol=1e-12)


def test_a_cycle_says_so_and_has_no_duration_of_its_last_frame(deepmimic):
    capture = read_deepmimic(deepmimic([_standing() for _ in range(4)], "wrap", [0.016666] * 3 + [0.0]))
    assert capture.wraps
    assert (capture.frames, capture.rate_hz) == (4, 60.0)


def test_frames_of_uneven_duration_are_resampled(deepmimic):
    durations = [0.02, 0.03, 0.02, 0.01, 0.02, 0.02, 0.0]
    frames = [_standing() for _ in durations]
    for frame, time in zip(frames, np.cumsum([0.0, *durations[:-1]]), strict=True):
        frame[1] = 1.5 * float(time)
    capture = read_deepmimic(deepmimic(frames, durations=durations))
    assert capture.rate_hz == 50.0
    assert capture.repairs == ("2 frames of uneven duration resampled",)
    np.testing.assert_allclose(capture.positions[:, 0, 0], 1.5 * np.arange(7) / 50.0, atol=1e-12)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (5, float("nan"), r"frame 2: number 6 is 'nan', expected a finite number"),
        (5, 1e300, r"frame 2: number 6 is '1e\+300'"),
        (5, "0", r"frame 2: number 6 is '0'"),
        (5, True, r"frame 2: number 6 is 'True'"),
        (_ROOT, 0.0, r"frame 2, 'root': \[0. 0. 0. 0.\] is no unit quaternion"),
        (_RIGHT_HIP + 1, 2.0, r"frame 2, 'right_hip': .* is no unit quaternion"),
    ],
)
def test_numbers_that_are_none(deepmimic, place, value, message):
    frames = [_standing() for _ in range(3)]
    frames[1][place] = value
    with pytest.raises(CaptureError, match=rf"motion\.txt: {message}"):
        read_deepmimic(deepmimic(frames))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", r"no JSON .* is the file truncated"),
        ("[1, 2]", r"no list 'Frames'"),
        ('{"Frames": 3}', r"no list 'Frames'"),
        ('{"Loop": "none", "Frames": []}', r"0 frames, expected at least 2"),
        ('{"Loop": "none", "Frames": [[1, 2, 3]]}', r"frame 1: 3 numbers, expected 44"),
        ('{"Loop": "none", "Frames": ["walk"]}', r"frame 1: 'walk', expected 44"),
        (
            json.dumps({"Loop": "twice", "Frames": [_standing()] * 2}),
            r"Loop is 'twice', expected one of none",
        ),
        (json.dumps({"Frames": [[-1.0, *_standing()[1:]]] * 3}), r"frame 1 lasts -1 s"),
        ("[" * 100000, r"no JSON"),
    ],
)
def test_what_is_wrong_and_where(tmp_path, content, message):
    path = tmp_path / "motion.json"
    path.write_text(content)
    with pytest.raises(CaptureError, match=rf"motion\.json: {message}"):
        read_deepmimic(path)


@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(share=st.floats(0.0, 1.0, exclude_max=True))
def test_a_real_file_cut_anywhere_is_refused(tmp_path, mocap, share):
    content = (mocap / "deepmimic_json" / "humanoid3d_walk.txt").read_bytes().rstrip()
    cut = tmp_path / "cut.txt"
    cut.write_bytes(content[: int(share * len(content))])
    with pytest.raises(CaptureError, match=r"cut\.txt"):
        read_deepmimic(cut)


@pytest.mark.parametrize("name", ["humanoid3d_walk", "humanoid3d_run", "walker/0walk_forward"])
def test_the_lower_foot_of_a_real_motion_stands_on_the_ground(mocap, name):
    landmarks = find_landmarks(read_deepmimic(mocap / "deepmimic_json" / f"{name}.txt"))
    balls = np.stack([landmarks[f"{side}_ball"][:, 2] for side in ("right", "left")])
    assert abs(balls.min()) < 0.06  # the run's toes dip into the ground once
    heading = landmarks["left_ball"][-1] - landmarks["left_ball"][0]
    assert heading[0] > 0.95 * np.linalg.norm(heading)
