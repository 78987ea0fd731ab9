"""Does tasks in processes, several at a time, each after those that it needs."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Any, Protocol

from biped_control.analysis.parallel.worker_pool import WorkerPool


class Watch(Protocol):
    """Whoever wants to see how far the tasks are."""

    def planned(self, count: int) -> None:
        """There are so many tasks."""

    def begun(self, name: str) -> None:
        """A task has begun."""

    def told(self, name: str, how_far: str) -> None:
        """A running task says how far it is."""

    def ended(self, name: str, outcome: "Outcome") -> None:
        """A task is done, has failed or will not be done."""


@dataclass(frozen=True)
class Outcome:
    """What became of a task.

    Attributes:
        result: what it returned; None unless it was done.
        failure: why it could not be done, in one line; else empty.
        skipped: it was not tried, because a task that it needs was not done.
    """

    result: Any = None
    failure: str = ""
    skipped: bool = False

    @property
    def done(self) -> bool:
        """It was done."""
        return not self.failure


def do_in_order(
    needs: Mapping[str, Collection[str]],
    prepare: Callable[[], Any],
    jobs: int | None,
    watch: Watch,
    work: Mapping[str, float] | None = None,
) -> dict[str, Outcome]:
    """Does all tasks; one that fails stops only those that need it.

    Args:
        needs: names of the tasks, each with those that must be done before; these are tasks, too.
        prepare: see `WorkerPool`; what it returns gets the names.
        jobs: number of processes; as many as there are cores by default.
        watch: sees how far they are.
        work: roughly how long each task takes, in any unit; of tasks for which equally many others wait, the
            long ones go first.

    Returns:
        Outcomes by name, in the order of `needs`.
    """
    sorter = TopologicalSorter(needs)
    sorter.prepare()
    watch.planned(len(needs))
    followers, cores = _followers(needs), len(os.sched_getaffinity(0))
    outcomes: dict[str, Outcome] = {}
    waiting: list[str] = []

    def end(name: str, outcome: Outcome) -> None:
        outcomes[name] = outcome
        sorter.done(name)
        watch.ended(name, outcome)

    def urgency(name: str) -> tuple[int, float]:
        return followers[name], (work or {}).get(name, 0.0)

    with WorkerPool(min(jobs or cores, max(len(needs), 1)), prepare) as pool:
        while sorter.is_active():
            waiting = sorted([*waiting, *sorter.get_ready()], key=urgency, reverse=True)
            for name in waiting:
                if missing := [needed for needed in needs[name] if not outcomes[needed].done]:
                    end(name, Outcome(failure=_because(missing), skipped=True))
                elif pool.free:
                    watch.begun(name)
                    pool.begin(name)
            waiting = [name for name in waiting if name not in outcomes and name not in pool.tasks]
            if not pool.busy:
                continue  # those that were skipped may have made others ready
            event = pool.next_event()
            if event.kind == "told":
                watch.told(event.task, event.content)
            elif event.kind == "done":
                end(event.task, Outcome(event.content))
            else:
                end(event.task, Outcome(failure=event.content))
    return {name: outcomes[name] for name in needs}


def _followers(needs: Mapping[str, Collection[str]]) -> dict[str, int]:
    """How many tasks wait for each one, directly or not."""
    followers: dict[str, set[str]] = {name: set() for name in needs}
    for name in reversed(list(TopologicalSorter(needs).static_order())):
        for needed in needs[name]:
            followers[needed] |= {name} | followers[name]
    return {name: len(after) for name, after in followers.items()}


def _because(missing: Sequence[str]) -> str:
    return f"not tried, because {' and '.join(missing)} could not be done"
