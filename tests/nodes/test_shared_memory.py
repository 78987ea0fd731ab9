"""Cleaning up after ended processes."""

import fcntl
import mmap
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
        (folder / file).write_bytes(bytes(mmap.PAGESIZE))


def test_only_new_segments_without_an_owner_go(folder: Path) -> None:
    for name in ("fastdds_old", "other_program"):
        make_segment(folder, name)
    before = segments()
    assert before == {"fastdds_old"}
    for name in ("fastdds_dead", "fastdds_alive"):
        make_segment(folder, name)
    with (folder / "fastdds_alive_el").open() as owner:
        fcntl.flock(owner, fcntl.LOCK_EX)
        assert remove_abandoned(before) == ["fastdds_dead"]
    left = {path.name for path in folder.iterdir()}
    assert not any("dead" in name for name in left)
    for name in ("fastdds_old", "other_program", "fastdds_alive"):
        assert {name, f"{name}_el", f"sem.{name}_mutex"} <= left


def test_a_port_without_its_lock_goes_unless_somebody_has_it_mapped(folder: Path) -> None:
    for name in ("fastdds_port7412", "fastdds_port7414"):
        make_segment(folder, name)
        (folder / f"{name}_el").unlink()
    with (folder / "fastdds_port7414").open("r+b") as file, mmap.mmap(file.fileno(), 0):
        assert remove_abandoned(set()) == ["fastdds_port7412"]
    assert remove_abandoned(set()) == ["fastdds_port7414"]
    assert list(folder.iterdir()) == []
