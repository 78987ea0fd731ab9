"""A folder that one process at a time works in."""

import fcntl
from pathlib import Path
from typing import TextIO


def lock_folder(folder: Path) -> TextIO:
    """Makes the folder if it is missing and holds it until the file returned is closed or the process ends.

    Raises:
        BlockingIOError: another process holds it.
        OSError: it cannot be made or written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / ".lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise
    return lock
