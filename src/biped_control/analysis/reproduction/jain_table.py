"""What the tables of Jain & Liu 2011 have in common, and what is claimed of their runs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from biped_control.analysis.assembly import Announce
from biped_control.analysis.parallel.worker_pool import Tell, Work
from biped_control.analysis.reproduction.group import Finding, Group
from biped_control.analysis.reproduction.jain_run import JainRuns
from biped_control.analysis.reproduction.jain_task import JainResult, JainTask
from biped_control.analysis.reproduction.table import Extent

LINEARIZED, PHYSICAL = "modal", "dart"
"""The paper's engine, and one that knows nothing of modes."""

_QUICK_S, _USUAL_S = 4.0, 10.0


class JainTable(ABC):
    """Tasks and processes of a `table.Table`.

    Attributes:
        quick: a look, nothing to quote.
        seconds: simulated time of each run [s].
        engines: in which each claim is looked at.
    """

    def __init__(self, extent: Extent) -> None:
        """
        Args:
            extent: how long. Its seeds are not asked for: runs start exactly on the reference, or from seeds
                that the table itself chooses.
        """
        usual = _QUICK_S if extent.quick else _USUAL_S
        self.quick = extent.quick
        self.seconds = usual if extent.minutes is None else 60.0 * extent.minutes
        self.engines = (LINEARIZED,) if extent.quick else (LINEARIZED, PHYSICAL)
        self._runs = {task.name: task for task in self._planned()}

    @abstractmethod
    def _planned(self) -> Iterable[JainTask]:
        """All runs."""

    @property
    def tasks(self) -> Sequence[str]:
        """See `table.Table`."""
        return list(self._runs)

    def ready(self, announce: Announce) -> None:
        """See `table.Table`."""
        runs = JainRuns(announce)
        for clip in {task.clip for task in self._runs.values()}:
            runs.parts(clip)

    def prepare(self) -> Work:
        """See `table.Table`."""
        runs = JainRuns()

        def work(name: str, tell: Tell) -> Any:
            return runs.run(self._runs[name])

        return work

    def group(
        self, results: Mapping[str, JainResult], chosen: Callable[[JainTask], bool]
    ) -> Group[JainResult]:
        """The results of the chosen tasks."""
        names = [name for name, task in self._runs.items() if chosen(task)]
        found = [results[name] for name in names if name in results]
        return Group(found, len(names) - len(found))


def all_stay_up(runs: Sequence[JainResult]) -> Finding:
    """None falls."""
    fallen = [run.seconds for run in runs if run.fell]
    degrees = np.rad2deg([run.turned for run in runs if not run.fell])
    words = f"{len(runs) - len(fallen)} of {len(runs)} runs" if len(runs) > 1 else "falls"
    if not fallen:
        words = "stays up" if len(runs) == 1 else words
        words += f", turned {degrees.mean():.1f} degrees from the reference on average"
    else:
        words += " after " + ", ".join(f"{seconds:.1f}" for seconds in sorted(fallen)) + " s"
        words = words if len(runs) == 1 else words.replace(" after", "; falls after")
    return words, not fallen, {"runs": len(runs), "fell_s": sorted(fallen)}


def all_fall(runs: Sequence[JainResult]) -> Finding:
    """Each falls."""
    words, _, numbers = all_stay_up(runs)
    return words, all(run.fell for run in runs), numbers
