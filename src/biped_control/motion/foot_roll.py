"""Where a standing foot is, given its pitch: on the heel edge, flat, or on the toe edge."""

import numpy as np
import pinocchio as pin

from biped_control.robot.soles import Sole
from biped_control.robot.state import FloatArray


def standing_foot_pose(sole: Sole, heel: FloatArray, yaw: float, pitch: float) -> pin.SE3:
    """Pose of the foot link while the foot stands on flat ground z = 0.

    Args:
        sole: contact rectangle of the foot.
        heel: (2,) middle of the heel edge when the foot lies flat [m].
        yaw: heading of the foot [rad].
        pitch: turn about the foot's y axis [rad]; negative lifts the toes (pivot: heel edge), positive lifts
            the heel (pivot: toe edge), zero lies flat.

    Returns:
        Foot link in the world. It is a continuous function of the pitch, and the pivot never slips.
    """
    pivot = sole.heel() if pitch < 0.0 else sole.toe()
    heading = pin.utils.rotate("z", yaw)
    rotation = heading @ pin.utils.rotate("y", pitch)
    on_ground = np.array([heel[0], heel[1], 0.0]) + heading @ (pivot - sole.heel())
    return pin.SE3(rotation, on_ground - rotation @ pivot)


def foot_pose(ankle: FloatArray, yaw: float, pitch: float) -> pin.SE3:
    """Pose of a foot link with its origin at `ankle` (3,) [m], turned by yaw, then pitch [rad]."""
    return pin.SE3(
        pin.utils.rotate("z", yaw) @ pin.utils.rotate("y", pitch), np.asarray(ankle, dtype=np.float64)
    )


def heel_of_standing_foot(sole: Sole, ankle: FloatArray, yaw: float) -> FloatArray:
    """(2,) heel point [m] of a flat foot whose link origin is at `ankle` (2,) or (3,) [m]."""
    c, s = np.cos(yaw), np.sin(yaw)
    x, y = sole.heel()[:2]
    return np.array([ankle[0] + c * x - s * y, ankle[1] + s * x + c * y])
