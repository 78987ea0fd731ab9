"""Cleaning up after killed processes."""

import fcntl
from pathlib import Path

import pytest

from biped_control.nodes import shared_memory
from biped_control.nodes.shared_memory import remove_abandoned, segments


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(shared_memory, "_FOLDER", tmp_path)
    return tmp_path


def make_segment(folder: Path, name: str) -> None:
    for file in (name, f"{name}_el", f"sem.{name}_mutex"):
        (folder / file).touch()


def test_only_new_segments_without_an_owner_go(folder: Path) -> None:
    for name in ("fastdds_old", "other_program"):
        make_segment(folder, name)
    before = segments()
    for name in ("fastdds_dead", "fastdds_alive"):
        make_segment(folder, name)
    with (folder / "fastdds_alive_el").open() as owner:
        fcntl.flock(owner, fcntl.LOCK_EX)
        assert remove_abandoned(before) == ["fastdds_dead"]
    left = {path.name for path in folder.iterdir()}
    assert not any("dead" in name for name in left)
    for name in ("fastdds_old", "other_program", "fastdds_alive"):
        assert {name, f"{name}_el", f"sem.{name}_mutex"} <= left
