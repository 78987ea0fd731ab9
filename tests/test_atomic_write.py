"""A file is the old one or the new one, never a part of either."""

from pathlib import Path

import pytest

from biped_control.atomic_write import atomic_write, takes_files


def test_the_new_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text("old", encoding="utf-8")
    with atomic_write(path) as unfinished:
        unfinished.write_text("new", encoding="utf-8")
        assert unfinished.parent == tmp_path
        assert path.read_text(encoding="utf-8") == "old"
    assert path.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt])
def test_a_failure_leaves_things_as_they_were(tmp_path: Path, failure: type[BaseException]) -> None:
    old, absent = tmp_path / "old", tmp_path / "absent"
    old.write_text("old", encoding="utf-8")

    def write_half(path: Path) -> None:
        with atomic_write(path) as unfinished:
            unfinished.write_text("half", encoding="utf-8")
            raise failure

    for path in (old, absent):
        with pytest.raises(failure):
            write_half(path)
    assert old.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [old]


def test_a_folder_in_the_way_is_reported(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError, match="taken"), atomic_write(tmp_path / "taken") as unfinished:
        unfinished.write_text("new", encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_where_files_can_be_made(tmp_path: Path) -> None:
    assert takes_files(tmp_path)
    assert not list(tmp_path.iterdir())
    for folder in (tmp_path / "nowhere", Path("/proc")):
        assert not takes_files(folder)
