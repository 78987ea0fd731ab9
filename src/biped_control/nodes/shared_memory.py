"""Shared-memory files of the middleware that a killed process has left behind."""

import fcntl
import os
from pathlib import Path

_FOLDER = Path("/dev/shm")
_PREFIX = "fastdds_"
_LOCK = "_el"


def segments() -> set[str]:
    """Names of the middleware's segments that exist now."""
    return {path.name.removesuffix(_LOCK) for path in _FOLDER.glob(f"{_PREFIX}*{_LOCK}")}


def remove_abandoned(before: set[str]) -> list[str]:
    """Removes the segments that were made since `before` and that no process holds any more.

    Every living owner keeps a lock on the file beside its segment; the lock of a dead one is free.

    Returns:
        Names of the segments that were removed.
    """
    removed = []
    for name in sorted(segments() - before):
        lock = _FOLDER / (name + _LOCK)
        try:
            with lock.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            continue  # in use, or gone
        for path in (_FOLDER / name, _FOLDER / f"sem.{name}_mutex", lock):
            if path.exists():
                os.unlink(path)
        removed.append(name)
    return removed
