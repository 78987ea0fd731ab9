from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.captures.capture_cleaning import clean_landmarks
from biped_control.motion.captures.landmarks import LANDMARKS, REQUIRED, Landmarks


def _swaying(rate_hz: float, hertz: float, seconds: float = 3.0) -> Landmarks:
    """Everything sways together, so that nothing counts as a spike."""
    times = np.arange(round(seconds * rate_hz)) / rate_hz
    sway = 0.1 * np.sin(2.0 * np.pi * hertz * times)
    places = np.arange(len(LANDMARKS) * 3.0).reshape(-1, 3)
    return Landmarks(Path("take"), rate_hz, places + sway[:, None, None])


@pytest.mark.parametrize(("hertz", "kept"), [(1.0, 1.0), (3.0, 0.99), (10.0, 0.5), (30.0, 0.013)])
def test_low_pass_of_ten_hertz(hertz, kept):
    landmarks = _swaying(240.0, hertz)
    clean = clean_landmarks(landmarks, 240.0).landmarks
    middle = slice(240, 480)
    sway = (landmarks.points - landmarks.points.mean(axis=0))[middle, 0, 0]
    left = (clean.points - landmarks.points.mean(axis=0))[middle, 0, 0]
    assert left @ sway / (sway @ sway) == pytest.approx(kept, abs=0.01)  # in phase with the input
    assert left @ left / (sway @ sway) == pytest.approx(kept**2, abs=0.02)  # and nothing else left


def test_resampling_hits_the_true_motion():
    fast = clean_landmarks(_swaying(30.0, 0.7), 120.0).landmarks
    assert fast.rate_hz == 120.0
    truth = _swaying(120.0, 0.7).points[: len(fast.points)]
    assert np.abs(fast.points - truth)[60:-60].max() < 2e-4


def test_a_jumping_foot_is_repaired_and_counted(stick_walker):
    landmarks = stick_walker().landmarks()
    spiky = landmarks.points.copy()
    spiky[200:202, LANDMARKS.index("left_ball")] += [0.1, 0.05, -0.08]
    clean = clean_landmarks(replace(landmarks, points=spiky), 120.0)
    assert 2 <= clean.repaired_frames <= 8
    expected = clean_landmarks(landmarks, 120.0)
    assert expected.repaired_frames == 0
    assert np.abs(clean.landmarks.points - expected.landmarks.points).max() < 0.004


def test_a_repaired_joint_carries_the_joints_below_it(stick_walker):
    landmarks = stick_walker().landmarks()
    spiky = landmarks.points.copy()
    arm = [LANDMARKS.index(f"right_{joint}") for joint in ("shoulder", "elbow", "wrist")]
    spiky[100, arm] += [0.0, 0.3, 0.0]
    clean = clean_landmarks(replace(landmarks, points=spiky), 120.0)
    assert np.abs(clean.landmarks.points - clean_landmarks(landmarks, 120.0).landmarks.points).max() < 0.004


def test_an_absent_upper_body_stays_absent(stick_walker):
    landmarks = stick_walker().landmarks()
    legs = landmarks.points.copy()
    upper = [i for i, name in enumerate(LANDMARKS) if name not in REQUIRED]
    legs[:, upper] = np.nan
    for rate in (120.0, 100.0):
        expected = clean_landmarks(landmarks, rate).landmarks
        clean = clean_landmarks(replace(landmarks, points=legs), rate).landmarks
        assert clean.absent == tuple(LANDMARKS[i] for i in upper)
        for name in REQUIRED:
            np.testing.assert_allclose(clean[name], expected[name], atol=1e-12)


@pytest.mark.parametrize(
    ("rate", "seconds", "message"),
    [(120.0, 0.3, r"36 frames at 120 Hz"), (20.0, 5.0, r"20 frames per second")],
)
def test_too_short_or_too_slow(rate, seconds, message):
    with pytest.raises(MotionError, match=f"take: {message}"):
        clean_landmarks(_swaying(rate, 1.0, seconds), 120.0)
