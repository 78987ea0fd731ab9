"""A route that is decided clip by clip, by how the walk goes."""

from abc import ABC, abstractmethod
from collections.abc import Mapping

from biped_control.analysis.recent_cost import RecentCost
from biped_control.analysis.rollout import Tick
from biped_control.policies.weights import LookAheadWeights
from biped_control.robot.placement import Placement
from biped_control.steering.itinerary import Leg


class DecidedRoute(ABC):
    """A `Route` whose `observe` belongs into the same control loop.

    Attributes:
        first: hub that everything begins with.
        halves: hubs that it may leave at half their cycle.
    """

    def __init__(
        self, first: str, halves: Mapping[str, Placement], weights: LookAheadWeights, dt: float
    ) -> None:
        """
        Args:
            first, halves: see the class.
            weights: Table 2, for the tracking cost.
            dt: control period [s].
        """
        self.first, self.halves = first, halves
        self._recent = RecentCost(weights, dt)
        self._tick: Tick | None = None

    def observe(self, tick: Tick) -> None:
        """Takes a tick."""
        self._recent.add(tick.after.state, tick.reference, tick.torques)
        self._tick = tick

    def leg(self, number: int) -> Leg:
        """See `analysis.rollout.Route`."""
        if self._tick is None:
            return Leg(self.first, "everything begins with it")
        return self._decide(self._tick, self._recent.value)

    @abstractmethod
    def _decide(self, tick: Tick, cost: float) -> Leg:
        """What comes after a tick, with the tracking cost of late."""
