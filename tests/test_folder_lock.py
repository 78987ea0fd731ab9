"""A folder for one process at a time."""

from pathlib import Path

import pytest

from biped_control.folder_lock import lock_folder


def test_one_holder_at_a_time_and_the_next_after_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    with lock_folder(folder), pytest.raises(BlockingIOError):
        lock_folder(folder)
    lock_folder(folder).close()


def test_a_file_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(OSError, match="taken"):
        lock_folder(tmp_path / "taken")
