"""Whose folder it is."""

import json
from pathlib import Path

import pytest

from biped_control.analysis.sweep.claimed_folder import claimed, require_same
from biped_control.errors import SweepError

ABOUT = {"options": {"seconds": 10.0}}


def test_the_note_is_called_after_the_command(tmp_path: Path) -> None:
    with claimed(tmp_path / "new", "tune"):
        require_same(tmp_path / "new", "tune", ABOUT)
        require_same(tmp_path / "new", "tune", ABOUT)
    assert json.loads((tmp_path / "new" / "tune.json").read_text(encoding="utf-8")) == ABOUT


def test_commands_do_not_share_a_folder(tmp_path: Path) -> None:
    require_same(tmp_path, "sweep", ABOUT)
    with pytest.raises(SweepError, match=r"sweep\.json, but no tune"):
        require_same(tmp_path, "tune", ABOUT)
    with (
        claimed(tmp_path, "sweep"),
        pytest.raises(SweepError, match="another `biped tune`"),
        claimed(tmp_path, "tune"),
    ):
        pass


def test_what_differs_is_named(tmp_path: Path) -> None:
    require_same(tmp_path, "tune", ABOUT)
    with pytest.raises(SweepError, match=r"seconds \(10\.0 there, 5\.0 here\).*--out"):
        require_same(tmp_path, "tune", {"options": {"seconds": 5.0}})
