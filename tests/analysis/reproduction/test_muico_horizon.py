"""Short and long look-ahead: the claims, on results with known answers."""

from collections.abc import Callable

import pytest

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.muico_horizon import MuicoHorizonTable
from biped_control.analysis.reproduction.table import Extent

Answers = Callable[..., dict[str, Endured]]


@pytest.fixture
def table() -> MuicoHorizonTable:
    return MuicoHorizonTable(Extent())


def test_all_claims_hold(table: MuicoHorizonTable, endured: Answers) -> None:
    rows = table.rows(endured(table, lambda task: task.horizon_cycles == 1))
    assert [row.holds for row in rows] == [True] * 9
    assert rows[2].ours == "1.00 of that with 3, 1.00 of that with 4, 1.00 of that with 8"


def test_each_can_fail(table: MuicoHorizonTable, endured: Answers) -> None:
    rows = table.rows(endured(table, lambda task: task.horizon_cycles == 2))
    assert [row.holds for row in rows] == [False] * 9
    assert rows[2].numbers == {}


def test_costs(table: MuicoHorizonTable, endured: Answers) -> None:
    def cost(task: EnduranceTask) -> float:
        return {1: 4.0, 2: 1.2, 8: 0.6}.get(task.horizon_cycles or 0, 1.2)

    def falls(task: EnduranceTask) -> bool:
        return task.horizon_cycles == 4 or (task.horizon_cycles == 1 and task.gamma > 0.005)

    row = table.rows(endured(table, falls, cost))[2]
    assert row.holds is False
    assert row.ours == "0.30 of that with 1, 1.00 of that with 3, 2.00 of that with 8"
    nearly = table.rows(
        endured(table, falls, lambda task: min(cost(task), 1.2) if task.horizon_cycles != 8 else 1.1)
    )
    assert nearly[2].holds is True
    cheap = table.rows(endured(table, falls, lambda task: 0.1 if task.horizon_cycles == 1 else 1.0))
    assert cheap[2].holds is True  # only a longer look is compared
