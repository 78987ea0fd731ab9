"""The planner that weighs everything that a clip leads to."""

import numpy as np

from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.planner import Choice
from biped_control.steering.situation import Situation
from biped_control.steering.value_function import ValueFunction


class ValueFunctionPlanner:
    """Takes the clip of the least expected cost; of equal ones the first by name.

    Attributes:
        function: the value function.
    """

    name = "value function"

    def __init__(self, function: ValueFunction, graph: MotionGraph) -> None:
        """
        Args:
            function: made for the clips of `graph`, see `value_file.load_value_function`.
            graph: says what may follow.
        """
        self.function, self._graph = function, graph
        _ = function.departures  # made now, not in the first decision

    def choose(self, situation: Situation) -> Choice:
        """See `Planner.choose`."""
        self._graph.leaving(situation.hub)
        error = situation.heading_error
        wanted = situation.wanted_hub if situation.wanted_hub in self._graph.hubs else situation.hub
        names, costs = self.function.costs(situation.hub, wanted, error, situation.cost)
        best, *others = np.argsort(costs, kind="stable")[:2]
        reason = (
            f"{situation.degrees(error)} degrees off, '{wanted}' wanted: "
            f"{situation.name(names[best])} costs {costs[best]:.2f}"
        )
        if others:
            reason += f", {situation.name(names[others[0]])} {costs[others[0]]:.2f}"
        return Choice(names[best], reason)
