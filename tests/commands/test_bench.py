"""`biped bench`."""

import errno
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from biped_control.analysis.bench.bench import BenchRequest
from biped_control.errors import GraphError

SOLVER = {
    "solver": "Lemke",
    "problems": "torque law inside",
    "contacts": 4,
    "samples": 9,
    "failures": 1,
    "cpu_p50_ms": 0.01,
    "cpu_p99_ms": 12.34,
    "residual_p50": 1e-9,
    "residual_max": None,
}


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> list[BenchRequest]:
    """Nothing is measured; what would have been is kept here."""
    asked: list[BenchRequest] = []

    def run_bench(request: BenchRequest, announce: Callable[[str, str], None]) -> dict[str, Any]:
        asked.append(request)
        announce("measuring", "nothing")
        row = {"name": "tick", "p50_ms": 1.0, "p99_ms": 2.0, "max_ms": 3.0, "samples": 4}
        return {
            "rows": [row],
            "solvers": [SOLVER, SOLVER | {"problems": "torques held"}],
            "absent": {"QP, quadprog": "not installed"},
            "quantities": [{"name": "failures", "value": 0, "unit": ""}],
            "published": {"recipe to clip": "a few hours"},
            "machine": {"processor": "abacus", "load_average_after": [0.0]},
        }

    monkeypatch.setattr("biped_control.analysis.bench.bench.run_bench", run_bench)
    monkeypatch.setattr("biped_control.commands.bench_graph.measure_graph", measure_graph)
    return asked


def measure_graph(
    clip: str, seconds: float, announce: Callable[[str, str], None]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    name = f"round trip, {clip}, {seconds:g} s"
    return [{"name": name, "p50_ms": 1.0, "p99_ms": 2.0, "max_ms": 3.0, "samples": 4}], []


def test_options(biped: Callable[..., Any], requests: list[BenchRequest]) -> None:
    assert biped("bench").status == 0
    assert biped("bench", "--quick").status == 0
    assert biped("bench", "--ticks", "72000", "--clip", "other", "--library", "--no-graph").status == 0
    assert requests[0] == BenchRequest()
    assert requests[1] == BenchRequest.quick()
    assert asdict(requests[2]) == asdict(BenchRequest()) | {
        "ticks": 72000,
        "clip": "other",
        "library": True,
        "graph_s": 0.0,
    }


def test_output(biped: Callable[..., Any], requests: list[BenchRequest]) -> None:
    row, round_trip = json.loads(biped("bench", "--json", "-").stdout)["rows"]
    assert row["p50_ms"] == 1.0
    assert round_trip["name"] == "round trip, walk, 30 s"
    text = biped("bench").stdout
    assert "abacus" in text
    assert "published, recipe to clip: a few hours" in text
    assert "not measured, QP, quadprog: not installed" in text
    assert "round trip" not in biped("bench", "--no-graph").stdout
    assert text.count("1/9") == 2
    lines = [line.split() for line in text.splitlines()]
    assert ["Lemke", "4", "0.010", "12.3", "1/9", "1e-09", "-"] in lines


def test_without_ros_the_rest_counts(
    biped: Callable[..., Any], requests: list[BenchRequest], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> None:
        raise GraphError("ROS 2 cannot be imported")

    monkeypatch.setattr("biped_control.commands.bench_graph.measure_graph", missing)
    result = biped("bench")
    assert result.status == 0
    assert "not measured, ROS graph: ROS 2 cannot be imported" in result.stdout


def test_picture(biped: Callable[..., Any], requests: list[BenchRequest], tmp_path: Path) -> None:
    assert biped("bench", "--picture", str(tmp_path / "solvers.png")).status == 0
    assert (tmp_path / "solvers.png").read_bytes().startswith(b"\x89PNG")
    count = len(requests)
    unwritable = Path("/proc/solvers.png")  # no file can be made there, not even by root
    for path in (tmp_path, tmp_path / "nowhere" / "solvers.png", unwritable):
        assert "expected a file in an existing folder" in biped("bench", "--picture", str(path)).complaint
    assert len(requests) == count  # refused before anything is measured


def test_a_picture_that_cannot_be_written_costs_no_numbers(
    biped: Callable[..., Any], requests: list[BenchRequest], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("biped_control.analysis.bench.picture.write_solver_picture", full)
    json_file = tmp_path / "bench.json"
    result = biped("bench", "--picture", str(tmp_path / "solvers.png"), "--json", str(json_file))
    assert result.status == 1
    assert "cannot be written (No space left on device)" in result.stderr
    assert json.loads(json_file.read_text())["rows"]


def test_too_few_ticks(biped: Callable[..., Any]) -> None:
    assert "100 or more" in biped("bench", "--ticks", "5").complaint
