"""`biped reproduce`."""

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from biped_control.analysis.reproduction import tables
from biped_control.commands import reproduce as command

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
    assert " seconds on " in text
    assert "![2 toys](images/toys.png)" in text
    assert (toys / "docs" / "images" / "toys.png").read_bytes() == b"a picture"
    assert "looking for toys" in outcome.stderr


def test_a_quick_look_writes_nothing(biped: Biped, toys: Path) -> None:
    outcome = biped("reproduce", "toy", "--quick", "--jobs", "1")
    assert outcome.status == 0
    assert not list((toys / "docs").iterdir())
    assert "largest square" in outcome.stdout
    assert biped("reproduce", "toy", "--quick", "--jobs", "1", "--document", "look.md").status == 0
    text = (toys / "look.md").read_text()
    assert "## Toys" in text
    assert "`biped reproduce toy --quick`." in text


def test_seeds_that_are_none_are_refused(biped: Biped, toys: Path) -> None:
    """An empty variable in a script is no wish for the full run."""
    assert "'': expected whole numbers such as 1,2,3" in biped("reproduce", "toy", "--seeds", "").complaint


def test_a_document_that_cannot_take_the_section_is_known_before(biped: Biped, toys: Path) -> None:
    document = toys / "docs" / "reproduction.md"
    document.write_text("<!-- begin toy -->\n")
    outcome = biped("reproduce", "toy")
    assert "where section toy begins or ends is not clear" in outcome.complaint
    assert "looking for toys" not in outcome.stderr


def test_pictures_that_cannot_be_drawn_are_known_before(
    biped: Biped, toys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (toys / "docs" / "images").touch()
    assert "images: cannot be made" in biped("reproduce", "toy").complaint
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert "pip install matplotlib" in biped("reproduce", "toy").complaint


def test_a_picture_that_cannot_be_written_costs_no_numbers(biped: Biped, toys: Path) -> None:
    (toys / "docs" / "images" / "toys.png").mkdir(parents=True)
    outcome = biped("reproduce", "toy", "--jobs", "1", "--json", "out.json")
    assert outcome.status == 1
    assert "images: a picture cannot be written (Is a directory)" in outcome.stderr
    assert len(json.loads((toys / "out.json").read_text())["rows"]) == 2
    assert "largest square" in outcome.stdout


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chairs",), "unknown table 'chairs'; expected one of toy"),
        (("toy", "--seeds", "1,x"), "'1,x'"),
        (("toy", "--jobs", "0"), "'--jobs': Input should be greater than or equal to 1"),
        (("toy", "--document", "nowhere/file.md"), "existing folder"),
        (("toy", "--document", "/proc/file.md"), "folder that can be written"),
    ],
    ids=str,
)
def test_wrong_options(biped: Biped, toys: Path, arguments: tuple[str, ...], complaint: str) -> None:
    assert complaint in biped("reproduce", *arguments).complaint


def test_a_quick_look_at_figure_3(biped: Biped, tmp_path: Path) -> None:
    """The real thing: runs of two cases with both policies, in processes of their own."""
    document, result_file = tmp_path / "look.md", tmp_path / "look.json"
    options = ("--quick", "--document", str(document), "--json", str(result_file))
    outcome = biped("reproduce", "muico-fig3", *options)
    assert outcome.status == 0, outcome
    result = json.loads(result_file.read_text())
    rows = {row["what"]: row for row in result["rows"]}
    assert all(row["holds"] is not None for row in rows.values())
    assert rows["(a) straight walk, `lcp`: NQR"]["holds"]
    assert rows["(a) straight walk, `lcp`: cost of NQR in that range"]["holds"]
    assert rows["(d) 45-degree turn, `lcp`: NQR"]["holds"]
    assert "images/muico-fig3-lcp.png" in document.read_text()
    assert (tmp_path / "images" / "muico-fig3-lcp.png").stat().st_size > 10_000
