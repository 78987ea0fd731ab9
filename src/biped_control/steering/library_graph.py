"""The motion graph of the clip library, with the digests that say whether a value function is for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from biped_control.errors import BipedError, ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.library.clip_library import ClipLibrary
from biped_control.steering.junction import require_no_jump
from biped_control.steering.motion_graph import MotionGraph, motion_graph, why_left_out

ROOT = "walk"
"""The hub that steering begins with."""


@dataclass(frozen=True)
class LibraryGraph:
    """What the library has for steering.

    Attributes:
        graph: of all clips that are built and serve steering.
        digests: of everything that each of its clips was made from, by name.
        problems: why other clips cannot be used, by name.
        left_out: why those that can be used do not serve steering, by name.
    """

    graph: MotionGraph
    digests: Mapping[str, str]
    problems: Mapping[str, str]
    left_out: Mapping[str, str]


def library_graph(library: ClipLibrary, root: str = ROOT) -> LibraryGraph:
    """Reads all clips that are built; of those that are not, only the root is built.

    A clip that cannot be read, or does not go on where its hub ends, is left out.

    Raises:
        ClipError: the root is missing, is not cyclic or turns.
        MotionError: the root cannot be built.
    """
    clips = {root: library.load(root)}
    problems: dict[str, str] = {}
    entries = {entry.name: entry for entry in library.entries()}
    for name, entry in entries.items():
        if name == root:
            continue
        if not entry.ready:
            problems[name] = entry.problem or "it is not built yet"
            continue
        try:
            clips[name] = library.read(entry).clip
        except BipedError as error:
            problems[name] = str(error)
    for name, problem in _jumps(clips).items():
        del clips[name]
        problems[name] = problem
    graph = motion_graph(clips.values(), root)
    left_out = {name: why_left_out(clip, graph) for name, clip in clips.items() if name not in graph.clips}
    digests = {name: entries[name].digest for name in graph.clips}
    return LibraryGraph(graph, digests, problems, dict(sorted(left_out.items())))


def _jumps(clips: Mapping[str, Clip]) -> dict[str, str]:
    """Clips that do not go on where their hubs end, and by how much."""
    jumps = {}
    for name, clip in clips.items():
        if not clip.cyclic and {clip.start_hub, clip.end_hub} <= clips.keys():
            try:
                require_no_jump(clips[clip.start_hub], clip)
                require_no_jump(clip, clips[clip.end_hub])
            except ClipError as error:
                jumps[name] = str(error)
    return jumps
