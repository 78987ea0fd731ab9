"""Which heading and speed are commanded when: at random, or back where the robot came from."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi

import numpy as np

from biped_control.steering.intent import Intent
from biped_control.steering.markov_decisions import IntArray


@dataclass(frozen=True)
class HeadingSchedule:
    """Commands one after the other.

    Attributes:
        starts: (commands,) tick in which each begins, the first with 0, ascending.
        intents: what is commanded.
    """

    starts: IntArray
    intents: Sequence[Intent]

    def number(self, tick: int) -> int:
        """Which command holds in a tick."""
        return int(np.searchsorted(self.starts, tick, side="right")) - 1


def random_headings(
    seed: int, ticks: int, period: int, speed_mps: float, speeds: Sequence[float] = ()
) -> HeadingSchedule:
    """A heading anywhere in the circle, every `period` ticks.

    Args:
        seed: of the headings and speeds.
        ticks: how long.
        period: from one command to the next.
        speed_mps: of all commands ...
        speeds: ... unless each is to have one of these.
    """
    random = np.random.default_rng((seed, 3))
    count = -(-ticks // period)
    headings = random.uniform(-pi, pi, count)
    chosen = random.choice(np.array(speeds), count) if speeds else np.full(count, speed_mps)
    intents = [Intent(float(heading), float(speed)) for heading, speed in zip(headings, chosen, strict=True)]
    return HeadingSchedule(period * np.arange(count), intents)


def about_faces(seed: int, ticks: int, period: int, spread: int, speed_mps: float) -> HeadingSchedule:
    """Again and again the opposite heading, when the robot has been walking straight for a while.

    Args:
        seed: of the times.
        ticks: how long.
        period: from one command to the next, at least; long enough for the turn and what settles after it ...
        spread: ... and up to so many ticks more: one cycle of the walk, and every phase is as likely.
        speed_mps: of all commands.
    """
    random = np.random.default_rng((seed, 4))
    gaps = period + random.integers(0, spread, -(-ticks // period))
    starts = np.concatenate([[0], np.cumsum(gaps)])
    starts = starts[starts < ticks]
    return HeadingSchedule(
        starts, [Intent((0.0, pi)[number % 2], speed_mps) for number in range(len(starts))]
    )
