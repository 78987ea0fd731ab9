"""Cleaning up after ended processes."""

import fcntl
import mmap
import os
import subprocess
import sys
from pathlib import Path

import pytest

from biped_control.nodes import shared_memory
from biped_control.nodes.shared_memory import mapped_by, remove_abandoned, segments


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


_HOLD = """
import mmap, sys
with open(sys.argv[1], "r+b") as file, mmap.mmap(file.fileno(), 0):
    print(flush=True)
    sys.stdin.read()
"""


def test_segments_are_told_by_the_process_that_holds_them(folder: Path) -> None:
    for name in ("fastdds_ours", "fastdds_theirs"):
        make_segment(folder, name)
    command = [sys.executable, "-c", _HOLD, str(folder / "fastdds_theirs")]
    with (
        (folder / "fastdds_ours").open("r+b") as file,
        mmap.mmap(file.fileno(), 0),
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other,
    ):
        assert other.stdout is not None
        other.stdout.readline()
        assert mapped_by([os.getpid()]) & segments() == {"fastdds_ours"}
        assert mapped_by([other.pid]) == {"fastdds_theirs"}
        other.communicate()
    assert mapped_by([other.pid]) == set()
