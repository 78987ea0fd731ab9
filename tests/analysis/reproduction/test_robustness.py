"""Robustness: the claims, on results with known answers."""

from collections.abc import Callable

import pytest

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.robustness import PUSHES, SCENARIOS, RobustnessTable, endured_by
from biped_control.analysis.reproduction.table import Extent
from biped_control.controller_switches import ControllerSwitches
from biped_control.simulation.scenario import load_scenario

Answers = Callable[..., dict[str, Endured]]


def test_every_row_is_a_scenario_that_is_told_to_nobody() -> None:
    for name in (*SCENARIOS, PUSHES):
        load_scenario(name)
    task = EnduranceTask(("walk",), 60.0, 0.007, scenario="field")
    settings = task.settings()
    assert settings.switches == ControllerSwitches.all_on()


def test_all_claims_hold(endured: Answers) -> None:
    table = RobustnessTable(Extent())
    rows = table.rows(endured(table, lambda task: False))
    assert [row.holds for row in rows] == [True] * (len(SCENARIOS) + 1)
    assert rows[0].ours == "6 of 6 runs"


def test_one_fall_refutes_ground_and_two_refute_pushes(endured: Answers) -> None:
    table = RobustnessTable(Extent())
    once = table.rows(endured(table, lambda task: task.seed <= 1))
    assert [row.holds for row in once] == [False] * len(SCENARIOS) + [True]
    assert once[0].ours == "5 of 6 runs; fell at 5.0 s"
    assert not table.rows(endured(table, lambda task: task.seed <= 2))[-1].holds


@pytest.mark.parametrize(("endured_runs", "holds"), [(9, True), (8, False)])
def test_nine_of_ten(endured_runs: int, holds: bool) -> None:
    task = EnduranceTask(("walk",), 60.0, 0.007)
    runs = [Endured(task, number >= endured_runs, 60.0, 0.1) for number in range(10)]
    assert endured_by(0.9)(runs)[1] is holds
