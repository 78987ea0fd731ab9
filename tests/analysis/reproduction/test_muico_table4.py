"""Contacts and computation time: the claims on results with known answers, and on short runs."""

from typing import Any

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.reproduction.muico_table4 import MuicoTable4Table, TickTimes
from biped_control.analysis.reproduction.table import Extent

GOOD = (
    TickTimes(3.5, 4.0, 0.1, 0.14, 0.3, 0.15),
    TickTimes(1.2, 2.0, 0.1, 0.11, 0.2, 0.12),
    TickTimes(8.0, 8.0, 0.3, 0.4, 0.6, 0.5),
)
BAD = (
    TickTimes(4.0, 4.0, 0.1, 0.14, 0.3, 0.17),
    TickTimes(2.9, 2.9, 0.1, 0.1, 0.2, 0.14),
    TickTimes(6.0, 8.0, 0.3, 0.5, 0.7, 0.61),
)


def results(table: MuicoTable4Table, times: tuple[TickTimes, ...]) -> dict[str, Any]:
    return dict(zip(table.tasks, times, strict=True))


def test_claims() -> None:
    table = MuicoTable4Table(Extent())
    rows = table.rows(results(table, GOOD))
    assert [row.holds for row in rows] == [True] * 6
    assert rows[0].ours == "3.5 (4.0 near the ground)"
    assert rows[3].paper == "1.6 ms; below 0.16 wanted"
    assert rows[3].ours == "0.15 ms (low 0.10, median 0.14, high 0.30)"
    assert [row.holds for row in table.rows(results(table, BAD))] == [False] * 6


def test_ticks_of_a_walk(walk_parts: WalkParts) -> None:
    table = MuicoTable4Table(Extent(quick=True, minutes=0.1))
    found = table.prepare()(table.tasks[0], lambda content: None)
    assert 2.0 < found.contacts <= found.near < 8.0  # two edges at least, never both feet flat
    assert 0.0 < found.low_ms <= found.mean_ms
    assert found.low_ms <= found.median_ms <= found.high_ms
