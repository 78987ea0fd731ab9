"""Files that are there completely or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """Lets the block write to a file beside `path`, which takes that place when the block has succeeded.

    After an error or an interruption the file at `path`, or its absence, is what it was before.

    Yields:
        Where to write; in the same folder, because a file can only be moved at one stroke within a disk.

    Raises:
        OSError: the file cannot be moved to its place.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield temporary
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def takes_files(folder: Path) -> bool:
    """Whether files can be made in a folder: what to ask before long work whose result goes there."""
    try:
        with TemporaryFile(dir=folder):
            return True
    except OSError:  # also where permissions say that it could be done
        return False


def can_be_written(path: Path) -> bool:
    """Whether a file could be made or replaced there: what to ask before long work whose result it gets."""
    path = path.absolute()
    if path.is_dir():
        return False
    if path.exists() and not path.is_file():  # a device or a pipe is written to, not replaced
        return os.access(path, os.W_OK)
    return takes_files(path.resolve().parent)
