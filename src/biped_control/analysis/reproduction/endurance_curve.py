"""Endurance over gamma: where it endures, and at which cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import mean

from biped_control.analysis.reproduction.endurance import Endured


@dataclass(frozen=True)
class Point:
    """All runs at one gamma.

    Attributes:
        gamma: adaptation parameter.
        endured: none of them fell.
        cost: mean of eq. 18.
        seconds: survived in the mean [s].
    """

    gamma: float
    endured: bool
    cost: float
    seconds: float


def curve(runs: Sequence[Endured]) -> list[Point]:
    """One point for each gamma, in ascending order."""

    points = []
    for gamma in sorted({run.task.gamma for run in runs}):
        same = [run for run in runs if run.task.gamma == gamma]
        points.append(
            Point(
                gamma,
                endured=not any(run.fell for run in same),
                cost=mean(run.cost for run in same),
                seconds=mean(run.seconds for run in same),
            )
        )
    return points


def basins(points: Sequence[Point]) -> list[list[Point]]:
    """Neighbours that all endured."""
    return [list(group) for endured, group in groupby(points, lambda point: point.endured) if endured]


def widest(points: Sequence[Point]) -> list[Point]:
    """The basin of most points; the lower one of two."""
    return max(basins(points), key=len, default=[])


def gammas(points: Sequence[Point]) -> str:
    """Where it endured, in words: ranges of neighbours; empty for nowhere."""
    ranges = [
        f"{basin[0].gamma:g}" if len(basin) == 1 else f"{basin[0].gamma:g} to {basin[-1].gamma:g}"
        for basin in basins(points)
    ]
    return ", ".join(ranges)


def where(points: Sequence[Point]) -> str:
    """The same as the end of a sentence."""
    return f"at gamma {gammas(points)}" if basins(points) else "nowhere"
