"""Half the control rate: the claims, on results with known answers."""

from collections.abc import Callable

from biped_control.analysis.reproduction.endurance import EnduranceTask, Endured
from biped_control.analysis.reproduction.muico_60hz import Muico60HzTable
from biped_control.analysis.reproduction.table import Extent

Answers = Callable[..., dict[str, Endured]]


def as_in_the_paper(task: EnduranceTask) -> bool:
    assert task.rate_hz == 60.0
    return task.policy == "lqr" or task.clips != ("walk",)


def test_all_claims_hold(endured: Answers) -> None:
    table = Muico60HzTable(Extent())
    rows = table.rows(endured(table, as_in_the_paper))
    assert [row.holds for row in rows] == [True] * 8


def test_each_can_fail(endured: Answers) -> None:
    table = Muico60HzTable(Extent())
    rows = table.rows(endured(table, lambda task: not as_in_the_paper(task)))
    assert [row.holds for row in rows] == [False] * 8
    assert rows[0].ours == "endures nowhere, at most 5.0 s (gamma 0.001)"
    assert rows[1].ours == "endures at gamma 0.001 to 0.1"
