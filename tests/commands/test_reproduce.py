"""`biped reproduce`."""

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from biped_control.analysis.reproduction import tables

Biped = Callable[..., Any]


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a `docs`, to work in; `toy` is the only table."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "analysis" / "reproduction"))
    monkeypatch.setattr(tables, "TABLES", {"toy": importlib.import_module("toy_table").ToyTable})
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_measures_and_writes(biped: Biped, toys: Path) -> None:
    outcome = biped("reproduce", "toy", "--jobs", "1", "--json", "out.json")
    assert outcome.status == 1  # the word could not be measured
    assert "no number: two" in outcome.stderr
    result = json.loads((toys / "out.json").read_text())
    assert [row["holds"] for row in result["rows"]] == [True, None]
    assert result["failures"] == [{"task": "word two", "problem": "no number: two"}]
    assert result["document"] == "docs/reproduction.md"
    text = (toys / "docs" / "reproduction.md").read_text()
    assert "| largest square | 9 \\| nine | 9 | yes |" in text
    assert "- word two: no number: two" in text


def test_a_quick_look_writes_nothing(biped: Biped, toys: Path) -> None:
    outcome = biped("reproduce", "toy", "--quick", "--jobs", "1")
    assert outcome.status == 0
    assert not list((toys / "docs").iterdir())
    assert "largest square" in outcome.stdout
    assert biped("reproduce", "toy", "--quick", "--jobs", "1", "--document", "look.md").status == 0
    assert "## Toys" in (toys / "look.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chairs",), "unknown table 'chairs'; expected one of toy"),
        (("toy", "--seeds", "1,x"), "'1,x'"),
        (("toy", "--jobs", "0"), "'--jobs': Input should be greater than or equal to 1"),
        (("toy", "--document", "nowhere/file.md"), "existing folder"),
    ],
    ids=str,
)
def test_wrong_options(biped: Biped, toys: Path, arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in biped("reproduce", *arguments).complaint
