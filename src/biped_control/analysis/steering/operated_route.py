"""Lets an operator steer a control loop in one process, as node `value_function_steering` lets them."""

from collections.abc import Callable

from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.decided_route import DecidedRoute
from biped_control.policies.weights import LookAheadWeights
from biped_control.steering.itinerary import Leg
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.heading_target import HeadingTarget
from biped_control.steering.operator.operators import Operators
from biped_control.steering.operator.settings import OperatorSettings
from biped_control.steering.pilot import Pilot

CommandAt = Callable[[float], Command | None]
"""What the operator says at a time [s]; None when it lets go."""


class OperatedRoute(DecidedRoute):
    """A `DecidedRoute` whose clock is the robot's."""

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
        super().__init__(first, pilot.halves, weights, dt)
        self._pilot, self._command_at, self._dt = pilot, command_at, dt
        self._operators, self._target = Operators(operator, 0.0), HeadingTarget(operator)

    def observe(self, tick: Tick) -> None:
        """Takes a tick."""
        now = tick.index * self._dt
        self._operators.hear("cmd_vel", self._command_at(now), now)
        self._wish = self._operators.wish(now, self._pilot.stands(tick.reference))
        self._intent = self._target.intent(self._wish.command, self._pilot.heading(tick.reference), now)
        super().observe(tick)

    def _decide(self, tick: Tick, cost: float) -> Leg:
        choice = self._pilot.decide(tick.reference, cost, self._intent, self._wish)
        return Leg(choice.clip, choice.reason)
