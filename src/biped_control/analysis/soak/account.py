"""Account of a soak test: falls and their causes, time, faults."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass

from biped_control.analysis.soak.usage import Usage

MEMORY_GROWTH = 0.05  # share that is still no leak
DESCRIPTOR_GROWTH = 1  # a connection may be about to be made or closed
_AFTER_PUSH = 8.0  # [s] a robot may take that long from a push to the ground


@dataclass(frozen=True)
class Fall:
    """A fall.

    Attributes:
        at_s: when, in seconds of walking since the beginning of the test.
        cause: `push` (physical), `fault` (ours) or `unknown`: nobody has pushed, and nothing was wrong.
        text: what is known about it.
    """

    at_s: float
    cause: str
    text: str


def cause_of_fall(at_s: float, pushed_at_s: float | None, faults: Mapping[str, int]) -> Fall:
    """What made the robot fall.

    Args:
        at_s: when [s].
        pushed_at_s: last push before that [s]; None: there was none in this run.
        faults: ticks of each fault of ours since the run began; those that a falling robot has by itself
            (joints too fast) are none.
    """
    if present := {name: ticks for name, ticks in faults.items() if ticks}:
        return Fall(at_s, "fault", ", ".join(f"{name}: {ticks}" for name, ticks in present.items()))
    if pushed_at_s is not None and at_s - pushed_at_s <= _AFTER_PUSH:
        return Fall(at_s, "push", f"{at_s - pushed_at_s:.1f} s after a push")
    return Fall(at_s, "unknown", "nobody has pushed it lately, and no fault is known")


class SoakAccount:
    """What has happened so far.

    Attributes:
        seconds: of walking. distance: walked [m].
        falls: all of them.
        faults: ticks of each fault of ours, in all runs.
        usage: of the processes, by node.
        restarts: how often a node has died and another was started in its place.
    """

    def __init__(self) -> None:
        self.seconds, self.distance = 0.0, 0.0
        self.falls: list[Fall] = []
        self.faults: Counter[str] = Counter()
        self.usage: dict[str, Usage] = {}
        self.restarts: Counter[str] = Counter()

    def add_run(self, seconds: float, distance: float, faults: Mapping[str, int]) -> None:
        """A run is over: with a fall, or with the test."""
        self.seconds += seconds
        self.distance += distance
        self.faults.update({name: ticks for name, ticks in faults.items() if ticks})

    @property
    def complaints(self) -> list[str]:
        """Why the test is not passed; empty if it is."""
        ours = [fall for fall in self.falls if fall.cause != "push"]
        found = [f"a fall after {fall.at_s:.1f} s: {fall.text}" for fall in ours]
        found += [f"{name}: {ticks}" for name, ticks in self.faults.items()]
        found += [f"{node}: died, and was started again: {times}" for node, times in self.restarts.items()]
        for node, usage in self.usage.items():
            if usage.memory_growth > MEMORY_GROWTH:
                found.append(f"{node}: memory has grown by {usage.memory_growth:.1%}")
            if usage.descriptor_growth > DESCRIPTOR_GROWTH:
                found.append(f"{node}: {usage.descriptor_growth} more descriptors are open")
        return found

    def summary(self) -> dict[str, object]:
        """The documented JSON keys."""
        nodes = [
            {
                "name": name,
                "memory_mb": usage.memory_mb[-1] if usage.memory_mb else None,
                "memory_growth": usage.memory_growth,
                "descriptors": usage.descriptors[-1] if usage.descriptors else None,
                "descriptor_growth": usage.descriptor_growth,
            }
            for name, usage in self.usage.items()
        ]
        return {
            "passed": not self.complaints,
            "complaints": self.complaints,
            "seconds": self.seconds,
            "distance_m": self.distance,
            "falls": [asdict(fall) for fall in self.falls],
            "faults": dict(self.faults),
            "nodes": nodes,
            "restarts": dict(self.restarts),
        }
