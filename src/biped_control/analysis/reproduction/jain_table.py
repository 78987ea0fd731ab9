"""What the tables of Jain & Liu 2011 have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from biped_control.analysis.assembly import Announce
from biped_control.analysis.parallel.worker_pool import Tell, Work
from biped_control.analysis.reproduction.group import Group
from biped_control.analysis.reproduction.jain_claim import JainClaim
from biped_control.analysis.reproduction.jain_run import JainRuns
from biped_control.analysis.reproduction.jain_task import LINEARIZED, PHYSICAL, JainResult
from biped_control.analysis.reproduction.table import Extent, Row

FORMS = """

In engine `modal`, which is the paper's linearized one, and where windows, modes or the reaction are varied,
plans are linear about the pose of now, as published (`modal_about_pose` in `config/weights.yaml`). In
`dart` what ships is measured: plans are linear about the reference, or, where steps are adjusted, about the
pose of now.
"""

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
        self._runs = {task.name: task for claim in self._claims() for task in claim.tasks}

    @abstractmethod
    def _claims(self) -> Iterable[JainClaim]:
        """All claims, in the order of their rows; their runs are begun in this order, too."""

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

    def rows(self, results: Mapping[str, JainResult]) -> Sequence[Row]:
        """See `table.Table`."""
        return [
            _group(results, claim).row(claim.what, claim.paper, claim.finding) for claim in self._claims()
        ]


def _group(results: Mapping[str, JainResult], claim: JainClaim) -> Group[JainResult]:
    names = dict.fromkeys(task.name for task in claim.tasks)
    found = [results[name] for name in names if name in results]
    return Group(found, len(names) - len(found))
