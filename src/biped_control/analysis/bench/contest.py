"""All solvers on the same recorded contact problems: how long, how well, how often not at all."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.analysis.bench.rivals.field import Rival
from biped_control.analysis.steady_process import steady_process
from biped_control.analysis.timing import Lap, Samples
from biped_control.complementarity.contacts import RESIDUAL_TOLERANCE

_WARM_UP = 5  # problems; loads kernels and libraries


@dataclass
class Standing:
    """How a solver did on problems with one number of contacts.

    Attributes:
        samples: time of each problem.
        residuals: of each problem; infinite where there was no answer.
    """

    samples: Samples = field(default_factory=Samples)
    residuals: list[float] = field(default_factory=list)

    @property
    def failures(self) -> int:
        """Problems that were not solved to the tolerance of our own solver."""
        return sum(not residual < RESIDUAL_TOLERANCE for residual in self.residuals)

    def row(self) -> dict[str, object]:
        """Times, failures, and the residuals of the problems that got an answer."""
        answered = [residual for residual in self.residuals if np.isfinite(residual)]
        row = self.samples.row("")
        del row["name"], row["note"]
        return row | {
            "failures": self.failures,
            "residual_p50": float(np.median(answered)) if answered else None,
            "residual_max": max(answered) if answered else None,
        }


def spread(problems: Sequence[ContactProblem], count: int) -> list[ContactProblem]:
    """At most `count` problems that have contacts, evenly over all."""
    touching = [problem for problem in problems if problem.contacts > 0]
    chosen = np.linspace(0, len(touching) - 1, min(count, len(touching))).round().astype(int)
    return [touching[index] for index in chosen]


def contest(
    problems: Sequence[ContactProblem], rivals: Iterable[Rival], kind: str
) -> list[dict[str, object]]:
    """Lets everybody solve every problem.

    Args:
        problems: what to solve.
        rivals: who solves.
        kind: what the problems have in common, in words.

    Returns:
        Rows with `solver`, `problems`, `contacts`, `note` and what `Standing.row` says.
    """
    rows = []
    for rival in rivals:
        for contacts, standing in _standings(problems, rival).items():
            named = {"solver": rival.name, "problems": kind, "contacts": contacts, "note": rival.note}
            rows.append(named | standing.row())
    return rows


def _standings(problems: Sequence[ContactProblem], rival: Rival) -> dict[int, Standing]:
    for problem in problems[:_WARM_UP]:
        rival.solve(problem)
    standings: defaultdict[int, Standing] = defaultdict(Standing)
    with steady_process():
        for problem in problems:
            lap = Lap()
            impulses = rival.solve(problem)
            standing = standings[problem.contacts]
            standing.samples.add(lap)
            standing.residuals.append(np.inf if impulses is None else rival.residual(problem, impulses))
    return dict(sorted(standings.items()))
