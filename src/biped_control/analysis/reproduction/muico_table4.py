"""Contacts and computation time (Muico 2009, table 4)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.bench.walking import measure_tick_parts
from biped_control.analysis.parallel.worker_pool import Tell
from biped_control.analysis.reproduction.endurance import EnduranceRuns, EnduranceTask
from biped_control.analysis.reproduction.endurance_table import EnduranceTable
from biped_control.analysis.reproduction.group import Finding
from biped_control.analysis.reproduction.motions import CLIPS, RUN, STAND, WALK
from biped_control.analysis.reproduction.table import Row
from biped_control.analysis.rollout import Tick
from biped_control.settings import load_settings

FASTER = 10.0
"""This project wants a tick to take less than the paper's time divided by this."""

CONTACTS_APART = 0.5
"""Numbers of contacts that differ by no more count as the same."""


@dataclass(frozen=True)
class Published:
    """A row of the table.

    Attributes:
        contacts: average number of contacts.
        tick_ms: average computation time [ms].
    """

    contacts: float
    tick_ms: float


PUBLISHED = {WALK: Published(3.3, 1.6), RUN: Published(1.6, 1.3), STAND: Published(8.0, 6.0)}
_TOUCHING_M = 0.001
_METHOD = """
NQR and contact adaptation in `lcp` for {seconds:g} s of each motion, at gamma {gamma:g}. *Contacts* are
corners of the soles, four a foot, within {touching:g} mm of the ground; beside them those within {near:g} mm,
for which the complementarity problem has rows. Time is that of policy, adaptation matrices and
complementarity problem of a tick together, in one thread. It is processor time: work of others counts only as
far as it takes caches away. Low and high are the 1st and the 99th percentile. The paper's machine was an iMac
with a Core 2 Duo of 2.4 GHz; this project wants a tenth of its averages.
"""


@dataclass(frozen=True)
class TickTimes:
    """What the ticks of a motion took.

    Attributes:
        contacts: average number of corners that touch the ground.
        near: average number of those near it.
        low_ms, median_ms, high_ms, mean_ms: processor time of a tick [ms].
    """

    contacts: float
    near: float
    low_ms: float
    median_ms: float
    high_ms: float
    mean_ms: float


class MuicoTable4Table(EnduranceTable):
    """See `table.Table`."""

    name = "muico-table4"
    title = "Contacts and computation time (Muico 2009, table 4)"

    def _planned(self) -> Iterable[EnduranceTask]:
        for motion in PUBLISHED:
            yield EnduranceTask(CLIPS[motion], self.seconds, load_settings().gamma)

    def _measure(self, runs: EnduranceRuns, task: EnduranceTask, tell: Tell) -> TickTimes:
        parts = runs.parts(task)
        measured = measure_tick_parts(parts, task.engine, task.request.ticks(parts.settings))
        milliseconds = 1e3 * np.array(measured.watch.samples["policy + adaptation"].processor)
        low, median, high = np.percentile(milliseconds, [1, 50, 99])
        near = float(np.mean([problem.contacts for problem in measured.problems]))
        return TickTimes(
            _touching(parts, task), near, float(low), float(median), float(high), float(milliseconds.mean())
        )

    @property
    def method(self) -> str:
        """See `table.Table`."""
        settings = load_settings()
        return _METHOD.format(
            seconds=self.seconds,
            gamma=settings.gamma,
            near=1e3 * settings.contact_distance_m,
            touching=1e3 * _TOUCHING_M,
        )

    def rows(self, results: Mapping[str, TickTimes]) -> Sequence[Row]:
        """See `table.Table`."""
        of = {motion: self.group(results, clips=CLIPS[motion]) for motion in PUBLISHED}
        rows = [
            of[motion].row(f"{motion}: contacts", f"{published.contacts:g}", contacts_as(published))
            for motion, published in PUBLISHED.items()
        ]
        for motion, published in PUBLISHED.items():
            claim = f"{published.tick_ms:g} ms; below {published.tick_ms / FASTER:g} wanted"
            rows.append(of[motion].row(f"{motion}: tick", claim, faster_than(published)))
        return rows


def _touching(parts: WalkParts, task: EnduranceTask) -> float:
    """Average number of corners that touch the ground."""
    counts: list[int] = []

    def observe(tick: Tick) -> None:
        heights = tick.controls.constraints.positions[:, 2]
        counts.append(int(np.count_nonzero(heights < _TOUCHING_M)))

    task.request.walk(parts, observe)
    return float(np.mean(counts))


def contacts_as(published: Published) -> Callable[[Sequence[TickTimes]], Finding]:
    """The same average number of contacts."""

    def found(times: Sequence[TickTimes]) -> Finding:
        contacts = times[0].contacts
        same = abs(contacts - published.contacts) <= CONTACTS_APART
        words = f"{contacts:.1f} ({times[0].near:.1f} near the ground)"
        return words, same, {"contacts": contacts, "near": times[0].near}

    return found


def faster_than(published: Published) -> Callable[[Sequence[TickTimes]], Finding]:
    """`FASTER` times as fast in the mean."""

    def found(times: Sequence[TickTimes]) -> Finding:
        tick = times[0]
        spread = f"low {tick.low_ms:.2f}, median {tick.median_ms:.2f}, high {tick.high_ms:.2f}"
        numbers = {key: value for key, value in asdict(tick).items() if key.endswith("_ms")}
        return f"{tick.mean_ms:.2f} ms ({spread})", FASTER * tick.mean_ms < published.tick_ms, numbers

    return found
