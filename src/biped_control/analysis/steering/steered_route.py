"""Lets a planner decide in a control loop, clip by clip, as an operator wishes."""

from collections.abc import Callable, Mapping
from time import thread_time

from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.decided_route import DecidedRoute
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.placement import Placement
from biped_control.steering.clip_player import end_after
from biped_control.steering.intent import Intent
from biped_control.steering.itinerary import Leg
from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.operator.settings import OperatorSettings
from biped_control.steering.planner import Planner
from biped_control.steering.situation import Situation
from biped_control.steering.wanted_hub import wanted_hub

IntentAt = Callable[[int], Intent]
"""What is wanted after so many ticks."""


class SteeredRoute(DecidedRoute):
    """A `DecidedRoute` by a planner alone.

    Attributes:
        decision_seconds: processor time of each decision [s].
    """

    def __init__(
        self,
        graph: MotionGraph,
        planner: Planner,
        intent_at: IntentAt,
        operator: OperatorSettings,
        weights: LookAheadWeights,
        dt: float,
        halves: Mapping[str, Placement] | None = None,
    ) -> None:
        """
        Args:
            graph: of the clips that are played; everything begins with its root.
            planner: decides.
            intent_at: what the operator wants.
            operator: says which speed means which hub.
            weights: Table 2, for the tracking cost.
            dt: control period [s].
            halves: hubs that may be left at half their cycle; none unless given.
        """
        super().__init__(graph.root, halves or {}, weights, dt)
        self._graph, self._planner, self._intent_at = graph, planner, intent_at
        self._operator = operator
        self._wanted: str | None = None
        self.decision_seconds: list[float] = []

    def _decide(self, tick: Tick, cost: float) -> Leg:
        clip, intent = self._graph.clips[tick.reference.clip], self._intent_at(tick.index)
        self._wanted = wanted_hub(intent.speed_mps, self._graph.hubs, self._operator, self._wanted)
        end = tick.reference.placement.compose(end_after(clip, tick.reference.frame, self.halves))
        situation = Situation(
            hub=clip.end_hub,
            heading=end.yaw,
            cost=cost,
            intent=intent,
            wanted_hub=self._wanted,
            mirrored=end.mirrored,
        )
        started = thread_time()
        choice = self._planner.choose(situation)
        self.decision_seconds.append(thread_time() - started)
        return Leg(choice.clip, choice.reason)
