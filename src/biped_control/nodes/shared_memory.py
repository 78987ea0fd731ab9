"""Shared-memory files of the middleware that ended processes have left behind.

A process that is killed removes nothing. But processes that end in good order at the same moment can leave
something too: each believes that another still uses the segment.
"""

import fcntl
import os
import re
from collections.abc import Iterable
from pathlib import Path

_FOLDER = Path("/dev/shm")
_LOCK = "_el"
# A segment `fastdds_x` has a lock `fastdds_x_el` and may have a mutex `sem.fastdds_x_mutex`.
_FILE = re.compile(r"(?:sem\.)?(fastdds_[^/]*?)(?:_el|_mutex)?")


def segments() -> set[str]:
    """Names of the middleware's segments of which any file exists."""
    return {match[1] for name in os.listdir(_FOLDER) if (match := _FILE.fullmatch(name))}


def abandoned(before: set[str]) -> list[str]:
    """Names of our segments that were made since `before` and that no process holds any more."""
    new = sorted(segments() - before)
    mapped = _mapped_by_anybody() if new else set()
    return [name for name in new if _is_ours(name) and name not in mapped and not _is_locked(name)]


def mapped_by(processes: Iterable[int]) -> set[str]:
    """Names of the segments in the memory of processes, by id; of those only that we may look into."""
    mapped: set[str] = set()
    for pid in processes:
        try:
            mapped.update(re.findall(r"/(fastdds_\w+)", Path(f"/proc/{pid}/maps").read_text()))
        except OSError:
            continue  # it has just ended, or is somebody else's
    return mapped


def remove_abandoned(before: set[str]) -> list[str]:
    """Removes these segments.

    Returns:
        Their names.
    """
    names = abandoned(before)
    for name in names:
        for path in _files(name):
            path.unlink(missing_ok=True)
    return names


def _files(name: str) -> tuple[Path, Path, Path]:
    return _FOLDER / name, _FOLDER / f"sem.{name}_mutex", _FOLDER / (name + _LOCK)


def _is_ours(name: str) -> bool:
    owners = {path.stat().st_uid for path in _files(name) if path.exists()}
    return owners == {os.getuid()}


def _is_locked(name: str) -> bool:
    """The owner of a segment keeps a lock on the file beside it; the lock of a dead one is free."""
    try:
        with (_FOLDER / (name + _LOCK)).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False  # it has no lock any more
    return False


def _mapped_by_anybody() -> set[str]:
    """Segments in the memory of all processes that we may look into."""
    return mapped_by(int(path.name) for path in Path("/proc").glob("[0-9]*"))
