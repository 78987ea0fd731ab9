"""In words what a take shows that is no walk."""

import numpy as np

from biped_control.motion.captures.landmarks import Landmarks
from biped_control.motion.kinematic_cycle import FEET

# Parts of the length of a leg: travel that is none, and how high both feet are only in a jump.
_IN_PLACE, _JUMP = 0.6, 0.3
_BACKWARD = np.radians(135.0)  # of the body's heading off the way it goes


def stays_in_place(landmarks: Landmarks) -> str | None:
    """That the person stands or jumps in place; None for one who goes somewhere."""
    hips = 0.5 * (landmarks["left_hip"] + landmarks["right_hip"])
    travel = float(np.linalg.norm(np.ptp(hips[:, :2], axis=0)))
    if travel > _IN_PLACE * landmarks.leg_length:
        return None
    ankles = np.stack([landmarks[f"{foot}_ankle"][:, 2] for foot in FEET], axis=1)
    height = float((ankles - np.quantile(ankles, 0.05, axis=0)).min(axis=1).max())
    if height > _JUMP * landmarks.leg_length:
        return f"the person jumps in place: both feet are {height:.2f} m up"
    return f"the person stands: the hips stay within {travel:.2f} m"


def goes_off(angle: float) -> str:
    """Which way the person goes whose body faces `angle` [rad] off it."""
    way = "backward" if abs(angle) > _BACKWARD else "sideways"
    return f"the person goes {way}: the body faces {np.degrees(angle):.0f} degrees off the way it goes"
