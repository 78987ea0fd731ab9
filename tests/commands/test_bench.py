"""`biped bench`."""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest

from biped_control.analysis.bench.bench import BenchRequest


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
            "quantities": [{"name": "failures", "value": 0, "unit": ""}],
            "published": {"recipe to clip": "a few hours"},
            "machine": {"processor": "abacus", "load_average_after": [0.0]},
        }

    monkeypatch.setattr("biped_control.analysis.bench.bench.run_bench", run_bench)
    return asked


def test_options(biped: Callable[..., Any], requests: list[BenchRequest]) -> None:
    assert biped("bench").status == 0
    assert biped("bench", "--quick").status == 0
    assert biped("bench", "--ticks", "72000", "--clip", "other", "--library").status == 0
    assert requests[0] == BenchRequest()
    assert requests[1] == BenchRequest.quick()
    assert asdict(requests[2]) == asdict(BenchRequest()) | {
        "ticks": 72000,
        "clip": "other",
        "library": True,
    }


def test_output(biped: Callable[..., Any], requests: list[BenchRequest]) -> None:
    (row,) = json.loads(biped("bench", "--json", "-").stdout)["rows"]
    assert row["p50_ms"] == 1.0
    text = biped("bench").stdout
    assert "abacus" in text
    assert "published, recipe to clip: a few hours" in text


def test_too_few_ticks(biped: Callable[..., Any]) -> None:
    assert "100 or more" in biped("bench", "--ticks", "5").complaint
