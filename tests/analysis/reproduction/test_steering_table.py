"""The claims of steering, on results with known answers and on tiny runs."""

from collections.abc import Sequence
from dataclasses import replace
from math import isnan
from typing import Any

import pytest

from biped_control.analysis.reproduction.steering import SteeringTable, Task
from biped_control.analysis.reproduction.table import Extent, Row
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.analysis.steering.steered_run import SteeredRunResult, SteeredRunTask
from biped_control.analysis.steering.switch_steps import Step, SwitchTask
from biped_control.analysis.steering.velocity_walk import VelocityWalkResult, VelocityWalkTask
from biped_control.errors import ConfigurationError, PolicyError
from biped_control.steering.value_file import BuildRecord

TIMES = {"p50": 0.1, "p99": 0.2, "max": 0.3}


def good_result(task: Task) -> Any:
    """What bears all claims out."""
    if isinstance(task, SteeredRunTask):
        greedy = task.planner == "greedy"
        return SteeredRunResult(
            task,
            seconds=60.0 * task.minutes,
            falls=3 if greedy and task.rough else 0,
            fell_in={},
            clips={},
            mean_error_deg=5.0 if greedy else 4.0,
            worst_error_deg=8.0,
            overall_error_deg=52.0 if greedy else 50.0,
            responses_s=(4.0, 5.0),
            unanswered=0,
            decision_ms=TIMES,
        )
    if isinstance(task, VelocityWalkTask):
        return VelocityWalkResult(task, False, (0.79, 1.51), 89.4, 90.0, 2.0, 0.001, ())
    if isinstance(task, SwitchTask):
        return [Step("one", 0.03, 0.02, "knee"), Step("two", 0.2, 0.05, "ankle")]
    return BuildRecord(300.0, 1000, 1000, 2) if type(task).__name__ == "BuildTask" else TIMES


@pytest.fixture
def table() -> SteeringTable:
    return SteeringTable(Extent(minutes=1.0, seeds=(1, 2)))


@pytest.fixture
def results(table: SteeringTable) -> dict[str, Any]:
    return {name: good_result(task) for name, task in table._tasks.items()}


def row(rows: Sequence[Row], what: str) -> Row:
    (found,) = [row for row in rows if what in row.what]
    return found


def test_all_claims_hold(table: SteeringTable, results: dict[str, Any]) -> None:
    rows = table.rows(results)
    assert [row.what for row in rows if row.holds is not True] == []
    assert row(rows, "random headings: falls").ours == "0 in 4 minutes (0 in `dart`, 0 in `lcp`)"
    assert row(rows, "about face").numbers == {
        "commands": 4,
        "late": 0,
        "p50_s": 4.5,
        "max_s": 5.0,
        "falls": 0,
    }
    assert row(rows, "policy").ours == "5.0 % (two, `ankle`; 4 switches); 20.0 % beyond the old setting alone"
    assert row(rows, "nearest heading: falls").ours == "0.0 against 180.0 falls an hour"
    assert row(rows, "built").numbers["whole_s"] == 300.0


@pytest.mark.parametrize(
    ("tasks", "change", "what"),
    [
        ("calm value_function, lcp", {"falls": 1}, "random headings: falls"),
        ("calm value_function, dart", {"mean_error_deg": 30.0}, "random headings: mean error"),
        ("calm value_function, dart", {"mean_error_deg": None}, "random headings: mean error"),
        ("about face, lcp", {"responses_s": (4.0, 6.5)}, "about face"),
        ("about face, dart", {"unanswered": 1}, "about face"),
        ("about face, dart", {"responses_s": ()}, "about face"),
        ("about face, dart", {"falls": 1}, "about face"),
        ("cmd_vel, lcp", {"speeds_mps": (0.8, 1.3)}, "speed"),
        ("cmd_vel, lcp", {"fell": True}, "speed"),
        ("cmd_vel, lcp", {"turned_deg": 60.0}, "`cmd_vel`: turn"),
        ("cmd_vel, lcp", {"drift_m": 0.06}, "drift"),
        ("cmd_vel, lcp", {"drift_m": None}, "drift"),
        ("cmd_vel, lcp", {"fell": True}, "drift"),
        ("calm value_function, lcp", {"decision_ms": TIMES | {"p99": 1.5}}, "decision"),
        ("decisions", {"p99": 1.5}, "decision"),
        ("build", {"seconds": 1000.0}, "built"),
        ("build", {"fresh": 300}, "built"),
        ("rough value_function", {"falls": 3}, "nearest heading: falls"),
        ("calm value_function", {"mean_error_deg": 5.1}, "undisturbed"),
        ("calm value_function", {"overall_error_deg": 52.1}, "error at all times"),
        ("calm value_function", {"responses_s": (4.0, 5.5)}, "half of the large"),
        ("calm value_function", {"unanswered": 2}, "half of the large"),
    ],
    ids=str,
)
def test_each_can_fail(
    table: SteeringTable, results: dict[str, Any], tasks: str, change: dict[str, Any], what: str
) -> None:
    for name in results:
        if name.startswith(tasks):
            old = results[name]
            results[name] = old | change if isinstance(old, dict) else replace(old, **change)
    rows = table.rows(results)
    assert row(rows, what).holds is False
    assert len([row for row in rows if row.holds is False]) <= 3
    for found in rows:
        assert not any(isinstance(number, float) and isnan(number) for number in found.numbers.values())


def test_torque_steps_can_fail(table: SteeringTable, results: dict[str, Any]) -> None:
    results["switch gamma, dart"] = [Step("hard", 0.3, 0.12, "hip")]
    rows = table.rows(results)
    assert [row.what for row in rows if row.holds is False] == ["torque step when the gamma is switched"]


def test_a_build_that_was_not_made_is_not_judged(table: SteeringTable, results: dict[str, Any]) -> None:
    results["build of the value function"] = BuildRecord(1.0, 1000, 0, 2)
    nothing_new = row(table.rows(results), "built")
    assert (nothing_new.holds, "says nothing" in nothing_new.ours) == (None, True)
    quick = SteeringTable(Extent(quick=True))
    looked = quick.rows({name: good_result(task) for name, task in quick._tasks.items()})
    assert [row.what for row in looked if row.holds is None] == ["transitions and value function built"]


def test_what_was_not_measured(table: SteeringTable) -> None:
    assert {row.holds for row in table.rows({})} == {None}


def test_extents() -> None:
    full, quick = SteeringTable(Extent()), SteeringTable(Extent(quick=True))
    assert len(full.tasks) > len(quick.tasks)
    assert "30 minutes" in full.method
    assert "1, 2, 3" in full.method
    for wrong, complaint in (
        (Extent(minutes=0.0), "minutes 0"),
        (Extent(seeds=()), "no seed"),
        (Extent(seeds=(-1,)), "seed -1"),
    ):
        with pytest.raises(ConfigurationError, match=complaint):
            SteeringTable(wrong)


def test_greedy_is_no_value_function(
    steering_parts: SteeringParts, steering_library: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a value function nothing is measured in its name; the greedy planner is."""
    table = SteeringTable(Extent(minutes=0.1, seeds=(1,)))
    work = table.prepare()
    for name in (
        "calm value_function, lcp, seed 1",
        "decisions",
        "build of the value function",
        "cmd_vel, lcp",
    ):
        with pytest.raises(PolicyError, match="no value function"):
            work(name, lambda content: None)
    told: list[str] = []
    result = work("calm greedy, lcp, seed 1", told.append)
    assert result.task.planner == "greedy"
    assert result.seconds == pytest.approx(6.0)
    assert told[0] == "0 of 6 s"
