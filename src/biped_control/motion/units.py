"""Units of length of captures, known or checked by the legs: all adults' are about as long."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.capture import Capture
from biped_control.motion.landmarks import LANDMARKS, landmark_joints, landmark_tracks, leg_length
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
# A stated unit may be another one in truth; those of 2.54 and 3.94 would often be ambiguous.
_MISTAKEN = (1e-3, 1e-2, 1e-1, 10.0, 100.0, 1000.0)


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
    leg = leg_length(points)
    fitting = [metres for metres in _UNITS.values() if _is_adult(leg * metres)]
    if len(fitting) != 1:
        raise CaptureError(
            f"{source}: legs of {leg:.3g} file units (hip to knee to ankle); expected "
            f"{_ADULT_LEG[0]} to {_ADULT_LEG[1]} m in one of {', '.join(_UNITS)}"
        )
    return fitting[0]


def with_adult_legs(capture: Capture) -> Capture:
    """The same, its lengths multiplied by a power of ten if the file states a wrong unit.

    Raises:
        CaptureError: the legs are as long as no adult's, whatever unit was meant.
    """
    leg = leg_length(landmark_tracks(capture))
    if _is_adult(leg) or np.isnan(leg):  # what is missing is named when the landmarks are picked
        return capture
    fitting = [factor for factor in _MISTAKEN if _is_adult(leg * factor)]
    if len(fitting) != 1:
        raise CaptureError(
            f"{capture.source}: legs of {leg:.3g} m (hip to knee to ankle), expected {_ADULT_LEG[0]} to "
            f"{_ADULT_LEG[1]} m as of an adult. Correct the unit of length that the file states"
        )
    return replace(
        capture,
        positions=capture.positions * fitting[0],
        repairs=(
            *capture.repairs,
            f"lengths multiplied by {fitting[0]:g}: legs of {leg:.3g} m are no adult's",
        ),
    )


def _is_adult(leg: float) -> bool:
    return _ADULT_LEG[0] <= leg <= _ADULT_LEG[1]
