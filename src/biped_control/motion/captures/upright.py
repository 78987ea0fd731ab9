"""Which way is up in a capture: from the feet to the hips, whatever the file's format usually means."""

from dataclasses import replace

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.landmarks import LANDMARKS, SIDES, landmark_tracks

# The mean direction from ankles to hips lies at least so much along one axis; 0.7 is 45 degrees off.
_ALONG = 0.7
# Order of the coordinates that turns each axis into the last one without mirroring anything.
_CYCLES = {"x": [1, 2, 0], "y": [2, 0, 1], "z": [0, 1, 2]}


def turned_upright(capture: Capture) -> Capture:
    """The same with z up, if the body stands along another axis of the file than usual.

    Raises:
        CaptureError: the body stands on its head, or along no axis.
    """
    points = landmark_tracks(capture)
    hips, ankles = (
        points[:, [LANDMARKS.index(f"{side}_{joint}") for side in SIDES]].mean(axis=1)
        for joint in ("hip", "ankle")
    )
    legs = hips - ankles
    seen = np.isfinite(legs).all(axis=1)
    if not seen.any():  # what is missing is named when the landmarks are picked
        return capture
    mean = legs[seen].mean(axis=0)
    direction = mean / max(float(np.linalg.norm(mean)), 1e-9)
    place = int(np.argmax(np.abs(direction)))
    if direction[place] < -_ALONG:
        raise CaptureError(
            f"{capture.source}: upside down: the feet are {np.linalg.norm(mean):.2f} m above the hips. Turn "
            "the motion by 180 degrees about a horizontal axis; turning round one axis alone would also "
            "exchange left and right"
        )
    if direction[place] < _ALONG:
        raise CaptureError(
            f"{capture.source}: the hips are not above the feet: on average they are {mean.round(2)} m from "
            "them (x, y, z); expected a standing person with one axis up"
        )
    axis = "xyz"[place]
    if axis == "z":
        return capture
    return replace(
        capture,
        positions=np.ascontiguousarray(capture.positions[..., _CYCLES[axis]]),
        repairs=(
            *capture.repairs,
            "turned upright: the body stood along another axis than usual in the format",
        ),
    )
