"""What `biped bench` takes from a run of the ROS graph."""

from collections.abc import Mapping
from typing import Any

import pytest

from biped_control.commands.bench_graph import measure_graph
from biped_control.errors import GraphError

NODES = ("simulator", "look_ahead_policy")


class Runner:
    """In place of `GraphRunner`: knows the result beforehand."""

    fault = ""

    def __init__(self, graph: object, values: Mapping[str, Any]) -> None:
        self._values = values

    def run(self) -> dict[str, Any]:
        assert self._values["headless"]
        assert self._values["clip"] == "run"
        assert self._values["seconds"] == 4.0
        composed = self._values["composed"]
        return {
            "ticks": 480,
            "round_trip_ms": {"p50": 1.0, "p99": 2.0, "max": 3.0},
            "realtime_factor": 2.0 if composed else 1.5,
            "nodes": [
                {"name": name, "pid": 7 if composed else number, "peak_rss_mb": 100.0 + number}
                for number, name in enumerate(NODES)
            ],
            "fault": self.fault,
        }


@pytest.fixture(autouse=True)
def runner(monkeypatch: pytest.MonkeyPatch) -> type[Runner]:
    pytest.importorskip("rclpy")
    monkeypatch.setattr("biped_control.nodes.graph_runner.GraphRunner", Runner)
    monkeypatch.setattr(Runner, "fault", "")
    return Runner


def test_round_trip_and_memory() -> None:
    rows, quantities = measure_graph("run", 4.0, lambda what, how_far: None)
    assert [(row["name"], row["p50_ms"], row["max_ms"], row["samples"]) for row in rows] == [
        ("round trip, a process each", 1.0, 3.0, 479),
        ("round trip, one process", 1.0, 3.0, 479),
    ]
    assert {quantity["name"]: quantity["value"] for quantity in quantities} == {
        "real-time factor, graph, a process each": 1.5,
        "peak memory, node simulator": 100.0,
        "peak memory, node look_ahead_policy": 101.0,
        "real-time factor, graph, one process": 2.0,
        "peak memory, all nodes in one process": 101.0,
    }


def test_a_walk_that_ended_early_is_no_measurement(runner: type[Runner]) -> None:
    runner.fault = "simulator was killed by SIGKILL"
    with pytest.raises(GraphError, match="not walk to its end: simulator was killed"):
        measure_graph("run", 4.0, lambda what, how_far: None)
