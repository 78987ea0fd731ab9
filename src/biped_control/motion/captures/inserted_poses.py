"""Frames that do not belong to the motion: inserted T-poses, and what lies beyond a jump of the body."""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.ndimage import median_filter

from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.landmarks import LANDMARKS, SIDES, landmark_tracks
from biped_control.robot.state import BoolArray, FloatArray

# So far from one frame to the next nobody moves, whatever the rate, and so fast never [m], [m/s]; and a jump
# is this much faster than the motion around it.
_JUMP, _JUMP_SPEED, _TIMES_USUAL = 0.1, 6.0, 5.0
_AROUND = 0.15  # [s] on either side
_INSERTED = 0.25  # [s]; a longer part between two jumps is no insertion


@dataclass(frozen=True)
class _Part:
    """Frames start .. stop - 1, between two jumps."""

    start: int
    stop: int

    @property
    def frames(self) -> int:
        return self.stop - self.start


def without_inserted_poses(capture: Capture) -> Capture:
    """Keeps the longest part without a jump of the whole body.

    A few frames between two jumps, behind which the motion goes on, are taken out if they were inserted, and
    interpolated if they stand in place of others. A jump of one limb is no jump of the body.
    """
    hips, relative = _body(capture)
    jumps = _jumps(hips, relative, capture.rate_hz)
    if not jumps.any():
        return capture
    edges = [0, *(np.flatnonzero(jumps) + 1), capture.frames]
    parts = [_Part(int(start), int(stop)) for start, stop in pairwise(edges)]
    whole, strange = _longest(parts, relative, capture.rate_hz)
    repairs = list(capture.repairs)
    for part in (_Part(0, whole.start), _Part(whole.stop, capture.frames)):
        if part.frames:
            short = part.frames <= _INSERTED * capture.rate_hz
            why = "an inserted T-pose?" if short else "two takes in one file, or markers exchanged?"
            repairs.append(f"{_in_words(part)} left out: the body jumps there ({why})")
    positions = capture.positions.copy()
    kept = np.zeros(capture.frames, dtype=np.bool_)
    kept[whole.start : whole.stop] = True
    for part in strange:
        usual = float(np.median(np.linalg.norm(np.diff(hips[whole.start : whole.stop], axis=0), axis=1)))
        travel = float(np.linalg.norm(hips[part.stop] - hips[part.start - 1]))
        if usual > 1e-3 and travel < 0.5 * usual * (part.frames + 2):
            kept[part.start : part.stop] = False
            repairs.append(f"{_in_words(part)} left out: inserted into the motion")
        else:
            _interpolate(positions, part)
            repairs.append(f"{_in_words(part)} interpolated: another pose than before and after")
    return replace(capture, positions=positions[kept], repairs=tuple(repairs))


def _body(capture: Capture) -> tuple[FloatArray, FloatArray]:
    """(T, 3) middle of the hips and (T, 15, 3) landmarks relative to it."""
    points = landmark_tracks(capture)
    hips = points[:, [LANDMARKS.index(f"{side}_hip") for side in SIDES]].mean(axis=1)
    return hips, points - hips[:, None]


def _jumps(hips: FloatArray, relative: FloatArray, rate_hz: float) -> BoolArray:
    """(T - 1,) whether the body jumps from a frame to the next: limbs of both sides at once, or the hips."""
    farthest = max(_JUMP, _JUMP_SPEED / rate_hz)

    def sudden(tracks: FloatArray) -> BoolArray:
        steps = np.nan_to_num(np.linalg.norm(np.diff(tracks, axis=0), axis=2))
        around = 2 * round(_AROUND * rate_hz) + 1
        usual = median_filter(steps, size=(around, 1), mode="mirror")
        jumping: BoolArray = (steps > farthest) & (steps > _TIMES_USUAL * usual)
        return jumping

    if len(hips) < 3:
        return np.zeros(max(0, len(hips) - 1), dtype=np.bool_)
    limbs = sudden(relative)
    sides = [limbs[:, [name.startswith(side) for name in LANDMARKS]].any(axis=1) for side in SIDES]
    return np.asarray(sides[0] & sides[1] | sudden(hips[:, None])[:, 0], dtype=np.bool_)


def _longest(parts: list[_Part], relative: FloatArray, rate_hz: float) -> tuple[_Part, list[_Part]]:
    """Span of the longest motion that goes on behind insertions, and the insertions within it."""
    motions: list[tuple[_Part, list[_Part]]] = []
    inserted: _Part | None = None
    for number, part in enumerate(parts):
        if inserted is not None:
            whole, strange = motions[-1]
            motions[-1] = _Part(whole.start, part.stop), [*strange, inserted]
            inserted = None
        elif (
            0 < number < len(parts) - 1
            and part.frames <= _INSERTED * rate_hz
            and _goes_on(parts[number - 1], part, relative, rate_hz)
        ):
            inserted = part
        else:
            motions.append((part, []))
    return max(motions, key=lambda motion: motion[0].frames)


def _goes_on(before: _Part, part: _Part, relative: FloatArray, rate_hz: float) -> bool:
    """Whether the pose behind `part` is the one before it, give or take what a body moves meanwhile."""
    apart = np.linalg.norm(relative[part.stop] - relative[part.start - 1], axis=1)
    return bool(np.nanmax(apart) < max(_JUMP, _JUMP_SPEED * (part.frames + 1) / rate_hz))


def _interpolate(positions: FloatArray, part: _Part) -> None:
    """Replaces the frames of `part`, in place."""
    around = np.r_[max(0, part.start - 4) : part.start, part.stop : min(len(positions), part.stop + 4)]
    seen = np.isfinite(positions[around]).all(axis=(0, 2))
    positions[part.start : part.stop, ~seen] = np.nan
    if seen.any():
        spline = CubicSpline(around, positions[around][:, seen], axis=0)
        positions[part.start : part.stop, seen] = spline(np.arange(part.start, part.stop))


def _in_words(part: _Part) -> str:
    return f"frame {part.start + 1}" if part.frames == 1 else f"frames {part.start + 1} to {part.stop}"
