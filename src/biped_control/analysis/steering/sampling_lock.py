"""One process at a time samples for a library: two would simulate the same runs and count them twice."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from biped_control.errors import PolicyError
from biped_control.motion.library.clip_folder import not_writable


@contextmanager
def only_sampler(folder: Path) -> Iterator[None]:
    """Holds the folder of the transitions; it is free again when the process ends, however it ends.

    Raises:
        PolicyError: another process holds it, or it cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("w")
    except OSError as error:
        raise PolicyError(not_writable(folder, error)) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise PolicyError(
                f"{folder}: another `biped steering build` samples transitions here; wait until it has ended"
            ) from error
        yield
