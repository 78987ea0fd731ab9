"""One process at a time samples for a library: two would simulate the same runs and count them twice."""

from contextlib import AbstractContextManager
from pathlib import Path

from biped_control.errors import PolicyError
from biped_control.folder_lock import only_process
from biped_control.motion.library.clip_folder import not_writable


def only_sampler(folder: Path) -> AbstractContextManager[None]:
    """Holds the folder of the transitions; it is free again when the process ends, however it ends.

    Raises:
        PolicyError: another process holds it, or it cannot be written.
    """
    in_use = PolicyError(
        f"{folder}: another `biped steering build` samples transitions here; wait until it has ended"
    )
    return only_process(folder, in_use, lambda error: PolicyError(not_writable(folder, error)))
