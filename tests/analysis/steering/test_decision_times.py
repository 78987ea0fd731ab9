"""Decisions are asked for in situations of all kinds."""

from math import pi

from biped_control.analysis.steering.decision_times import decision_seconds
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.steering.planner import Choice
from biped_control.steering.situation import Situation


class Listening:
    """Remembers what it was asked."""

    name = "listening"

    def __init__(self) -> None:
        self.heard: list[Situation] = []

    def choose(self, situation: Situation) -> Choice:
        self.heard.append(situation)
        return Choice(situation.hub, "goes on")


def test_situations(steering_parts: SteeringParts) -> None:
    graph, planner = steering_parts.library.graph, Listening()
    seconds = decision_seconds(planner, graph, 300)
    assert len(seconds) == len(planner.heard) == 300
    assert min(seconds) > 0.0
    assert {(heard.hub, heard.wanted_hub) for heard in planner.heard} == {
        (hub, wanted) for hub in graph.hubs for wanted in graph.hubs
    }
    errors = [heard.heading_error for heard in planner.heard]
    assert min(errors) < -0.9 * pi
    assert max(errors) > 0.9 * pi
    assert max(heard.cost for heard in planner.heard) > 0.5
