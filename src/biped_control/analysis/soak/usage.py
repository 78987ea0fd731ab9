"""Memory and descriptors of a process over time, and whether it leaks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

_FEW = 20  # samples: fewer say nothing about growth


@dataclass
class Usage:
    """Samples at equal intervals.

    The first half counts as warming up. Growth is that of the last tenth over the tenth after the middle.

    Attributes:
        memory_mb: resident memory [MB].
        descriptors: open ones: files, sockets, pipes.
    """

    memory_mb: list[float] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)

    def add(self, memory_mb: float, descriptors: int) -> None:
        """One more sample."""
        self.memory_mb.append(memory_mb)
        self.descriptors.append(descriptors)

    @property
    def memory_growth(self) -> float:
        """Share by which memory has grown; 0 where too little is known."""
        if len(self.memory_mb) < _FEW:
            return 0.0
        before, after = (float(np.median(tenth)) for tenth in _tenths(self.memory_mb))
        return after / before - 1.0

    @property
    def descriptor_growth(self) -> int:
        """How many more descriptors are open; 0 where too little is known."""
        if len(self.descriptors) < _FEW:
            return 0
        before, after = (int(np.median(tenth)) for tenth in _tenths(self.descriptors))
        return after - before


def _tenths(samples: Sequence[float]) -> tuple[Sequence[float], Sequence[float]]:
    count = max(1, len(samples) // 10)
    middle = len(samples) // 2
    return samples[middle : middle + count], samples[-count:]
