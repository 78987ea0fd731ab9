"""Whether the root travels as the standing foot says: in some files it moves in another unit than the bones.

While a foot stands, it moves backward, seen from the root, as fast as the root moves forward.
"""

from dataclasses import dataclass, replace

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.capture import Capture
from biped_control.motion.landmarks import LANDMARKS, SIDES, landmark_tracks

_SPAN = 0.1  # [s] over which movements are compared
_STANDING_STILL = 0.02  # [m] within it; of slower motions nothing is said
# Steps of real captures say 0.6 (runs, which also fly) to 1.0, and agree with the root to 0.8 to 1.0.
_RATIO, _USUAL_RATIO, _AGREEMENT = (0.4, 1.6), 0.85, 0.7


@dataclass(frozen=True)
class Travel:
    """How the root and the standing foot move together.

    Attributes:
        ratio: how far the feet say that the root moves, over how far it moves.
        agreement: correlation of the two, -1 to 1.
        feet: root mean square movement of the standing foot within `_SPAN`, seen from the root [m].
    """

    ratio: float
    agreement: float
    feet: float


def measure_travel(capture: Capture) -> Travel:
    """Compares the first joint, the root, with the lower foot; zeros where there is nothing to compare."""
    root = capture.positions[:, 0]
    points = landmark_tracks(capture)
    ankles = points[:, [LANDMARKS.index(f"{side}_ankle") for side in SIDES]] - root[:, None]
    span = max(1, round(_SPAN * capture.rate_hz))
    seen = np.isfinite(ankles).all(axis=(1, 2))
    if seen.sum() <= 2 * span:
        return Travel(0.0, 0.0, 0.0)
    # Seen from the root, and each from its own lowest place: the height of the root may be as wrong as its
    # travel, and markers of both feet sit differently.
    heights = ankles[..., 2] - np.quantile(ankles[seen, :, 2], 0.1, axis=0)
    lower = np.argmin(np.nan_to_num(heights), axis=1)
    same = (lower[span:] == lower[:-span]) & seen[span:] & seen[:-span]
    at = np.flatnonzero(same)
    forward = root[at + span, :2] - root[at, :2]
    backward = ankles[at + span, lower[at], :2] - ankles[at, lower[at], :2]
    of_root, of_feet = float((forward**2).sum()), float((backward**2).sum())
    if of_root == 0.0 or of_feet == 0.0:
        return Travel(0.0, 0.0, 0.0)
    together = -float((forward * backward).sum())
    return Travel(
        together / of_root, together / np.sqrt(of_root * of_feet), float(np.sqrt(of_feet / len(at)))
    )


def with_travel_of_the_feet(capture: Capture) -> Capture:
    """The same, the travel of its root multiplied by a power of ten if it is in another unit than the bones.

    Raises:
        CaptureError: root and feet disagree in another way.
    """
    travel = measure_travel(capture)
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
