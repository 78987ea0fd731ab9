"""Where and when the robot's feet shall stand, from where and when the captured feet stood."""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.cycle_extraction import CapturedCycle
from biped_control.motion.foot_roll import heel_of_standing_foot
from biped_control.motion.gait_events import FootEvents
from biped_control.motion.kinematic_cycle import Foot
from biped_control.robot.soles import Sole
from biped_control.robot.state import FloatArray

OUTWARD: dict[Foot, float] = {"right": -1.0, "left": 1.0}  # sign of y away from the midline
_MARGIN_TO_MIDLINE = 0.005  # [m]


@dataclass(frozen=True)
class Stance:
    """How and when a foot shall stand.

    Attributes:
        heel: (2,) middle of the heel edge on the ground, for the stance that begins at `strike` [m].
        yaw: heading of the foot, held through stance and swing [rad].
        strike: frame of the heel strike.
        timing: (3,) frames from heel strike to flat, heel off, toe off.
    """

    heel: FloatArray
    yaw: float
    strike: int
    timing: tuple[int, int, int]


@dataclass(frozen=True)
class EvenStances:
    """Stances of both feet of a symmetric walk.

    Attributes:
        of: foot -> its stance; the left one stands half a stride and half a cycle after the right one.
        midline: y of the line between the feet [m].
        half_width: distance of the ankles from it [m].
        captured_half_width: the same in the capture, scaled [m].
    """

    of: dict[Foot, Stance]
    midline: float
    half_width: float
    captured_half_width: float


def even_stances(
    captured: CapturedCycle, events: dict[Foot, FootEvents], soles: dict[Foot, Sole], scale: float
) -> EvenStances:
    """Means of both feet; wider apart than captured if the robot's feet would reach over the midline.

    Args:
        captured: captured cycle, unscaled.
        events: captured stances.
        soles: contact rectangles of the robot's feet.
        scale: robot length over human length.
    """
    right, left = events["right"], events["left"]
    flat, heel_off, toe_off = (int(frame) for frame in np.rint(0.5 * (right.timing + left.timing)))
    yaw = 0.5 * (left.yaw - right.yaw)
    midline = 0.5 * scale * float(right.ankle[1] + left.ankle[1])
    captured_half_width = 0.5 * scale * float(left.ankle[1] - right.ankle[1])
    needed = max(_inward_reach(soles[foot], sign, sign * yaw) for foot, sign in OUTWARD.items())
    half_width = max(captured_half_width, needed + _MARGIN_TO_MIDLINE)
    # Both feet share the error of the step length, so that the left stands exactly half a stride ahead.
    excess = scale * float(left.ankle[0] - right.ankle[0] - 0.5 * captured.stride)
    stances: dict[Foot, Stance] = {}
    for foot, sign in OUTWARD.items():
        ankle = np.array([scale * events[foot].ankle[0] - 0.5 * sign * excess, midline + sign * half_width])
        heel = heel_of_standing_foot(soles[foot], ankle, sign * yaw)
        strike = 0 if foot == "right" else captured.frames // 2
        stances[foot] = Stance(heel, sign * yaw, strike, (flat, heel_off, toe_off))
    return EvenStances(stances, midline, half_width, captured_half_width)


def _inward_reach(sole: Sole, sign: float, yaw: float) -> float:
    """How far a flat foot at `yaw` reaches from its ankle towards the other foot [m]."""
    corners = sole.corners()
    across = np.sin(yaw) * corners[:, 0] + np.cos(yaw) * corners[:, 1]
    return float((-sign * across).max())
