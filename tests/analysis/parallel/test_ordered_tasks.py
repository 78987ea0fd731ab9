"""Tasks in order of dependence, with tasks made for the purpose."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from biped_control.analysis.parallel.ordered_tasks import Outcome, do_in_order


class Diary:
    """A watch that writes everything down."""

    def __init__(self) -> None:
        self.count, self.begun_names = 0, list[str]()
        self.halves, self.ends = list[str](), dict[str, Outcome]()

    def planned(self, count: int) -> None:
        self.count = count

    def begun(self, name: str) -> None:
        self.begun_names.append(name)

    def told(self, name: str, how_far: str) -> None:
        assert how_far == "half"
        self.halves.append(name)

    def ended(self, name: str, outcome: Outcome) -> None:
        self.ends[name] = outcome


@pytest.fixture
def prepare(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Any]:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    prepare: Callable[[], Any] = importlib.import_module("tasks_for_workers").prepare_named
    return prepare


def test_each_task_comes_after_those_it_needs(prepare: Callable[[], Any]) -> None:
    needs = {"roof": ("walls",), "walls": ("ground",), "garden": ("ground",), "ground": ()}
    diary = Diary()
    outcomes = do_in_order(needs, prepare, 2, diary)
    assert list(outcomes) == list(needs)
    assert {name: outcome.result for name, outcome in outcomes.items()} == {
        name: name.upper() for name in needs
    }
    assert diary.count == 4
    assert diary.begun_names[0] == "ground"
    assert diary.begun_names.index("walls") < diary.begun_names.index("roof")
    assert sorted(diary.halves) == sorted(needs)
    assert next(iter(diary.ends)) == "ground"
    assert diary.ends == outcomes


def test_a_failure_stops_what_needs_it_and_nothing_else(prepare: Callable[[], Any]) -> None:
    needs = {"bad hub": (), "a": ("bad hub",), "b": ("a", "fine"), "fine": (), "c": ("fine",)}
    outcomes = do_in_order(needs, prepare, 1, Diary())
    assert outcomes["bad hub"] == Outcome(failure="bad hub is bad")
    assert outcomes["a"] == Outcome(failure="not tried, because bad hub could not be done", skipped=True)
    assert outcomes["b"] == Outcome(failure="not tried, because a could not be done", skipped=True)
    assert [outcomes[name].result for name in ("fine", "c")] == ["FINE", "C"]


def test_the_most_wanted_and_then_the_longest_go_first(prepare: Callable[[], Any]) -> None:
    needs = {"short": (), "long": (), "hub": (), "x": ("hub",), "y": ("hub",)}
    diary = Diary()
    do_in_order(needs, prepare, 1, diary, work={"short": 1.0, "long": 5.0, "x": 2.0})
    assert diary.begun_names == ["hub", "long", "x", "short", "y"]


def test_nothing_to_do(prepare: Callable[[], Any]) -> None:
    assert do_in_order({}, prepare, None, Diary()) == {}
