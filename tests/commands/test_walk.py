"""`biped walk` up to where the graph starts; the graph itself is tested in tests/system."""

import json
import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import pytest

from biped_control.nodes.graph import load_graph

RESULT = {
    "fell": False,
    "survived_s": 2.0,
    "distance_m": 2.4,
    "speed_mps": 1.2,
    "mean_cost": 0.1,
    "clips": {"walk": 2},
    "realtime_factor": 1.0,
    "missed_ticks": 0,
    "nodes": [],
    "round_trip_ms": {"p50": 1.0, "p99": 2.0, "max": 3.0},
    "fault": "",
}


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The graph does not start; what it would have been started with is kept here."""
    started: list[dict[str, Any]] = []

    class StandIn:
        def __init__(self, graph: object, values: Mapping[str, Any], progress: Callable[..., None]) -> None:
            started.append(dict(values))
            progress({"survived_s": 1.0, "distance_m": 1.2})

        def run(self) -> dict[str, object]:
            return dict(RESULT)

    module = ModuleType("biped_control.nodes.graph_runner")
    module.GraphRunner = StandIn  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return started


def test_arguments_reach_the_graph(biped: Callable[..., Any], runs: list[dict[str, Any]]) -> None:
    outcome = biped("walk", "engine:=lcp", "gamma:=0.02", "--headless", "--seconds", "2.5", "--json", "-")
    assert outcome.status == 0, outcome.stderr
    assert json.loads(outcome.stdout) == RESULT
    (values,) = runs
    assert values == load_graph().parse(["engine:=lcp", "gamma:=0.02", "headless:=true", "seconds:=2.5"])


@pytest.mark.parametrize(
    ("arguments", "address"),
    [((), "http://127.0.0.1:8080"), (("page_port:=9000",), "http://127.0.0.1:9000"), (("--headless",), "")],
)
def test_tells_where_the_page_is(
    biped: Callable[..., Any], runs: list[dict[str, Any]], arguments: tuple[str, ...], address: str
) -> None:
    told = biped("walk", *arguments).stderr
    assert address in told
    assert ("http" in told) == bool(address)


def test_a_fault_fails_the_command_after_its_result(
    biped: Callable[..., Any], runs: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(RESULT, "fault", "look_ahead_policy was killed by SIGKILL")
    outcome = biped("walk", "--json", "-")
    assert outcome.status == 1
    assert json.loads(outcome.stdout)["fault"] == RESULT["fault"]
    assert "look_ahead_policy was killed by SIGKILL" in outcome.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("gamma:=-1",), ("gamma:=-1", "a number from 0")),
        (("speed:=2",), ("'speed'", "clip, steer")),
        (("fast",), ("'fast'", "key:=value")),
        (("policy:=best",), ("policy:=best", "nqr, lqr")),
        (("engine:=bullet",), ("engine:=bullet", "dart")),
        (("push:=torso",), ("BODY,NEWTONS,SECONDS,PERIOD",)),
        (("push:=tail,50,0.1,4",), ("'tail'", "torso")),
        (("clip:=dance",), ("'dance'", "walk")),
        (("rate:=1",), ("rate:=1", "from 30")),
        (("physics_rate:=1000",), ("physics 1000 Hz", "no whole multiple", "120 Hz")),
        (("engine:=lcp", "physics_rate:=1200"), ("'lcp' takes one step a tick",)),
        (("--seconds", "0"), ("--seconds 0", "more than 0")),
        (("--seconds", "-1"), ("--seconds -1",)),
        (("--seconds", "nan"), ("--seconds nan",)),
        (("--gui",), ("--gui", "biped walk --help")),
    ],
    ids=lambda value: " ".join(value),
)
def test_bad_input_starts_nothing(
    biped: Callable[..., Any],
    runs: list[dict[str, Any]],
    arguments: tuple[str, ...],
    expected: tuple[str, ...],
) -> None:
    complaint = biped("walk", *arguments).complaint
    for words in expected:
        assert words in complaint
    assert runs == []


def test_without_ros(biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("biped_control.nodes.")]:
        if module != "biped_control.nodes.graph":
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "rclpy", None)
    outcome = biped("walk")
    assert outcome.status == 1
    line = outcome.stderr.splitlines()[-1]
    assert "ROS 2" in line
    assert "make env" in line


def test_help_names_every_argument_of_the_graph(biped: Callable[..., Any]) -> None:
    words = biped("walk", "--help").stdout.replace(",", " ").replace(";", " ").split()
    assert set(words) >= set(load_graph().arguments)
