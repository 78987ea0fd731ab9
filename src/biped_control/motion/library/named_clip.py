"""Finds the clip that a user or a node asks for."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from biped_control.errors import ClipError
from biped_control.folder_lock import lock_folder
from biped_control.motion.clip import Clip
from biped_control.motion.clip_file import CAPTURE_SUFFIXES, load_clip
from biped_control.motion.library.clip_folder import library_folder, not_writable
from biped_control.robot.model import RobotModel

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress


def named_clip(name: str, robot: RobotModel, rate_hz: float, progress: "Progress | None" = None) -> Clip:
    """The clip called `name` in the library, or the clip in the file of that name.

    When several processes ask for a clip that is not built yet, one builds it and the others wait for it.

    Args:
        name: name in the library, or path of a clip file (has a slash or ends in .npz). What ends as captures
            do is taken for a path, too, so that the message can say what it is.
        robot: what it must have been made for.
        rate_hz: control rate that it must have.
        progress: hears of the iterations when a recipe is built.

    Raises:
        ClipError: there is none, it was made for another robot, or it has another rate.
        MotionError: its recipe cannot be built.
    """
    if not is_clip_file(name):
        from biped_control.motion.library.clip_library import ClipLibrary  # slow to import

        with _one_at_a_time(library_folder()):
            return ClipLibrary(robot, rate_hz).load(name, progress)
    clip = load_clip(Path(name), robot)
    if clip.rate_hz != rate_hz:
        raise ClipError(
            f"{name}: the clip runs at {clip.rate_hz:g} Hz, the control loop at {rate_hz:g} Hz; "
            "import it again at that rate"
        )
    return clip


def is_clip_file(name: str) -> bool:
    """Whether a name is meant as a path (of a capture, too); else it stands for a clip of the library."""
    return "/" in name or name.lower().endswith((".npz", *CAPTURE_SUFFIXES))


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    try:
        lock = lock_folder(folder, wait=True)
    except OSError as error:
        raise ClipError(not_writable(folder, error)) from error
    with lock:
        yield
