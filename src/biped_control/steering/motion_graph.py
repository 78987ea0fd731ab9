"""The motion graph (Muico 2009, section 5.5): hubs, and the clips that lead from hub to hub."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import degrees, radians

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.steering.junction import require_no_jump

SMALLEST_TURN = radians(1.0)
"""A clip that turns by less is meant to go straight."""


@dataclass(frozen=True)
class Way:
    """A shortest way through the graph.

    Attributes:
        clips: names, in order; empty when there is no way to go.
        seconds: how long they take.
    """

    clips: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class MotionGraph:
    """Clips that steer: each leads from hub to hub, and from everywhere there is a way to everywhere.

    Attributes:
        clips: by name, hubs included.
        root: the hub that everything begins with.
    """

    clips: Mapping[str, Clip]
    root: str

    @cached_property
    def hubs(self) -> dict[str, float]:
        """Forward speed of every hub [m/s], by name."""
        return {name: clip.speed_mps for name, clip in self.clips.items() if clip.cyclic}

    @cached_property
    def smallest_turn(self) -> float:
        """Angle of the smallest turn that there is [rad]; 0 where there is none."""
        return min((abs(self.turn(name)) for name in self.clips if self.turns(name)), default=0.0)

    def leaving(self, hub: str) -> tuple[str, ...]:
        """Names of the clips that may follow where a clip has ended in `hub`, that hub itself first.

        Raises:
            ClipError: there is no such hub.
        """
        if hub not in self._leaving:
            meant, known = did_you_mean(hub, self.hubs), ", ".join(sorted(self.hubs))
            raise ClipError(f"no hub '{hub}' in the motion graph{meant}; there are {known}")
        return self._leaving[hub]

    def seconds(self, name: str) -> float:
        """How long a clip takes [s]."""
        return self.clips[name].steps * self.clips[name].dt

    def turn(self, name: str) -> float:
        """By how much a clip turns, left positive [rad]."""
        return self.clips[name].advance.yaw

    def turns(self, name: str) -> bool:
        """Whether a clip is meant to turn."""
        return abs(self.turn(name)) >= SMALLEST_TURN

    def way(self, hub: str, arrived: Callable[[str], bool]) -> Way | None:
        """The quickest way from a hub to one for which `arrived` is true; None without one."""
        best = {hub: Way((), 0.0)}
        waiting = [hub]
        while waiting:
            here = min(waiting, key=lambda name: best[name].seconds)
            if arrived(here):
                return best[here]
            waiting.remove(here)
            for name in self.leaving(here):
                there = self.clips[name].end_hub
                longer = Way((*best[here].clips, name), best[here].seconds + self.seconds(name))
                if there not in best or longer.seconds < best[there].seconds:
                    best[there] = longer
                    waiting.append(there)
        return None

    def without(self, names: Collection[str]) -> "MotionGraph":
        """The graph without some of its clips, and without what leads nowhere then.

        Raises:
            ClipError: the root is among them.
        """
        return motion_graph((clip for name, clip in self.clips.items() if name not in names), self.root)

    def describe(self) -> str:
        """In one line for people."""
        turns = sorted({round(degrees(self.turn(name))) for name in self.clips if self.turns(name)})
        hubs = ", ".join(sorted(self.hubs, key=lambda name: self.hubs[name]))
        listed = ", ".join(f"{turn:+d}" for turn in turns) or "none: headings cannot be changed"
        return f"{len(self.clips)} clips; hubs {hubs}; turns in degrees {listed}"

    @cached_property
    def _leaving(self) -> dict[str, tuple[str, ...]]:
        def order(name: str) -> tuple[bool, str]:
            return not self.clips[name].cyclic, name

        return {
            hub: tuple(sorted((n for n, clip in self.clips.items() if clip.start_hub == hub), key=order))
            for hub in self.hubs
        }


def motion_graph(clips: Iterable[Clip], root: str) -> MotionGraph:
    """The graph of those clips that serve steering.

    These are cyclic clips that go straight, turns, and clips from one hub to another, as far as they can be
    reached from the root and lead back to it: a hub that nothing leaves would be a trap. Clips that end where
    and as they began, such as a squat, are no use to a planner.

    Raises:
        ClipError: the root is missing, is not cyclic or turns, or a clip does not go on where its hub ends.
    """
    offered = {clip.name: clip for clip in clips}
    if root not in offered or not _is_hub(offered[root]):
        found = "is cyclic and goes straight" if root in offered else f"is among {sorted(offered)}"
        raise ClipError(f"no clip '{root}' that {found}; steering begins with it")
    hubs = {name for name, clip in offered.items() if _is_hub(clip)}
    edges = [clip for clip in offered.values() if not clip.cyclic and _steers(clip)]
    kept = reachable(root, [(clip.start_hub, clip.end_hub) for clip in edges]) & hubs
    kept &= reachable(root, [(clip.end_hub, clip.start_hub) for clip in edges])
    used = {name: offered[name] for name in sorted(kept)}
    for clip in sorted(edges, key=lambda clip: clip.name):
        if {clip.start_hub, clip.end_hub} <= kept:
            require_no_jump(used[clip.start_hub], clip)
            require_no_jump(clip, used[clip.end_hub])
            used[clip.name] = clip
    return MotionGraph(used, root)


def why_left_out(clip: Clip, graph: MotionGraph) -> str:
    """Why a clip that was offered is not in the graph, in words."""
    start, end, root = clip.start_hub, clip.end_hub, graph.root
    if clip.cyclic and not _is_hub(clip):
        return "it turns for ever"
    for hub in (start, end):
        if hub not in graph.hubs:
            return f"no way leads from '{root}' to '{hub}' and back"
    return f"it leads from '{start}' to '{end}' without a turn; played when asked for by name"


def _is_hub(clip: Clip) -> bool:
    return clip.cyclic and abs(clip.advance.yaw) < SMALLEST_TURN


def _steers(clip: Clip) -> bool:
    return clip.start_hub != clip.end_hub or abs(clip.advance.yaw) >= SMALLEST_TURN


def reachable(start: str, links: Collection[tuple[str, str]]) -> set[str]:
    """Everything that chains of links, each from one name to another, lead to from `start`, with that."""
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        new = {end for begin, end in links if begin == here} - reached
        reached |= new
        waiting += new
    return reached
