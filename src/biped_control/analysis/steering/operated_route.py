"""Lets an operator steer a control loop in one process, as node `value_function_steering` lets them."""

from collections.abc import Callable

from biped_control.analysis.recent_cost import RecentCost
from biped_control.analysis.rollout import Tick
from biped_control.policies.weights import LookAheadWeights
from biped_control.steering.itinerary import Leg
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.heading_target import HeadingTarget
from biped_control.steering.operator.operators import Operators
from biped_control.steering.operator.settings import OperatorSettings
from biped_control.steering.pilot import Pilot

CommandAt = Callable[[float], Command | None]
"""What the operator says at a time [s]; None when it lets go."""


class OperatedRoute:
    """A `Route` whose `observe` belongs into the same control loop. Its clock is the robot's."""

    def __init__(
        self,
        first: str,
        pilot: Pilot,
        command_at: CommandAt,
        operator: OperatorSettings,
        weights: LookAheadWeights,
        dt: float,
    ) -> None:
        """
        Args:
            first: hub that everything begins with.
            pilot: decides.
            command_at: the operator, who is listened to at every tick.
            operator: what holds for every operator.
            weights: Table 2, for the tracking cost.
            dt: control period [s].
        """
        self.halves = pilot.halves
        self.first, self._pilot, self._command_at, self._dt = first, pilot, command_at, dt
        self._operators, self._target = Operators(operator, 0.0), HeadingTarget(operator)
        self._recent = RecentCost(weights, dt)
        self._tick: Tick | None = None

    def observe(self, tick: Tick) -> None:
        """Takes a tick."""
        now = tick.index * self._dt
        self._operators.hear("cmd_vel", self._command_at(now), now)
        self._wish = self._operators.wish(now, self._pilot.stands(tick.reference))
        self._intent = self._target.intent(self._wish.command, self._pilot.heading(tick.reference), now)
        self._recent.add(tick.after.state, tick.reference, tick.torques)
        self._tick = tick

    def leg(self, number: int) -> Leg:
        """See `analysis.rollout.Route`."""
        tick = self._tick
        if tick is None:
            return Leg(self.first, "everything begins with it")
        choice = self._pilot.decide(tick.reference, self._recent.value, self._intent, self._wish)
        return Leg(choice.clip, choice.reason)
