"""Times with their distribution, on the clock and on the processor."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter, thread_time

import numpy as np

from biped_control.robot.state import FloatArray


def percentiles_ms(seconds: Collection[float] | FloatArray) -> dict[str, float]:
    """Median, 99th percentile and maximum of times in seconds, in milliseconds; zeros when there are none."""
    p50, p99, longest = np.percentile(np.array(seconds) if len(seconds) else [0.0], [50, 99, 100]) * 1e3
    return {"p50": float(p50), "p99": float(p99), "max": float(longest)}


@dataclass
class Samples:
    """Durations of one thing that was done again and again.

    Attributes:
        wall: on the clock [s]; includes what other processes took from this one.
        processor: time the thread really ran [s]; what `wall` would be on an idle machine. May be empty.
    """

    wall: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    def add(self, lap: "Lap") -> "Lap":
        """Takes the time since `lap` began, and begins the next one."""
        now = Lap()
        self.wall.append(now.wall - lap.wall)
        self.processor.append(now.processor - lap.processor)
        return now

    def row(self, name: str, note: str = "") -> dict[str, object]:
        """One row of `biped bench`; times in milliseconds."""
        p50, p99, p999, longest = np.percentile(self.wall, [50, 99, 99.9, 100]) * 1e3
        row: dict[str, object] = {
            "name": name,
            "p50_ms": float(p50),
            "p99_ms": float(p99),
            "p999_ms": float(p999),
            "max_ms": float(longest),
            "mean_ms": float(np.mean(self.wall)) * 1e3,
            "samples": len(self.wall),
        }
        if self.processor:
            p50, p99 = np.percentile(self.processor, [50, 99]) * 1e3
            mean = float(np.mean(self.processor)) * 1e3
            row |= {"cpu_p50_ms": float(p50), "cpu_p99_ms": float(p99), "cpu_mean_ms": mean}
        return row | {"note": note}


class Stopwatch:
    """Collects samples by name."""

    def __init__(self) -> None:
        self.samples: defaultdict[str, Samples] = defaultdict(Samples)

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """Times a block of a millisecond or more; shorter ones use `add`."""
        lap = Lap()
        yield
        self.add(name, lap)

    def add(self, name: str, lap: "Lap") -> "Lap":
        """Takes the time since `lap` began for `name`, and begins the next one."""
        return self.samples[name].add(lap)


class Lap:
    """An instant on both clocks."""

    __slots__ = ("processor", "wall")

    def __init__(self) -> None:
        self.wall = perf_counter()
        self.processor = thread_time()
