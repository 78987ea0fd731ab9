"""A claim of Jain & Liu 2011, the runs that it is judged by, and what is claimed of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from biped_control.analysis.reproduction.group import Finding
from biped_control.analysis.reproduction.jain_task import JainResult, JainTask


@dataclass(frozen=True)
class JainClaim:
    """A row of a table.

    Attributes:
        what: is measured.
        paper: says of it.
        tasks: the runs; claims may share some.
        finding: judges their results.
    """

    what: str
    paper: str
    tasks: Sequence[JainTask]
    finding: Callable[[Sequence[JainResult]], Finding]


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
    shares = [run.share for run in runs if run.fell and run.share is not None]
    if shares:
        listed = ", ".join(f"{share:.0%}" for share in sorted(shares))
        words += f" ({listed} of what soles that stay could balance)"
    return words, not fallen, {"runs": len(runs), "fell_s": sorted(fallen), "push_shares": sorted(shares)}


def all_fall(runs: Sequence[JainResult]) -> Finding:
    """Each falls."""
    words, _, numbers = all_stay_up(runs)
    return words, all(run.fell for run in runs), numbers
