"""Whose folder it is."""

import json
from pathlib import Path

import pytest

from biped_control.analysis.claimed_folder import claimed, require_same
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
    (tmp_path / "generations").mkdir()
    (tmp_path / "generations" / "0000.json").write_text("{}")
    with pytest.raises(SweepError, match=r"seconds \(10\.0 there, 5\.0 here\).*--out"):
        require_same(tmp_path, "tune", {"options": {"seconds": 5.0}})


def test_a_folder_without_results_may_change_its_mind(tmp_path: Path) -> None:
    """A run that came to nothing, such as one whose scheduler did not answer, keeps nobody from the next."""
    require_same(tmp_path, "tune", ABOUT)
    (tmp_path / "generations").mkdir()
    (tmp_path / "generations" / ".0000.json.17").touch()  # of a process that was killed
    require_same(tmp_path, "tune", {"options": {"seconds": 5.0}})
    assert json.loads((tmp_path / "tune.json").read_text(encoding="utf-8")) == {"options": {"seconds": 5.0}}
    (tmp_path / "tune.json").write_text("{")
    with pytest.raises(SweepError, match=r"tune\.json: cannot be read"):  # whose ever it is, it stays
        require_same(tmp_path, "tune", ABOUT)


def test_a_list_that_may_grow_loses_no_value(tmp_path: Path) -> None:
    def about(*seeds: int, seconds: float = 10.0) -> dict[str, dict[str, object]]:
        return {"options": {"seed": list(seeds), "seconds": seconds}}

    require_same(tmp_path, "sweep", about(3, 1), growing=("seed",))
    (tmp_path / "results.parquet").touch()
    require_same(tmp_path, "sweep", about(1, 2, 3), growing=("seed",))
    for other, different in (
        (about(1, 2), r"seed \(1,2,3 there, 1,2 here\)"),
        (about(1, 2, 3, 4, seconds=5.0), "s"),
    ):
        with pytest.raises(SweepError, match=rf"settings: {different}"):
            require_same(tmp_path, "sweep", other, growing=("seed",))
    with pytest.raises(SweepError, match="seed"):
        require_same(tmp_path, "sweep", about(1, 2, 3, 4))
    assert json.loads((tmp_path / "sweep.json").read_text(encoding="utf-8")) == about(1, 2, 3)
