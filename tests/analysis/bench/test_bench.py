"""What `biped bench` measures. No test looks at how long anything takes."""

import json
from typing import Any

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.bench.bench import BenchRequest, run_bench
from biped_control.analysis.bench.walking import measure_tick_parts, replay_problems

TICKS = 140


@pytest.fixture(scope="module")
def measured(walk_parts: WalkParts) -> dict[str, Any]:
    request = BenchRequest(ticks=TICKS, part_ticks=60, plans=1, turns=0, policies=2)
    result = run_bench(request, lambda what, how_far: None)
    content: dict[str, Any] = json.loads(json.dumps(result, allow_nan=False))
    return content


def test_rows(measured: dict[str, Any]) -> None:
    rows = {row["name"]: row for row in measured["rows"]}
    assert len(rows) == len(measured["rows"])
    for engine in ("dart", "lcp"):
        for part in ("tick", "policy nqr", "policy lqr", "adaptation matrices", "adaptation LCP"):
            assert f"{part}, {engine}" in rows
        assert f"engine {engine}" in rows
        assert rows[f"tick, {engine}"]["samples"] == TICKS
        assert rows[f"policy nqr, {engine}"]["samples"] == 40
    for name in ("linearization", "Riccati sweep", "clip to policy"):
        assert rows[name]["samples"] == 2
    for name in ("recipe to clip", "recipe to policy"):
        assert rows[name]["samples"] == 1
    for row in rows.values():
        assert 0.0 < row["p50_ms"] <= row["p99_ms"] <= row["p999_ms"] <= row["max_ms"]
    assert rows["recipe to policy"]["p50_ms"] > rows["recipe to clip"]["p50_ms"]


def test_contact_problems_by_size(measured: dict[str, Any]) -> None:
    sizes = {row["name"]: row["samples"] for row in measured["rows"] if row["name"].startswith("LCP of")}
    assert sum(sizes.values()) == 2 * 60
    assert sizes["LCP of 4 contacts"] > 0  # a flat foot


def test_quantities(measured: dict[str, Any]) -> None:
    values = {quantity["name"]: quantity["value"] for quantity in measured["quantities"]}
    for engine in ("dart", "lcp"):
        assert values[f"ticks walked, {engine}"] == TICKS
        assert values[f"fell, {engine}"] == 0
        assert values[f"LCP failures, {engine}"] == 0
        assert values[f"real-time factor, {engine}"] > 0.0
    assert values["peak memory of this process"] > 50.0


def test_circumstances(measured: dict[str, Any]) -> None:
    assert measured["machine"]["cores"] >= 1
    assert measured["versions"]["python"].startswith("3.")
    assert {"numpy", "numba", "pin", "biped"} <= measured["versions"].keys()
    assert measured["options"]["ticks"] == TICKS
    assert measured["options"]["seed"] == 0
    assert "hours" in measured["published"]["recipe to clip"]


def test_parts_see_the_rollout_itself(walk_parts: WalkParts) -> None:
    """The second engine walks the same way, so that what is timed is the walk and not something else."""
    for engine in ("dart", "lcp"):
        along = measure_tick_parts(walk_parts, engine, 50)
        assert len(along.problems) == 50
        state = along.engine_state
        assert state is not None
        wanted = walk_parts.clips["walk"].state(50)
        assert np.abs(state.q - wanted.q).max() < 0.2
    solved = replay_problems(along.problems, walk_parts.settings.friction)
    assert sum(len(samples.wall) for samples in solved.values()) == 50
