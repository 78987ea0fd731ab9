"""Whether the root travels as the standing foot says: in some files it moves in another unit than the bones.

While a foot stands, it moves backward, seen from the root, as fast as the root moves forward.
"""

from dataclasses import dataclass, replace

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.landmarks import LANDMARKS, SIDES, landmark_tracks
from biped_control.robot.state import FloatArray

_SPAN = 0.1  # [s] over which movements are compared
_STANDING_STILL = 0.02  # [m] within it; of slower motions nothing is said
# Steps of real captures say 0.6 (runs, which also fly) to 1.0, and agree with the root to 0.8 to 1.0.
_RATIO, _USUAL_RATIO, _AGREEMENT = (0.4, 1.6), 0.85, 0.7
# On a treadmill the root moves less than this part of what the feet do, and they more than that part one way.
_IN_PLACE, _STEADY = 0.5, 0.6
_FLAT = 0.3  # part of the frames in which the lower foot is surely flat
_ANKLES = np.array([LANDMARKS.index(f"{side}_ankle") for side in SIDES])


@dataclass(frozen=True)
class Travel:
    """How the root and the standing foot move together.

    Attributes:
        ratio: how far the feet say that the root moves, over how far it moves.
        agreement: correlation of the two, -1 to 1.
        root, feet: root mean square movements of the root, and of the standing foot seen from it, within
            `_SPAN` [m].
        slide: (2,) median velocity of the standing foot in the world [m/s].
    """

    ratio: float
    agreement: float
    root: float
    feet: float
    slide: FloatArray


def measure_travel(capture: Capture) -> Travel:
    """Compares the first joint, the root, with the lower foot; zeros where there is nothing to compare."""
    nothing = Travel(0.0, 0.0, 0.0, 0.0, np.zeros(2))
    root = capture.positions[:, 0]
    points = landmark_tracks(capture)
    ankles = points[:, _ANKLES] - root[:, None]
    span = max(1, round(_SPAN * capture.rate_hz))
    seen = np.asarray(np.isfinite(ankles).all(axis=(1, 2)), dtype=np.bool_)
    if seen.sum() <= 2 * span:
        return nothing
    # Seen from the root, and each from its own lowest place: the height of the root may be as wrong as its
    # travel, and markers of both feet sit differently.
    heights = ankles[..., 2] - np.quantile(ankles[seen, :, 2], 0.1, axis=0)
    lower = np.argmin(np.nan_to_num(heights), axis=1)
    same = (lower[span:] == lower[:-span]) & seen[span:] & seen[:-span]
    at = np.flatnonzero(same)
    forward = root[at + span, :2] - root[at, :2]
    backward = ankles[at + span, lower[at], :2] - ankles[at, lower[at], :2]
    of_root, of_feet = float((forward**2).sum()), float((backward**2).sum())
    if of_feet == 0.0:
        return nothing
    together = -float((forward * backward).sum())
    return Travel(
        ratio=together / of_root if of_root else 0.0,
        agreement=together / np.sqrt(of_root * of_feet) if of_root else 0.0,
        root=float(np.sqrt(of_root / len(at))),
        feet=float(np.sqrt(of_feet / len(at))),
        slide=_slide(points[at, _ANKLES[lower[at]], 2], (forward + backward) * capture.rate_hz / span),
    )


def _slide(heights: FloatArray, velocities: FloatArray) -> FloatArray:
    """(2,) median velocity of a foot while it is low: flat, neither landing nor flying."""
    median: FloatArray = np.median(velocities[heights <= np.quantile(heights, _FLAT)], axis=0)
    return median


def with_travel_of_the_feet(capture: Capture) -> Capture:
    """The same, the travel of its root multiplied by a power of ten if it is in another unit than the bones.

    A walk in place, as on a treadmill, gets the speed of the belt.

    Raises:
        CaptureError: root and feet disagree in another way.
    """
    travel = measure_travel(capture)
    if _is_on_treadmill(travel):
        belt = -travel.slide
        times = np.arange(capture.frames) / capture.rate_hz
        positions = capture.positions.copy()
        positions[..., :2] += times[:, None, None] * belt
        done = f"walked in place, as on a treadmill: travel of {np.linalg.norm(belt):.2f} m/s added"
        return replace(capture, positions=positions, repairs=(*capture.repairs, done))
    if (
        travel.feet < _STANDING_STILL
        or abs(travel.agreement) < _AGREEMENT
        or _RATIO[0] < travel.ratio < _RATIO[1]
    ):
        return capture
    root = capture.joints[0]
    if travel.ratio > 0.0:
        factor = 10.0 ** round(np.log10(travel.ratio / _USUAL_RATIO))
        moved = replace(capture, positions=capture.positions + (factor - 1.0) * capture.positions[:, :1])
        if factor != 1.0 and _RATIO[0] < measure_travel(moved).ratio < _RATIO[1]:
            done = f"travel of '{root}' multiplied by {factor:g}: standing feet slid"
            return replace(moved, repairs=(*capture.repairs, done))
    raise CaptureError(
        f"{capture.source}: '{root}' moves {1.0 / travel.ratio:.3g} times as far as the standing foot pushes "
        "it; expected about 1. Correct the unit, the axes or the signs of its translation"
    )


def _is_on_treadmill(travel: Travel) -> bool:
    """Whether standing feet slide steadily one way under a root that hardly moves."""
    steady = float(np.linalg.norm(travel.slide)) * _SPAN
    return (
        travel.feet > _STANDING_STILL
        and abs(travel.agreement) < _AGREEMENT
        and travel.root < _IN_PLACE * travel.feet
        and steady > _STEADY * travel.feet
    )
