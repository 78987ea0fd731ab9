"""A soak test of seconds; BIPED_SOAK_SECONDS=120 makes it one of two minutes of walking."""

import os
from pathlib import Path

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped_control.analysis.soak.plan import SoakPlan
from biped_control.nodes.graph import load_graph
from biped_control.nodes.soak_run import soak

SECONDS = float(os.environ.get("BIPED_SOAK_SECONDS", "5.5"))
SEED = 9  # pushes soon


@pytest.mark.usefixtures("traceless")
def test_it_walks_pushed_and_told_to_turn(cut_walk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    plan = SoakPlan(SEED)
    plan.advance(SECONDS - 0.5)
    assert plan.pushes
    assert plan.headings
    graph = load_graph()
    values = graph.parse(["steer:=true", "planner:=greedy", "clip:=one", "page_port:=0"])
    shown: list[float] = []
    result = soak(graph, values, SECONDS, SEED, shown.append)
    assert result["passed"], result["complaints"]
    assert result["falls"] == []
    assert shown[-1] == SECONDS
    assert float(str(result["seconds"])) >= SECONDS
    assert int(str(result["pushes"])) >= plan.pushes
    nodes = result["nodes"]
    assert isinstance(nodes, list)
    names = {node["name"] for node in nodes}
    assert {"simulator", "dashboard", "value_function_steering"} < names
    assert all(node["memory_mb"] > 10.0 and node["descriptors"] > 3 for node in nodes)
