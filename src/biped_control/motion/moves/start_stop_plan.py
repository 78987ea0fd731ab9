"""Two steps from standing to walking, or from walking to standing: where and when the feet stand.

Both ways the left foot steps first, then the right one: walks begin with a heel strike of the right foot. The
stand's feet are on the ground from the beginning, or to the end, of the clip.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from biped_control.motion.kinematic_cycle import FEET, HEEL_COLUMN, Foot
from biped_control.motion.steps.step_clock import smooth
from biped_control.motion.steps.step_template import GaitTemplate
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray

ALWAYS = 1_000_000  # frames; before and after everything


@dataclass(frozen=True)
class Hold:
    """One foot on the ground.

    Attributes:
        heel: (3,) middle of the heel edge x, y [m] and yaw [rad].
        strike, flat, heel_off, toe_off: frames at which contact begins or ends.
    """

    heel: FloatArray
    strike: int
    flat: int
    heel_off: int
    toe_off: int

    @property
    def of_stand(self) -> bool:
        """It belongs to the stand, not to the walk."""
        return self.strike == -ALWAYS or self.toe_off == ALWAYS


@dataclass(frozen=True)
class StartStopPlan:
    """Footholds and times of a start or a stop.

    Attributes:
        way: which of both.
        frames: T of the clip.
        holds: all footholds of each foot in the order of time.
        advance: frame of the hub that follows.
        gait: what the walk teaches.
        blended: frames between which the body changes from one hub to the other.
    """

    way: Literal["start", "stop"]
    frames: int
    holds: dict[Foot, tuple[Hold, ...]]
    advance: Placement
    gait: GaitTemplate
    blended: tuple[int, int]

    def hold(self, foot: Foot, frame: int) -> int:
        """Number of the latest foothold at `frame`."""
        return max(number for number, hold in enumerate(self.holds[foot]) if hold.strike <= frame)

    def step_at(self, frame: int) -> int:
        """Number of the step that is under way, counted from 1."""
        return max(sum(self.hold(foot, frame) for foot in FEET), 1)

    def contacts(self) -> BoolArray:
        """(T + 2, 4)."""
        contacts = np.zeros((self.frames + 2, 4), dtype=np.bool_)
        for foot in FEET:
            for frame in range(len(contacts)):
                hold = self.holds[foot][self.hold(foot, frame)]
                contacts[frame, HEEL_COLUMN[foot]] = frame < hold.heel_off
                contacts[frame, HEEL_COLUMN[foot] + 1] = hold.flat <= frame < hold.toe_off
        return contacts

    def footholds(self) -> FloatArray:
        """(T + 2, 2, 3) that each frame belongs to."""
        return np.array(
            [
                [self.holds[foot][self.hold(foot, frame)].heel for foot in FEET]
                for frame in range(self.frames + 2)
            ]
        )

    def walking(self, frame: int) -> float:
        """Share of the walk in the body's pose, 0 to 1."""
        first, last = self.blended
        share = smooth((frame - first) / (last - first))
        return share if self.way == "start" else 1.0 - share

    def beats(self, frame: int) -> float:
        """Phase of the walk, counted from its frame 0."""
        return (frame - (self.frames if self.way == "start" else 0)) / self.gait.beat


def plan_start(gait: GaitTemplate, stand: FloatArray, shift_frames: int, first_step: float) -> StartStopPlan:
    """From standing to walking.

    Args:
        gait: the walk.
        stand: (2, 3) footholds of the stand, heels side by side.
        shift_frames: until the left foot leaves the ground.
        first_step: length of the left foot's step [m].
    """
    right, left = gait.feet["right"], gait.feet["left"]
    swing = round((2.0 - left.timing[2]) * gait.beat)
    strike = shift_frames + swing
    end = strike + gait.beat
    half_step = right.offset[0] + gait.step - left.offset[0]  # from the left heel to the next right one
    middle = float(stand[:, 1].mean())
    on_left = np.array([stand[1, 0] + first_step, middle + left.offset[1], left.offset[2]])
    on_right = np.array([on_left[0] + half_step, middle + right.offset[1], right.offset[2]])
    lifts = round((left.timing[2] - left.timing[1]) * gait.beat / 2)
    before = [round(moment * gait.beat) + end - 2 * gait.beat for moment in right.timing[1:]]
    holds: dict[Foot, tuple[Hold, ...]] = {
        "right": (
            Hold(stand[0], -ALWAYS, -ALWAYS, before[0], before[1]),
            _in_gait(gait, "right", on_right, end),
        ),
        "left": (
            Hold(stand[1], -ALWAYS, -ALWAYS, shift_frames - lifts, shift_frames),
            _in_gait(gait, "left", on_left, strike),
        ),
    }
    advance = Placement(float(on_right[0] - right.offset[0] - gait.origin), middle)
    return StartStopPlan("start", end, holds, advance, gait, (shift_frames // 2, strike))


def plan_stop(gait: GaitTemplate, stand: FloatArray, rest_frames: int, last_step: float) -> StartStopPlan:
    """From walking to standing.

    Args:
        gait: the walk.
        stand: (2, 3) footholds of the stand, heels side by side.
        rest_frames: from the landing of the right foot to the end of the clip.
        last_step: length of the left foot's step before the right one comes beside it [m].
    """
    right, left = gait.feet["right"], gait.feet["left"]
    on_right = np.array([gait.origin, 0.0, 0.0]) + right.offset
    behind = np.array([gait.origin - gait.step, 0.0, 0.0]) + left.offset
    swing = round((2.0 - right.timing[2]) * gait.beat)
    beside = gait.beat + round((left.timing[2] - 1.0) * gait.beat) + swing
    # The left foot stays on its line: the body is on its way from there to the middle of the stand.
    shift = np.array([on_right[0] + last_step - stand[1, 0], left.offset[1] - stand[1, 1], 0.0])
    stop_right, stop_left = stand + shift
    flat = round(right.timing[0] * gait.beat)
    first, second = _in_gait(gait, "left", behind, -gait.beat), _in_gait(gait, "right", on_right, 0)
    holds: dict[Foot, tuple[Hold, ...]] = {
        "right": (second, Hold(stop_right, beside, beside + flat, ALWAYS, ALWAYS)),
        "left": (first, Hold(stop_left, gait.beat, gait.beat + flat, ALWAYS, ALWAYS)),
    }
    advance = Placement(float(shift[0]), float(shift[1]))
    end = beside + rest_frames
    return StartStopPlan("stop", end, holds, advance, gait, (gait.beat // 2, beside + rest_frames // 2))


def _in_gait(gait: GaitTemplate, foot: Foot, heel: FloatArray, strike: int) -> Hold:
    flat, heel_off, toe_off = (strike + round(moment * gait.beat) for moment in gait.feet[foot].timing)
    return Hold(heel, strike, flat, heel_off, toe_off)
