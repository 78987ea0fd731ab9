"""Landmarks made fit for retargeting: spikes taken out, noise filtered, resampled to the control rate."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.ndimage import binary_dilation, median_filter
from scipy.signal import butter, sosfiltfilt

from biped_control.errors import MotionError
from biped_control.motion.captures.bone_jumps import above, find_bone_jumps
from biped_control.motion.captures.landmarks import LANDMARKS, Landmarks
from biped_control.motion.captures.repetition import repeated
from biped_control.robot.state import BoolArray

CUTOFF_HZ = 10.0
_MEDIAN_SPAN = 0.075  # [s]
# Seen from the joint above it, no joint leaves the median of so short a time by more than this.
_SPIKE = 0.04  # [m]
_SHORTEST = 0.5  # [s]
_REPETITIONS = 3  # of a cycle that wraps: enough for one whole gait cycle and what is looked at around it


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
    """Removes jumps and spikes, low-pass filters at 10 Hz without phase shift, resamples with cubic splines.

    A cycle that wraps is repeated, so that its ends are in the middle. What was done is added to `repairs`.

    Args:
        landmarks: as captured.
        rate_hz: wanted frames per second.

    Raises:
        MotionError: shorter than half a second, or sampled too slowly to hold motions of 10 Hz.
        CaptureError: a bone jumps about for longer than can be interpolated.
    """
    if landmarks.wraps:
        landmarks = repeated(landmarks, _REPETITIONS)
    _check_length(landmarks)
    if landmarks.rate_hz <= 2.2 * CUTOFF_HZ:
        raise MotionError(
            f"{landmarks.source}: {landmarks.rate_hz:g} frames per second, "
            f"expected more than {2.2 * CUTOFF_HZ:g}"
        )
    landmarks, faulty = _without_jumping_ends(landmarks)
    _check_length(landmarks)
    repaired, repaired_frames = _without_spikes(landmarks, faulty)
    low_pass = butter(2, CUTOFF_HZ, fs=landmarks.rate_hz, output="sos")
    points = sosfiltfilt(low_pass, repaired.points, axis=0)
    if landmarks.rate_hz != rate_hz:
        times = np.arange(len(points)) / landmarks.rate_hz
        new_times = np.arange(0.0, times[-1], 1.0 / rate_hz)
        seen = [landmarks.has(name) for name in LANDMARKS]
        resampled = np.full((len(new_times), len(LANDMARKS), 3), np.nan)
        resampled[:, seen] = CubicSpline(times, points[:, seen], axis=0)(new_times)
        points = resampled
    return CleanLandmarks(replace(repaired, rate_hz=rate_hz, points=points), repaired_frames)


def _check_length(landmarks: Landmarks) -> None:
    frames = len(landmarks.points)
    if frames < _SHORTEST * landmarks.rate_hz or frames < 16:
        raise MotionError(
            f"{landmarks.source}: {frames} frames at {landmarks.rate_hz:g} Hz; "
            f"expected at least {_SHORTEST} s of motion"
        )


def _without_jumping_ends(landmarks: Landmarks) -> tuple[Landmarks, BoolArray]:
    """The same without ends in which bones jump, and (T, 15) where they jump in what is left."""
    jumps = find_bone_jumps(landmarks)
    kept = slice(jumps.first, jumps.last + 1)
    repairs = landmarks.repairs
    for first, last in ((0, jumps.first), (jumps.last + 1, len(landmarks.points))):
        if last > first:
            which = f"frame {last}" if last == first + 1 else f"frames {first + 1} to {last}"
            repairs = (*repairs, f"{which} left out: a joint flips there")
    return replace(landmarks, points=landmarks.points[kept], repairs=repairs), jumps.faulty[kept]


def _without_spikes(landmarks: Landmarks, faulty: BoolArray) -> tuple[Landmarks, int]:
    """The same with `faulty` frames and spikes interpolated, and the number of frames concerned."""
    parents = above()
    relative = landmarks.points - landmarks.points[:, parents]
    span = 2 * int(0.5 * _MEDIAN_SPAN * landmarks.rate_hz) + 1
    deviation = np.linalg.norm(
        relative - median_filter(relative, size=(max(span, 3), 1, 1), mode="nearest"), axis=2
    )
    # Around a spike lies more of the same noise.
    near = np.ones((2 * (span // 4) + 1, 1), dtype=np.bool_)
    spikes: BoolArray = binary_dilation(deviation > _SPIKE, near) | faulty
    points = landmarks.points.copy()
    frames = np.arange(len(points))
    repairs = []
    # From the trunk out: a repaired joint carries the joints below it along.
    for index, name in enumerate(LANDMARKS):
        bad = spikes[:, index]
        if bad.any():
            repairs.append(f"{int(bad.sum())} frames of the {name.replace('_', ' ')} interpolated: it jumped")
        for axis in range(3):
            if bad.any() and not bad.all():
                relative[bad, index, axis] = np.interp(frames[bad], frames[~bad], relative[~bad, index, axis])
        if parents[index] != index:
            points[:, index] = points[:, parents[index]] + relative[:, index]
    repaired = replace(landmarks, points=points, repairs=(*landmarks.repairs, *repairs))
    return repaired, int(spikes.any(axis=1).sum())
