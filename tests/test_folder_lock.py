"""A folder for one process at a time."""

from contextlib import AbstractContextManager
from pathlib import Path
from threading import Thread

import pytest

from biped_control.folder_lock import lock_folder, only_process


def test_one_holder_at_a_time_and_the_next_after_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    with lock_folder(folder), pytest.raises(BlockingIOError):
        lock_folder(folder)
    lock_folder(folder).close()


def test_who_waits_comes_next(tmp_path: Path) -> None:
    held, order = lock_folder(tmp_path), list[str]()

    def come_next() -> None:
        with lock_folder(tmp_path, wait=True):
            order.append("next")

    waiting = Thread(target=come_next)
    waiting.start()
    waiting.join(0.1)
    order.append("first")
    held.close()
    waiting.join(10.0)
    assert order == ["first", "next"]


def test_a_file_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    with pytest.raises(OSError, match="taken"):
        lock_folder(tmp_path / "taken")


def test_who_comes_second_hears_it_in_the_words_of_the_caller(tmp_path: Path) -> None:
    def claim(folder: Path) -> AbstractContextManager[None]:
        return only_process(folder, KeyError("in use"), lambda error: ValueError(f"not writable: {error}"))

    with claim(tmp_path), pytest.raises(KeyError, match="in use"), claim(tmp_path):
        pass
    with claim(tmp_path):
        pass
    (tmp_path / "taken").write_text("")
    with pytest.raises(ValueError, match=r"not writable.*taken"), claim(tmp_path / "taken"):
        pass
