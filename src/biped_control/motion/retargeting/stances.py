"""Where and when the robot's feet shall stand, from where and when the captured feet stood."""

from dataclasses import dataclass, replace

import numpy as np

from biped_control.motion.foot_roll import heel_of_standing_foot
from biped_control.motion.kinematic_cycle import Foot
from biped_control.motion.retargeting.captured_cycle import CapturedCycle
from biped_control.motion.retargeting.gait_events import FootEvents
from biped_control.motion.retargeting.steady_turn import part_of
from biped_control.robot.placement import Placement
from biped_control.robot.soles import Sole
from biped_control.robot.state import FloatArray

OUTWARD: dict[Foot, float] = {"right": -1.0, "left": 1.0}  # sign of y away from the midline
_MARGIN_TO_MIDLINE = 0.005  # [m]


@dataclass(frozen=True)
class Stance:
    """How and when a foot shall stand.

    Attributes:
        heel: (2,) middle of the heel edge on the ground, for the stance that begins at `strike` [m].
        yaw: heading of the foot while it stands [rad].
        strike: frame of the heel strike.
        timing: (3,) frames from heel strike to flat, heel off, toe off.
    """

    heel: FloatArray
    yaw: float
    strike: int
    timing: tuple[int, int, int]

    def moved(self, by: Placement, frames: int) -> "Stance":
        """The same stance elsewhere and `frames` later."""
        place = by.compose(Placement(float(self.heel[0]), float(self.heel[1]), self.yaw))
        return replace(self, heel=np.array([place.x, place.y]), yaw=place.yaw, strike=self.strike + frames)


@dataclass(frozen=True)
class CycleStances:
    """Stances of both feet in a gait cycle.

    Attributes:
        of: foot -> its stance; the right one begins at frame 0.
        midline: y of the line between the feet at frame 0 [m].
        half_width: distance of the ankles from it [m].
        captured_half_width: the same in the capture, scaled [m].
    """

    of: dict[Foot, Stance]
    midline: float
    half_width: float
    captured_half_width: float


def even_stances(
    captured: CapturedCycle, events: dict[Foot, FootEvents], soles: dict[Foot, Sole], scale: float
) -> CycleStances:
    """Means of both feet of a straight walk; wider apart than captured if the soles would overlap.

    Args:
        captured: captured cycle, unscaled.
        events: captured stances.
        soles: contact rectangles of the robot's feet.
        scale: robot length over human length.
    """
    right, left = events["right"], events["left"]
    flat, heel_off, toe_off = (int(frame) for frame in np.rint(0.5 * (right.timing + left.timing)))
    yaw = 0.5 * (left.standing.yaw - right.standing.yaw)
    right_ankle, left_ankle = scale * right.standing.ankle, scale * left.standing.ankle
    midline = 0.5 * float(right_ankle[1] + left_ankle[1])
    captured_half_width = 0.5 * float(left_ankle[1] - right_ankle[1])
    half_width = max(captured_half_width, _least_half_width(soles, {"right": -yaw, "left": yaw}))
    # Both feet share the error of the step length, so that the left stands exactly half a stride ahead.
    excess = float(left_ankle[0] - right_ankle[0]) - 0.5 * scale * captured.stride
    stances: dict[Foot, Stance] = {}
    for foot, sign in OUTWARD.items():
        x = scale * events[foot].standing.ankle[0] - 0.5 * sign * excess
        heel = heel_of_standing_foot(soles[foot], np.array([x, midline + sign * half_width]), sign * yaw)
        strike = 0 if foot == "right" else captured.frames // 2
        stances[foot] = Stance(heel, sign * yaw, strike, (flat, heel_off, toe_off))
    return CycleStances(stances, midline, half_width, captured_half_width)


def own_stances(
    captured: CapturedCycle, events: dict[Foot, FootEvents], soles: dict[Foot, Sole], scale: float
) -> CycleStances:
    """Each foot as captured, as a turn needs; wider apart if the soles would overlap.

    Arguments as of `even_stances`.
    """
    first = events["right"].standing.strike
    strikes = {foot: events[foot].standing.strike - first for foot in OUTWARD}
    advance = Placement(scale * captured.advance.x, scale * captured.advance.y, captured.advance.yaw)
    # The frame that travels along with the walk, at each landing: there, left and right mean what they say.
    travelling = {foot: part_of(advance, strikes[foot] / captured.frames) for foot in OUTWARD}
    ankles, yaws = {}, {}
    for foot, frame in travelling.items():
        standing = events[foot].standing
        x, y = scale * standing.ankle[:2]
        seen = frame.inverse().compose(Placement(x, y, standing.yaw))
        ankles[foot], yaws[foot] = np.array([seen.x, seen.y]), seen.yaw
    midline = 0.5 * float(ankles["right"][1] + ankles["left"][1])
    captured_half_width = 0.5 * float(ankles["left"][1] - ankles["right"][1])
    half_width = max(captured_half_width, _least_half_width(soles, yaws))
    stances: dict[Foot, Stance] = {}
    for foot, sign in OUTWARD.items():
        ankles[foot][1] += sign * (half_width - captured_half_width)
        heel = heel_of_standing_foot(soles[foot], ankles[foot], yaws[foot])
        flat, heel_off, toe_off = (int(frame) for frame in events[foot].timing)
        local = Stance(heel, yaws[foot], 0, (flat, heel_off, toe_off))
        stances[foot] = local.moved(travelling[foot], strikes[foot])
    return CycleStances(stances, midline, half_width, captured_half_width)


def _least_half_width(soles: dict[Foot, Sole], yaws: dict[Foot, float]) -> float:
    """Half width of a walk whose flat feet just keep off the midline [m]."""
    reach = []
    for foot, sign in OUTWARD.items():
        corners = soles[foot].corners()
        across = np.sin(yaws[foot]) * corners[:, 0] + np.cos(yaws[foot]) * corners[:, 1]
        reach.append(float((-sign * across).max()))
    return max(reach) + _MARGIN_TO_MIDLINE
