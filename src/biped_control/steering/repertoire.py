"""All clips that a steered robot can play: the whole library, as far as it is built and hangs together."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.library.named_clip import named_clip
from biped_control.robot.model import RobotModel
from biped_control.steering.itinerary import repeating
from biped_control.steering.junction import require_no_jump
from biped_control.steering.motion_graph import MotionGraph, reachable
from biped_control.steering.programme import Programme, ProgressOf, load_programme

if TYPE_CHECKING:
    from biped_control.motion.library.clip_library import ClipLibrary
    from biped_control.steering.library_graph import LibraryGraph


@dataclass(frozen=True)
class Repertoire:
    """What can be played, and what planners choose from.

    Attributes:
        clips: by name: those of the motion graph, and those that are only there to be asked for (a squat).
        library: the motion graph.
        missing: why clips that belong to it are not there, by name.
    """

    clips: Mapping[str, Clip]
    library: "LibraryGraph"
    missing: Mapping[str, str]

    @property
    def graph(self) -> MotionGraph:
        """What planners choose from."""
        return self.library.graph

    @property
    def lack(self) -> str:
        """What operators will miss, in words; empty when nothing is missing."""
        problems = [f"{name} ({problem})" for name, problem in sorted(self.missing.items())]
        lacks = [f"clips that cannot be used: {', '.join(problems)}"] if problems else []
        if not self.graph.smallest_turn:
            lacks.append("no clip turns: the robot walks straight on, whatever heading is wanted")
        return "; ".join(lacks)


def load_repertoire(
    root: str, robot: RobotModel, rate_hz: float, progress_of: ProgressOf | None = None
) -> Repertoire:
    """All clips that are built and can be reached from a hub and lead back to it.

    Args:
        root: the hub; it is built if it is not there yet.
        robot, rate_hz, progress_of: see `load_programme`.

    Raises:
        ClipError: the root is no hub of the library.
        MotionError: it cannot be built.
    """
    # Slow to import, and of no use where a clip file is played.
    from biped_control.motion.library.clip_library import ClipLibrary
    from biped_control.steering.library_graph import library_graph

    named_clip(root, robot, rate_hz, progress_of(root) if progress_of else None)
    library = ClipLibrary(robot, rate_hz)
    found = library_graph(library, root)
    clips = dict(found.graph.clips)
    for clip in _built(library, besides=found.graph.clips):
        with suppress(ClipError):
            _require_fit(clip, found.graph)
            clips[clip.name] = clip
    connected = _connected(library, root)
    missing = {name: why for name, why in found.problems.items() if name in connected and name not in clips}
    return Repertoire(clips, found, missing)


def load_clips(
    name: str, steer: bool, robot: RobotModel, rate_hz: float, progress_of: ProgressOf | None = None
) -> Programme:
    """What a walk plays. Every node of the graph calls it with the same arguments: they know the same clips.

    Args:
        name: the clip to play, or, where it is steered, the hub to begin in.
        steer: whether steering decides which clip follows; its hub goes on where steering is silent.
        robot, rate_hz, progress_of: see `load_programme`.

    Raises:
        ClipError, MotionError: see `load_programme` and `load_repertoire`.
    """
    if not steer:
        return load_programme(name, robot, rate_hz, progress_of)
    return Programme(load_repertoire(name, robot, rate_hz, progress_of).clips, repeating(name))


def other_clips(clips: Mapping[str, Clip], robot: RobotModel, rate_hz: float) -> dict[str, Clip]:
    """Clips of the library that are built, besides some, with hubs that they begin and end in."""
    from biped_control.motion.library.clip_library import ClipLibrary

    others = {clip.name: clip for clip in _built(ClipLibrary(robot, rate_hz), besides=clips)}
    known, found = {**clips, **others}, {}
    for name, clip in others.items():
        with suppress(ClipError, KeyError):
            require_no_jump(known[clip.start_hub], clip)
            require_no_jump(clip, known[clip.end_hub])
            found[name] = clip
    return found


def unbuilt_clips(root: str, robot: RobotModel, rate_hz: float) -> tuple[str, ...]:
    """Clips that `load_repertoire` would load if they were built, but for those that cannot be built."""
    from biped_control.motion.library.clip_library import ClipLibrary

    library = ClipLibrary(robot, rate_hz)
    entries = [library.entry(name) for name in sorted(_connected(library, root))]
    return tuple(entry.name for entry in entries if not entry.ready and not entry.problem)


def _built(library: "ClipLibrary", besides: Collection[str]) -> Iterator[Clip]:
    """Clips that are there; a broken file that nobody asked for is left out."""
    for entry in library.entries():
        if entry.ready and entry.name not in besides:
            with suppress(ClipError):
                yield library.read(entry).clip


def _connected(library: "ClipLibrary", root: str) -> set[str]:
    """Names of clips that some sequence from the root and back to it contains, once all are built."""
    links = {}
    for entry in library.entries():
        with suppress(ClipError):  # a broken file that nobody asked for
            links[entry.name] = library.hubs(entry)
    backward = [(end, start) for start, end in links.values()]
    hubs = reachable(root, links.values()) & reachable(root, backward)
    return {name for name, link in links.items() if hubs.issuperset(link)}


def _require_fit(clip: Clip, graph: MotionGraph) -> None:
    hubs = [graph.clips[hub] for hub in (clip.start_hub, clip.end_hub) if hub in graph.hubs]
    if len(hubs) < 2:
        raise ClipError(f"clip '{clip.name}' begins or ends in a hub that the walk cannot reach")
    require_no_jump(hubs[0], clip)
    require_no_jump(clip, hubs[1])
