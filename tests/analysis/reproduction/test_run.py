"""Tables are measured in processes of their own."""

from typing import Any

import pytest

from biped_control.analysis.parallel.ordered_tasks import Outcome
from biped_control.analysis.reproduction.run import reproduce
from biped_control.analysis.reproduction.table import Extent
from biped_control.analysis.reproduction.tables import TABLES, table_named
from biped_control.errors import ConfigurationError


class Watching:
    """Remembers what has ended."""

    def __init__(self) -> None:
        self.ends: list[str] = []

    def planned(self, count: int) -> None:
        assert count == 3

    def begun(self, name: str) -> None:
        pass

    def told(self, name: str, how_far: str) -> None:
        pass

    def ended(self, name: str, outcome: Outcome) -> None:
        self.ends.append(name)


def test_what_can_be_measured_is(toy_table: Any) -> None:
    watch = Watching()
    found = reproduce(toy_table(Extent()), 1, watch)
    square, word = found.rows
    assert (square.ours, square.holds, square.numbers) == ("9", True, {"max": 9})
    assert (word.ours, word.holds) == ("not measured", None)
    assert found.failures == {"word two": "no number: two"}
    assert found.results == {"number 2": 4, "number 3": 9}
    assert sorted(watch.ends) == ["number 2", "number 3", "word two"]
    assert found.seconds > 0.0


def test_names() -> None:
    assert {table_named(name, Extent(quick=True)).name for name in TABLES} == set(TABLES)
    with pytest.raises(ConfigurationError, match=r"unknown table 'chairs'; expected one of steering"):
        table_named("chairs", Extent())
