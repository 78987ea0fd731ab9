"""Measures a table of claims, several tasks at a time in processes of their own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from biped_control.analysis.parallel.ordered_tasks import Watch, do_in_order
from biped_control.analysis.reproduction.table import Row, Table


@dataclass(frozen=True)
class Reproduced:
    """What was found.

    Attributes:
        rows: the claims.
        results: of all tasks that could be done, by name.
        failures: why tasks could not be done, by name.
        seconds: how long it took [s].
    """

    rows: Sequence[Row]
    results: Mapping[str, Any]
    failures: Mapping[str, str]
    seconds: float


def reproduce(table: Table, jobs: int | None, watch: Watch) -> Reproduced:
    """Does all tasks of a table and judges its claims. One that does not hold is a result.

    Args:
        table: what to measure.
        jobs: number of processes; as many as there are cores when None.
        watch: sees how far the tasks are.
    """
    started = perf_counter()
    outcomes = do_in_order(dict.fromkeys(table.tasks, ()), table.prepare, jobs, watch)
    done = {name: outcome.result for name, outcome in outcomes.items() if outcome.done}
    failures = {name: outcome.failure for name, outcome in outcomes.items() if not outcome.done}
    return Reproduced(table.rows(done), done, failures, perf_counter() - started)
