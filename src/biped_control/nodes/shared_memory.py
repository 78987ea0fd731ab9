"""Shared-memory files of the middleware that a killed process has left behind."""

import fcntl
from pathlib import Path

_FOLDER = Path("/dev/shm")
_PREFIX = "fastdds_"
_LOCK = "_el"


def segments() -> set[str]:
    """Names of the middleware's segments that exist now."""
    return {path.name.removesuffix(_LOCK) for path in _FOLDER.glob(f"{_PREFIX}*{_LOCK}")}


def abandoned(before: set[str]) -> list[str]:
    """Names of the segments that were made since `before` and that no process holds any more.

    Every living owner keeps a lock on the file beside its segment; the lock of a dead one is free.
    """
    return [name for name in sorted(segments() - before) if not _is_held(name)]


def remove_abandoned(before: set[str]) -> list[str]:
    """Removes these segments.

    Returns:
        Their names.
    """
    names = abandoned(before)
    for name in names:
        for path in (_FOLDER / name, _FOLDER / f"sem.{name}_mutex", _FOLDER / (name + _LOCK)):
            path.unlink(missing_ok=True)
    return names


def _is_held(name: str) -> bool:
    try:
        with (_FOLDER / (name + _LOCK)).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True  # or gone by now
    return False
