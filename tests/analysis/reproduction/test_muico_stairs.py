"""Ledges: the claims, on results with known answers."""

from collections.abc import Callable

import pytest

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.muico_stairs import DOWN, UP, MuicoStairsTable
from biped_control.analysis.reproduction.table import Extent
from biped_control.simulation.scenario import LedgesGround, load_scenario

Answers = Callable[..., dict[str, Endured]]


def as_in_the_paper(task: EnduranceTask) -> bool:
    """The walker goes down everything and up nothing, the runner up to 4 cm up and down nothing."""
    if task.clips == ("run",):
        return task.scenario not in (UP[2], UP[4])
    return task.scenario in UP.values()


@pytest.fixture
def table() -> MuicoStairsTable:
    return MuicoStairsTable(Extent())


def test_all_claims_hold(table: MuicoStairsTable, endured: Answers) -> None:
    rows = table.rows(endured(table, as_in_the_paper))
    assert [row.holds for row in rows] == [True] * 10
    assert [row.ours for row in rows[1:3]] == ["6 cm down, none up", "none down, 4 cm up"]


def test_each_can_fail(table: MuicoStairsTable, endured: Answers) -> None:
    rows = table.rows(endured(table, lambda task: not as_in_the_paper(task)))
    assert [row.holds for row in rows] == [False] * 10
    even = table.rows(endured(table, lambda task: False))
    assert [row.holds for row in even[:5]] == [True, False, False, True, False]


def test_the_runner_goes_four_centimetres_up(table: MuicoStairsTable, endured: Answers) -> None:
    rows = table.rows(endured(table, lambda task: task.scenario == UP[4]))
    assert [row.holds for row in rows if "4 cm up" in row.what] == [False, False]


@pytest.mark.parametrize(("sign", "scenarios"), [(-1.0, DOWN), (1.0, UP)])
def test_scenarios_are_as_high_as_they_are_called(sign: float, scenarios: dict[int, str]) -> None:
    for height, name in scenarios.items():
        ground = load_scenario(name).terrain
        assert isinstance(ground, LedgesGround)
        assert ground.rises_m == (sign * height / 100.0,)
