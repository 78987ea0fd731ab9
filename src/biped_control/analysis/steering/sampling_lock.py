"""One process at a time samples for a library: two would simulate the same runs and count them twice."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from biped_control.errors import PolicyError
from biped_control.folder_lock import lock_folder
from biped_control.motion.library.clip_folder import not_writable


@contextmanager
def only_sampler(folder: Path) -> Iterator[None]:
    """Holds the folder of the transitions; it is free again when the process ends, however it ends.

    Raises:
        PolicyError: another process holds it, or it cannot be written.
    """
    try:
        lock = lock_folder(folder)
    except BlockingIOError as error:
        raise PolicyError(
            f"{folder}: another `biped steering build` samples transitions here; wait until it has ended"
        ) from error
    except OSError as error:
        raise PolicyError(not_writable(folder, error)) from error
    with lock:
        yield
