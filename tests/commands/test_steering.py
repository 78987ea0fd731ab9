"""`biped steering build`, `show` and `compare`."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from biped_control.steering import planner_choice

Biped = Callable[..., Any]


@pytest.fixture
def own_library(library_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A library with nothing but the walk, and no value function that ships."""
    folder = tmp_path / "own"
    folder.mkdir()
    for path in library_folder.glob("walk.*"):
        shutil.copy(path, folder)
    monkeypatch.setenv("BIPED_LIBRARY", str(folder))
    monkeypatch.setattr(planner_choice, "_SHIPPED", "config/nothing.npz")
    return folder


def result_of(outcome: Any) -> Any:
    assert outcome.status == 0, outcome.stderr
    return json.loads(outcome.stdout)


def test_build_show_compare(
    biped: Biped, own_library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    before = result_of(biped("steering", "show", "--json", "-"))
    assert before["planner"] == "greedy"
    assert "steering build" in before["notes"][0]
    assert before["left_out"]["turn_left_90"] == "it is not built yet"

    built = result_of(biped("steering", "build", "--samples", "2", "--jobs", "1", "--json", "-"))
    assert built["file"] == str(own_library / "steering" / "value_function.npz")
    assert built["fresh"] == built["samples"] >= 4
    assert "turn_left_90" in built["unusable"]
    (walk,) = built["clips"]
    assert (walk["name"], walk["start_hub"], walk["end_hub"]) == ("walk", "walk", "walk")
    assert walk["engines"].keys() == {"lcp", "dart"}
    assert len(walk["risk"]) > 1

    folder = tmp_path / "pictures"
    shown = result_of(biped("steering", "show", "--plots", str(folder), "--json", "-"))
    assert shown["planner"] == "value function"
    assert shown["clips"] == built["clips"]
    assert sorted(shown["plots"]) == sorted(str(path) for path in folder.iterdir())
    assert result_of(biped("steering", "show", "--json", "-"))["plots"] == []
    assert list(here.iterdir()) == [], "pictures are drawn only where somebody asks for them"

    options = ("--minutes", "0.1", "--engine", "lcp", "--seed", "3", "--jobs", "1", "--json", "-")
    compared = result_of(biped("steering", "compare", *options))
    assert [run["planner"] for run in compared["runs"]] == ["value_function", "greedy"]
    for run in compared["runs"]:
        assert run["seconds"] == pytest.approx(6.0)
        assert run["falls"] == 0
        assert run["clips"].keys() == {"walk"}  # there is nothing else
    assert compared["failures"] == []


def test_tables(biped: Biped, own_library: Path) -> None:
    built = biped("steering", "build", "--samples", "1", "--jobs", "1")
    assert built.status == 0
    (row,) = [line.split() for line in built.stdout.splitlines() if line.startswith("walk ")]
    assert row[1:3] == ["0.5", "0"]  # it may be left at half its cycle
    assert row[3] in ("1/1", "2/2")
    assert "converged after" in built.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("build", "--samples", "0"), "samples 0"),
        (("compare", "--engine", "mud"), "engine 'mud'"),
        (("compare", "--planner", "wise"), "planner 'wise'"),
        (("compare", "--minutes", "nan"), "minutes nan"),
        (("compare", "--seed", "1,x"), "'1,x'"),
        (("compare", "--seed", ""), "no seed: expected at least one"),
        (("compare", "--seed=-1"), "seed -1: expected 0 or more"),
        (("compare", "--engine", ","), "no engine: expected some of"),
    ],
    ids=lambda value: str(value),
)
def test_wrong_options(biped: Biped, own_library: Path, arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in biped("steering", *arguments).complaint
