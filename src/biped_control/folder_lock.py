"""A folder that one process at a time works in."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


@contextmanager
def only_process(
    folder: Path, in_use: Exception, not_writable: Callable[[OSError], Exception]
) -> Iterator[None]:
    """The folder, made if it is missing, is this process's alone while the block lasts.

    Args:
        folder: is free again when the process ends, however that happens.
        in_use: raised where another process holds it.
        not_writable: makes what is raised where it cannot be made or written to.
    """
    try:
        lock = lock_folder(folder)
    except BlockingIOError as error:
        raise in_use from error
    except OSError as error:
        raise not_writable(error) from error
    with lock:
        yield


def lock_folder(folder: Path, wait: bool = False) -> TextIO:
    """Makes the folder if it is missing and holds it until the file returned is closed or the process ends.

    Args:
        folder: by its path.
        wait: until another process that holds it lets go.

    Raises:
        BlockingIOError: another process holds it, and this one does not wait.
        OSError: it cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / ".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise
    return lock
