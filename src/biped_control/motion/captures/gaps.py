"""Frames in which a point was not seen: short ones are interpolated, long ones are named."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.interpolate import CubicSpline

from biped_control.robot.state import FloatArray

LONGEST_GAP = 0.2  # [s]; longer, a spline would make up a part of the motion


@dataclass(frozen=True)
class Filled:
    """A track whose short gaps have been interpolated.

    Attributes:
        track: (T, 3); still NaN in long gaps, and before the point was first and after it was last seen.
        frames: number of interpolated frames.
        long_gaps: first and last frame, from 1, of each gap that is too long.
    """

    track: FloatArray
    frames: int
    long_gaps: tuple[tuple[int, int], ...]


def fill_gaps(track: FloatArray, rate_hz: float) -> Filled:
    """Interpolates short gaps of a (T, 3) track with a cubic spline through the frames around them."""
    seen = np.isfinite(track).all(axis=1)
    filled = track.copy()
    frames, long_gaps = 0, []
    places = np.flatnonzero(seen)
    if len(places) < 2:
        return Filled(filled, 0, ())
    spline = None
    for before, after in pairwise(places):
        missing = int(after - before) - 1
        if missing > LONGEST_GAP * rate_hz:
            long_gaps.append((int(before) + 2, int(after)))
        elif missing:
            spline = spline or CubicSpline(places, track[seen])
            filled[before + 1 : after] = spline(np.arange(before + 1, after))
            frames += missing
    return Filled(filled, frames, tuple(long_gaps))


def in_words(gaps: tuple[tuple[int, int], ...]) -> str:
    """Gaps for a message: "frames 12 to 80 and 95 to 130"."""
    shown = " and ".join(f"{first} to {last}" for first, last in gaps[:3])
    return f"frames {shown}" + (f" and {len(gaps) - 3} more" if len(gaps) > 3 else "")
