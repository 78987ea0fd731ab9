"""Lets a planner decide in a control loop, clip by clip, as an operator wishes."""

from collections.abc import Callable, Mapping
from time import thread_time

from biped_control.analysis.recent_cost import RecentCost
from biped_control.analysis.rollout import Tick
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


class SteeredRoute:
    """A `Route` whose `observe` belongs into the same control loop.

    Attributes:
        halves: hubs that it may leave at half their cycle.
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
        self.halves: Mapping[str, Placement] = halves or {}
        self._graph, self._planner, self._intent_at = graph, planner, intent_at
        self._operator, self._recent = operator, RecentCost(weights, dt)
        self._wanted: str | None = None
        self._tick: Tick | None = None
        self.decision_seconds: list[float] = []

    @property
    def first(self) -> str:
        """The clip that everything begins with."""
        return self._graph.root

    def observe(self, tick: Tick) -> None:
        """Takes a tick."""
        self._recent.add(tick.after.state, tick.reference, tick.torques)
        self._tick = tick

    def leg(self, number: int) -> Leg:
        """See `analysis.rollout.Route`."""
        tick = self._tick
        if tick is None:
            return Leg(self.first, "everything begins with it")
        clip, intent = self._graph.clips[tick.reference.clip], self._intent_at(tick.index)
        self._wanted = wanted_hub(intent.speed_mps, self._graph.hubs, self._operator, self._wanted)
        end = tick.reference.placement.compose(end_after(clip, tick.reference.frame, self.halves))
        situation = Situation(
            hub=clip.end_hub,
            heading=end.yaw,
            cost=self._recent.value,
            intent=intent,
            wanted_hub=self._wanted,
            mirrored=end.mirrored,
        )
        started = thread_time()
        choice = self._planner.choose(situation)
        self.decision_seconds.append(thread_time() - started)
        return Leg(choice.clip, choice.reason)
