"""What `biped bench` measures. No test looks at how long anything takes."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.bench.bench import HELD, LAW, BenchRequest, run_bench
from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.analysis.bench.contest import contest
from biped_control.analysis.bench.rivals.field import OURS, Rival
from biped_control.analysis.bench.walking import measure_tick_parts
from biped_control.complementarity.contacts import solve_contacts

TICKS = 140


GIVEN: dict[str, list[ContactProblem]] = {}
TOLD: list[str] = []


@pytest.fixture(scope="module")
def measured(walk_parts: WalkParts) -> dict[str, Any]:
    request = BenchRequest(others=(), ticks=TICKS, part_ticks=60, problems=12, plans=1, turns=0, policies=2)

    def watched(
        problems: list[ContactProblem], rivals: Sequence[Rival], kind: str
    ) -> list[dict[str, object]]:
        GIVEN[kind] = problems
        return contest(problems, rivals, kind)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("biped_control.analysis.bench.bench.contest", watched)
        result = run_bench(request, lambda what, how_far: TOLD.append(what))
    content: dict[str, Any] = json.loads(json.dumps(result, allow_nan=False))
    return content


def test_a_log_tells_what_is_measured_now(measured: dict[str, Any]) -> None:
    """It gets one line for each thing that goes on."""
    told = [what for what in TOLD if what.startswith("measuring")]
    assert len(set(told)) == len(told)
    assert told[:2] == [f"measuring {TICKS} ticks, engine {engine}" for engine in ("dart", "lcp")]


def test_rows(measured: dict[str, Any]) -> None:
    rows = {row["name"]: row for row in measured["rows"]}
    assert len(rows) == len(measured["rows"])
    for engine in ("dart", "lcp"):
        for part in (
            "policy nqr",
            "policy lqr",
            "adaptation matrices",
            "adaptation LCP",
            "policy + adaptation",
        ):
            assert rows[f"{part}, walk, {engine}"]["samples"] == 40
        assert f"engine {engine}, walk" in rows
        assert rows[f"tick, {engine}"]["samples"] == TICKS
    assert rows["tick, dart, policy modal"]["samples"] == TICKS
    assert rows["engine modal, walk"]["samples"] == 40
    for name in ("linearization", "Riccati sweep", "clip to policy"):
        assert rows[name]["samples"] == 2
    for name in ("recipe to clip", "recipe to policy"):
        assert rows[name]["samples"] == 1
    for row in rows.values():
        assert 0.0 < row["p50_ms"] <= row["p99_ms"] <= row["p999_ms"] <= row["max_ms"]
    assert rows["recipe to policy"]["p50_ms"] > rows["recipe to clip"]["p50_ms"]


def test_contact_problems_by_solver_and_size(measured: dict[str, Any]) -> None:
    assert measured["absent"] == {}
    for kind in (LAW, HELD):
        solvers: dict[str, dict[int, dict[str, Any]]] = {}
        for row in measured["solvers"]:
            if row["problems"] == kind:
                solvers.setdefault(row["solver"], {})[row["contacts"]] = row
        assert len(solvers) == 6
        for sizes in solvers.values():
            assert sum(row["samples"] for row in sizes.values()) == 2 * 12
            assert 4 in sizes  # a flat foot
        assert all(row["failures"] == 0 for row in solvers[OURS].values())
    skew = {
        kind: max(np.abs(problem.operator - problem.operator.T).max() for problem in problems)
        for kind, problems in GIVEN.items()
    }
    assert skew[HELD] < 1e-9 < 1e-3 < skew[LAW]


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
    assert {"numpy", "numba", "pin", "biped", "quadprog"} <= measured["versions"].keys()
    assert measured["options"]["ticks"] == TICKS
    assert measured["options"]["seed"] == 0
    assert "hours" in measured["published"]["recipe to clip"]
    assert "1.3 ms" in measured["published"]["policy + adaptation, run"]


def test_parts_see_the_rollout_itself(walk_parts: WalkParts) -> None:
    """The second engine walks the same way, so that what is timed is the walk and not something else."""
    for engine in ("dart", "lcp"):
        along = measure_tick_parts(walk_parts, engine, 50)
        assert len(along.problems) == len(along.held_problems) == 50
        for problem, held in zip(along.problems, along.held_problems, strict=True):
            assert problem.contacts == held.contacts
            assert np.abs(held.operator - held.operator.T).max(initial=0.0) < 1e-9
        skewest = max(np.abs(problem.operator - problem.operator.T).max() for problem in along.problems)
        assert skewest > 1e-3
        state = along.engine_state
        assert state is not None
        wanted = walk_parts.clips["walk"].state(50)
        assert np.abs(state.q - wanted.q).max() < 0.2
    for problem in along.problems:
        impulses = solve_contacts(
            problem.operator, problem.velocity, problem.contacts, problem.friction
        ).impulses
        assert problem.residual(impulses) < 1e-6
