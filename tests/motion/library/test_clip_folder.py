"""The files of a library."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import ClipError
from biped_control.motion.library.clip_folder import BuildRecord, ClipFolder, library_folder


@pytest.fixture
def record(walk_parts: WalkParts) -> BuildRecord:
    return BuildRecord(2.5, walk_parts.robot.fingerprint, 120.0, {"hub": "0123"})


def test_records_come_back(walk_parts: WalkParts, tmp_path: Path, record: BuildRecord) -> None:
    folder = ClipFolder(tmp_path / "clips")
    path = folder.of_recipe("walk", "abcd")
    assert folder.record(path) == BuildRecord()
    folder.keep(walk_parts.clips["walk"], path, record)
    assert folder.record(path) == record
    assert sorted(each.name for each in folder.path.iterdir()) == ["walk.abcd.clip.npz", "walk.abcd.json"]
    folder.note(path, replace(record, problem="too fast"))
    assert folder.record(path).problem == "too fast"
    (folder.path / "walk.abcd.json").write_text("{", encoding="utf-8")
    assert folder.record(path) == BuildRecord()


def test_versions_are_of_one_name_robot_and_rate(
    walk_parts: WalkParts, tmp_path: Path, record: BuildRecord
) -> None:
    folder, walk = ClipFolder(tmp_path), walk_parts.clips["walk"]
    assert list(ClipFolder(tmp_path / "nowhere").versions("walk", record.robot, 120.0)) == []
    for age, (name, digest, changes) in enumerate(
        [
            ("walk", "new", {}),
            ("walk", "old", {}),
            ("walk_slow", "other", {}),
            ("walk", "foreign", {"robot": "another"}),
            ("walk", "slow", {"rate_hz": 100.0}),
        ]
    ):
        path = folder.of_recipe(name, digest)
        folder.keep(walk, path, replace(record, **changes))  # type: ignore[arg-type]
        os.utime(path, (1e9 - age, 1e9 - age))
    found = list(folder.versions("walk", record.robot, 120.0))
    assert found == [("new", folder.of_recipe("walk", "new")), ("old", folder.of_recipe("walk", "old"))]
    assert folder.imported() == {}


def test_imported_clips_have_no_digest(walk_parts: WalkParts, tmp_path: Path, record: BuildRecord) -> None:
    folder, walk = ClipFolder(tmp_path), walk_parts.clips["walk"]
    folder.keep(walk, folder.of_import("02_01"), record)
    folder.keep(walk, folder.of_recipe("walk", "abcd"), record)
    assert folder.imported() == {"02_01": tmp_path / "02_01.clip.npz"}


def test_where_nothing_can_be_written(walk_parts: WalkParts, tmp_path: Path, record: BuildRecord) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    folder = ClipFolder(tmp_path / "file" / "clips")
    with pytest.raises(ClipError, match="set BIPED_LIBRARY"):
        folder.keep(walk_parts.clips["walk"], folder.of_import("walk"), record)
    with pytest.raises(ClipError, match="set BIPED_LIBRARY"):
        folder.note(folder.of_import("walk"), record)


def test_the_folder_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BIPED_LIBRARY", str(tmp_path))
    assert library_folder() == tmp_path
    monkeypatch.delenv("BIPED_LIBRARY")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert library_folder() == tmp_path / ".cache" / "biped" / "library"
