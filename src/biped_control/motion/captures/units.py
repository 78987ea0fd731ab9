"""Units of length of captures, known or checked by the legs: all adults' are about as long."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.landmarks import LANDMARKS, landmark_joints, landmark_tracks, leg_length
from biped_control.robot.state import FloatArray

_ADULT_LEG = (0.62, 1.08)  # [m] hip to knee to ankle
# Found in files that state no unit.
_UNITS = {
    "metres": 1.0,
    "centimetres": 0.01,
    "millimetres": 0.001,
    "inches": 0.0254,
    "CMU units": 0.0254 / 0.45,
}


def metres_per_unit(source: Path, joints: Sequence[str], positions: FloatArray) -> float:
    """Guesses the unit of length of a file that states none, from the legs.

    Args:
        source: the file, for messages.
        joints: (n,) names.
        positions: (T, n, 3) in file units.

    Raises:
        CaptureError: the legs are as long as no adult's in any usual unit.
    """
    points = np.full((len(positions), len(LANDMARKS), 3), np.nan)
    for landmark, index in landmark_joints(source, joints, positions).items():
        points[:, LANDMARKS.index(landmark)] = positions[:, index]
    return adult_unit(source, leg_length(points))


def adult_unit(source: Path, leg: float) -> float:
    """The unit in which a leg of `leg` file units is an adult's [m].

    Raises:
        CaptureError: none of the usual ones is.
    """
    fitting = [metres for metres in _UNITS.values() if is_adult(leg * metres)]
    if len(fitting) != 1:
        raise CaptureError(
            f"{source}: legs of {leg:.3g} file units (hip to knee to ankle); expected "
            f"{_ADULT_LEG[0]} to {_ADULT_LEG[1]} m as of an adult in one of {', '.join(_UNITS)}. Scale the "
            "lengths of the file"
        )
    return fitting[0]


def with_adult_legs(capture: Capture) -> Capture:
    """The same, in the unit that makes its legs an adult's if they are none in the unit that the file states.

    Raises:
        CaptureError: the legs are as long as no adult's in any usual unit.
    """
    leg = leg_length(landmark_tracks(capture))
    if is_adult(leg) or np.isnan(leg):  # what is missing is named when the landmarks are picked
        return capture
    factor = metres_per_unit(capture.source, capture.joints, capture.positions / capture.unit) / capture.unit
    return replace(
        capture,
        positions=capture.positions * factor,
        unit=capture.unit * factor,
        repairs=(*capture.repairs, f"lengths multiplied by {factor:.4g}: legs of {leg:.3g} m are no adult's"),
    )


def is_adult(leg: float) -> bool:
    """Whether a leg is as long as an adult's [m]."""
    return _ADULT_LEG[0] <= leg <= _ADULT_LEG[1]
