"""The planner that looks one clip ahead: whatever leads nearest to the wanted heading."""

from math import pi, remainder

from biped_control.steering.motion_graph import MotionGraph
from biped_control.steering.planner import Choice
from biped_control.steering.situation import Situation


class GreedyPlanner:
    """Turns first, then changes the gait; knows nothing of risk.

    Who wants to stand is not turned first.
    """

    name = "greedy"

    def __init__(self, graph: MotionGraph) -> None:
        self._graph = graph

    def choose(self, situation: Situation) -> Choice:
        """See `Planner.choose`."""
        graph, hub, error = self._graph, situation.hub, situation.heading_error
        off = f"{situation.degrees(error)} degrees off"
        if situation.intent.speed_mps > 0.0 and self._best_turn_anywhere(error):
            if turn := self._best_turn(hub, error):
                left = situation.degrees(remainder(error - graph.turn(turn), 2.0 * pi))
                return Choice(turn, f"{off}: {situation.name(turn)} leaves {left}")
            way = graph.way(hub, lambda there: self._best_turn(there, error) is not None)
            if way is not None and way.clips:
                return Choice(way.clips[0], f"{off}, and '{hub}' has no turn for it")
        return self._towards_hub(situation, off)

    def _towards_hub(self, situation: Situation, off: str) -> Choice:
        hub, wanted = situation.hub, situation.wanted_hub
        if hub == wanted:
            return Choice(hub, f"{off}: '{hub}' goes on")
        way = self._graph.way(hub, lambda there: there == wanted)
        if way is None:
            return Choice(hub, f"'{hub}' goes on: no way leads to '{wanted}'")
        return Choice(way.clips[0], f"{off}: on the way to '{wanted}'")

    def _best_turn(self, hub: str, error: float) -> str | None:
        """The turn from a hub that leaves the least error, if it leaves less than there is."""
        graph = self._graph
        turns = [name for name in graph.leaving(hub) if graph.turns(name)]

        def left(name: str) -> tuple[float, float]:
            return round(abs(remainder(error - graph.turn(name), 2.0 * pi)), 9), graph.seconds(name)

        best = min(turns, key=left, default=None)
        return best if best is not None and left(best)[0] < abs(error) else None

    def _best_turn_anywhere(self, error: float) -> bool:
        return any(self._best_turn(hub, error) is not None for hub in self._graph.hubs)
