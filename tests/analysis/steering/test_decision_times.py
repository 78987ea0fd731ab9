"""Decisions are asked for in situations of all kinds."""

from math import pi
from typing import Any

from biped_control.analysis.steering.decision_times import decision_seconds
from biped_control.analysis.steering.graph_assembly import SteeringParts


def test_situations(steering_parts: SteeringParts, straight_on: Any) -> None:
    graph, planner = steering_parts.library.graph, straight_on
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
