"""Landmarks made fit for retargeting: spikes taken out, noise filtered, resampled to the control rate."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.ndimage import binary_dilation, median_filter
from scipy.signal import butter, sosfiltfilt

from biped_control.errors import MotionError
from biped_control.motion.landmarks import LANDMARKS, SIDES, Landmarks
from biped_control.robot.state import BoolArray

CUTOFF_HZ = 10.0
_MEDIAN_SPAN = 0.075  # [s]
# Seen from the joint above it, no joint leaves the median of so short a time by more than this.
_SPIKE = 0.04  # [m]
_SHORTEST = 0.5  # [s]

# The joint above: spikes are judged against it, so that a fast swing of the whole leg is none.
_ABOVE = {"lower_back": "lower_back"} | {
    f"{side}_{joint}": above.format(side=side)
    for side in SIDES
    for joint, above in {
        "hip": "lower_back",
        "knee": "{side}_hip",
        "ankle": "{side}_knee",
        "ball": "{side}_ankle",
        "shoulder": "lower_back",
        "elbow": "{side}_shoulder",
        "wrist": "{side}_elbow",
    }.items()
}


@dataclass(frozen=True)
class CleanLandmarks:
    """Clean landmarks and what was done to them.

    Attributes:
        landmarks: at the wanted rate.
        repaired_frames: frames of the file in which some joint had a spike.
    """

    landmarks: Landmarks
    repaired_frames: int


def clean_landmarks(landmarks: Landmarks, rate_hz: float) -> CleanLandmarks:
    """Removes spikes, low-pass filters at 10 Hz without phase shift and resamples with cubic splines.

    Args:
        landmarks: as captured.
        rate_hz: wanted frames per second.

    Raises:
        MotionError: shorter than half a second, or sampled too slowly to hold motions of 10 Hz.
    """
    frames = len(landmarks.points)
    if frames < _SHORTEST * landmarks.rate_hz or frames < 16:
        raise MotionError(
            f"{landmarks.source}: {frames} frames at {landmarks.rate_hz:g} Hz; "
            f"expected at least {_SHORTEST} s of motion"
        )
    if landmarks.rate_hz <= 2.2 * CUTOFF_HZ:
        raise MotionError(
            f"{landmarks.source}: {landmarks.rate_hz:g} frames per second, "
            f"expected more than {2.2 * CUTOFF_HZ:g}"
        )
    repaired, spikes = _without_spikes(landmarks)
    low_pass = butter(2, CUTOFF_HZ, fs=landmarks.rate_hz, output="sos")
    points = sosfiltfilt(low_pass, repaired.points, axis=0)
    if landmarks.rate_hz != rate_hz:
        times = np.arange(frames) / landmarks.rate_hz
        new_times = np.arange(0.0, times[-1], 1.0 / rate_hz)
        seen = [landmarks.has(name) for name in LANDMARKS]
        resampled = np.full((len(new_times), len(LANDMARKS), 3), np.nan)
        resampled[:, seen] = CubicSpline(times, points[:, seen], axis=0)(new_times)
        points = resampled
    return CleanLandmarks(replace(landmarks, rate_hz=rate_hz, points=points), int(spikes.any(axis=1).sum()))


def _without_spikes(landmarks: Landmarks) -> tuple[Landmarks, BoolArray]:
    """The same with spikes interpolated, and (T, 15) where they were."""
    above = [LANDMARKS.index(_ABOVE[name]) for name in LANDMARKS]
    relative = landmarks.points - landmarks.points[:, above]
    span = 2 * int(0.5 * _MEDIAN_SPAN * landmarks.rate_hz) + 1
    deviation = np.linalg.norm(
        relative - median_filter(relative, size=(max(span, 3), 1, 1), mode="nearest"), axis=2
    )
    # Around a spike lies more of the same noise.
    near = np.ones((2 * (span // 4) + 1, 1), dtype=np.bool_)
    spikes: BoolArray = binary_dilation(deviation > _SPIKE, near)
    points = landmarks.points.copy()
    frames = np.arange(len(points))
    # From the trunk out: a repaired joint carries the joints below it along.
    for index, name in enumerate(LANDMARKS):
        bad = spikes[:, index]
        for axis in range(3):
            if bad.any() and not bad.all():
                relative[bad, index, axis] = np.interp(frames[bad], frames[~bad], relative[~bad, index, axis])
        if _ABOVE[name] != name:
            points[:, index] = points[:, above[index]] + relative[:, index]
    return replace(landmarks, points=points), spikes
