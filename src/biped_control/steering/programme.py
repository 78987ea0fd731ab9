"""All clips that playing one of them takes: its hubs and, between different hubs, a way back."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.library.named_clip import is_clip_file, named_clip
from biped_control.robot.model import RobotModel
from biped_control.steering.itinerary import Itinerary, itinerary_with
from biped_control.steering.junction import require_no_jump

if TYPE_CHECKING:
    from biped_control.motion.spacetime import Progress

ProgressOf = Callable[[str], "Progress"]
"""Gives who hears of the iterations of the clip of that name."""


@dataclass(frozen=True)
class Programme:
    """What is played, and in which order.

    Attributes:
        clips: by name.
        itinerary: their order.
    """

    clips: Mapping[str, Clip]
    itinerary: Itinerary

    @property
    def first(self) -> Clip:
        """The clip in whose first state the robot starts."""
        return self.clips[self.itinerary.first]


def load_programme(
    name: str, robot: RobotModel, rate_hz: float, progress_of: ProgressOf | None = None
) -> Programme:
    """Loads a clip and the clips around it; what is not built yet is built.

    Every node of the graph calls it with the same arguments and so knows the same clips.

    Args:
        name: name in the library, or path of a clip file. The hubs of a file are looked for beside it first
            (HUB.npz, HUB.clip.npz) and then in the library.
        robot: what the clips must have been made for.
        rate_hz: control rate that they must have.
        progress_of: hears of what is built.

    Raises:
        ClipError: a clip is missing, is for another robot or rate, or does not fit to its hub.
        MotionError: a recipe cannot be built.
    """

    def load(clip_name: str) -> Clip:
        return named_clip(clip_name, robot, rate_hz, progress_of(clip_name) if progress_of else None)

    clip = load(name)
    clips, way_back = {clip.name: clip}, None
    if not clip.cyclic:
        folder = Path(name).parent if is_clip_file(name) else None
        for hub in dict.fromkeys((clip.start_hub, clip.end_hub)):
            clips[hub] = _hub(hub, clip, folder, load)
        way_back = _way_back(clip, robot, rate_hz)
        if way_back is not None:
            clips[way_back] = load(way_back)
    programme = Programme(clips, itinerary_with(clip, way_back))
    _require_no_jumps(programme)
    return programme


def _hub(name: str, clip: Clip, folder: Path | None, load: Callable[[str], Clip]) -> Clip:
    beside = [folder / f"{name}{suffix}" for suffix in (".npz", ".clip.npz")] if folder else []
    path = next((str(path) for path in beside if path.is_file()), name)
    try:
        hub = load(path)
    except ClipError as error:
        raise ClipError(f"clip '{clip.name}' needs its hub '{name}': {error}") from error
    if hub.name != name or not hub.cyclic:
        found = f"clip '{hub.name}', {'cyclic' if hub.cyclic else 'not cyclic'}"
        raise ClipError(f"{path}: expected hub '{name}' of clip '{clip.name}', a cyclic clip; found {found}")
    return hub


def _way_back(clip: Clip, robot: RobotModel, rate_hz: float) -> str | None:
    """Name of the first clip of the library that leads from the end hub to the start hub."""
    if clip.start_hub == clip.end_hub:
        return None
    from biped_control.motion.library.clip_library import ClipLibrary  # slow to import

    library = ClipLibrary(robot, rate_hz)
    for entry in library.entries():
        with suppress(ClipError):  # a broken file that nobody asked for
            if library.hubs(entry) == (clip.end_hub, clip.start_hub):
                return entry.name
    return None


def _require_no_jumps(programme: Programme) -> None:
    """Checks each two clips that follow each other."""
    count = len(programme.itinerary.legs)
    names = [programme.itinerary.leg(number).clip for number in range(1, count + 2)]
    for before, after in dict.fromkeys(pairwise(names)):
        require_no_jump(programme.clips[before], programme.clips[after])
