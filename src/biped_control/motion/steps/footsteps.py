"""A plan of footsteps: where each foot stands and when, from one gait cycle to another.

The plan is a chain of points on the middle line, one a beat, each with a heading; each step leads from one to
the next. Footholds lie beside them as in the hubs. All times are frames of the clip; beats and footfalls are
counted from the right heel strike of frame 0.
"""

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import CubicSpline

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.motion.steps.step_balance import BalancedSteps, WantedSteps, balance_steps
from biped_control.motion.steps.step_clock import StepClock, smooth
from biped_control.motion.steps.step_recipe import StepRecipe
from biped_control.motion.steps.step_template import GaitTemplate
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

_LARGEST_SPEED_ERROR = 0.1  # [m/s] that the optimization makes up for with the trunk


@dataclass(frozen=True)
class Footfall:
    """One foot on the ground.

    Attributes:
        number: of its beat.
        foot: which foot.
        middle: point of the middle line, and its heading.
        heel: middle of the heel edge [m] and yaw of the foot [rad].
        share: how much of the end hub is in it, 0 to 1.
        strike, toe_contact, heel_off, toe_off: frames at which contact begins or ends.
    """

    number: int
    foot: Foot
    middle: Placement
    heel: Placement
    share: float
    strike: int
    toe_contact: int
    heel_off: int
    toe_off: int

    @property
    def axes(self) -> Placement:
        """Heel of the foothold, with axes along the walk instead of the foot."""
        return Placement(self.heel.x, self.heel.y, self.middle.yaw)


@dataclass(frozen=True)
class FootstepPlan:
    """Footsteps between two hubs.

    Attributes:
        footfalls: numbers -2 to steps + 2: those of the clip and those that it comes from and leads to.
        clock: when.
        body: (T + 2, 3) x, y [m] and heading [rad] of the frame that the body is seen from.
        start, end: what the hubs teach.
        lift: how much higher than theirs feet swing [m].
    """

    footfalls: tuple[Footfall, ...]
    clock: StepClock
    body: FloatArray
    start: GaitTemplate
    end: GaitTemplate
    lift: float

    @property
    def steps(self) -> int:
        """Number of the last footfall, which the end hub begins with."""
        return len(self.clock.beats) - 1

    @property
    def advance(self) -> Placement:
        """Frame of the end hub."""
        return self[self.steps].middle.compose(Placement(-self.end.origin))

    def step_at(self, frame: int) -> int:
        """Number of the step that is under way, counted from 1."""
        return int(np.clip(np.searchsorted(self.clock.beats, frame, side="right"), 1, self.steps))

    def __getitem__(self, number: int) -> Footfall:
        """The footfall of a number."""
        return self.footfalls[number + 2]


def plan_footsteps(
    recipe: StepRecipe, wanted: WantedSteps, start: GaitTemplate, end: GaitTemplate, rate_hz: float
) -> FootstepPlan:
    """Footsteps of a recipe, as near to the wanted ones as balance allows.

    Raises:
        MotionError: the body cannot have the hubs' speeds at both ends: too much for so few steps.
    """
    clock, headings = StepClock(wanted.beats, start.beat, end.beat), wanted.headings
    balanced = balance_steps(wanted)
    error = balanced.speed_error * rate_hz
    if error > _LARGEST_SPEED_ERROR:
        raise MotionError(
            f"{recipe.steps} steps end with the body {error:.2f} m/s too fast or too slow to be in balance, "
            f"{_LARGEST_SPEED_ERROR} are possible; expected more steps or a smaller turn, move or change of "
            "speed"
        )
    middles = _middles(balanced.points + np.array([start.origin, 0.0]), headings, start.step, end.step)
    body = _body(balanced, headings, clock, start, end)
    falls = tuple(
        _footfall(recipe, number, middle, body, start, end, clock)
        for number, middle in enumerate(middles, start=-2)
    )
    return FootstepPlan(falls, clock, body, start, end, recipe.lift_m)


def _middles(points: FloatArray, headings: FloatArray, before: float, after: float) -> list[Placement]:
    """Points -2 to steps + 2: two steps of the end hub more, one of the start hub."""
    middles = [Placement(x, y, yaw) for (x, y), yaw in zip(points.tolist(), headings.tolist(), strict=True)]
    following = [middles[-1].compose(Placement(times * after)) for times in (1.0, 2.0)]
    return [middles[0].compose(Placement(-before)), *middles, *following]


def _footfall(
    recipe: StepRecipe,
    number: int,
    middle: Placement,
    body: FloatArray,
    start: GaitTemplate,
    end: GaitTemplate,
    clock: StepClock,
) -> Footfall:
    foot = FEET[number % 2]
    share = smooth(number / (recipe.steps - 1))
    one, other = start.feet[foot], end.feet[foot]
    x, y, yaw = (1.0 - share) * one.offset + share * other.offset
    if 0 < number < recipe.steps - 1:
        y += recipe.widen_m if foot == "left" else -recipe.widen_m
    timing = (1.0 - share) * one.timing + share * other.timing
    strike = number + (1.0 - share) * one.strike + share * other.strike
    if 0 < number < recipe.steps - 1:
        # A foot leaves at the latest when the body is as far ahead of it as in the hubs.
        ahead = (1.0 - share) * start.ahead(foot) + share * end.ahead(foot)
        latest = _latest_toe_off(middle, ahead, body, clock, strike)
        timing[1:] *= min(1.0, (latest - strike) / timing[2])
    moments = [round(clock.frame(beat)) for beat in (strike, *(strike + timing))]
    return Footfall(number, foot, middle, middle.compose(Placement(x, y, yaw)), share, *moments)


def _latest_toe_off(
    middle: Placement, ahead: float, body: FloatArray, clock: StepClock, strike: float
) -> float:
    """Beat after `strike` when the body comes to be `ahead` of a point of the middle line; else infinite."""
    first = round(clock.frame(strike))
    away = body[first:, :2] - [middle.x, middle.y]
    along = away[:, 0] * np.cos(body[first:, 2]) + away[:, 1] * np.sin(body[first:, 2])
    passed = np.flatnonzero(along >= ahead)
    return float(clock.beat(np.array([float(first + passed[0])]))[0]) if len(passed) else np.inf


def _body(
    balanced: BalancedSteps, headings: FloatArray, clock: StepClock, start: GaitTemplate, end: GaitTemplate
) -> FloatArray:
    """(T + 2, 3) the pendulum's path; headings go smoothly through the means of neighbouring footfalls."""
    turning = CubicSpline(clock.beats, 0.5 * (headings[1:] + headings[:-1]), bc_type="clamped")
    yaw = np.append(turning(np.arange(clock.frames + 1)), headings[-1])
    path = balanced.body + np.array([start.origin, 0.0])
    going_on = path[-1] + end.step / end.beat * np.array([np.cos(yaw[-1]), np.sin(yaw[-1])])
    return np.column_stack([np.vstack([path, going_on]), yaw])
