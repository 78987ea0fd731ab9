"""Pictures and page of a sweep."""

import shlex
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from biped_control.analysis.bench.machine import describe_machine
from biped_control.analysis.sweep.conditions import Condition, conditions_of
from biped_control.analysis.sweep.page import write_page
from biped_control.analysis.sweep.pictures import write_pictures
from biped_control.analysis.sweep.plan import SweepPlan
from biped_control.analysis.sweep.run import Swept
from biped_control.errors import SweepError


@dataclass(frozen=True)
class Report:
    """What there is to look at.

    Attributes:
        conditions: rollouts that differ only in their seeds, taken together.
        pictures: PNG files by what they show.
        page: the HTML file.
    """

    conditions: list[Condition]
    pictures: dict[str, Path]
    page: Path


def write_report(plan: SweepPlan, swept: Swept, folder: Path) -> Report:
    """Writes survival.png, cost.png and report.html.

    Args:
        plan: what was asked for.
        swept: what came out; at least one row.
        folder: an existing one.

    Raises:
        SweepError: a file cannot be written; all rows are kept.
    """
    conditions, page = conditions_of(swept.rows), folder / "report.html"
    try:
        pictures = write_pictures(conditions, folder)
        command = f"{plan.command} --out {shlex.quote(str(folder))}"
        write_page(page, conditions, pictures, command, _facts(plan, swept))
    except OSError as error:
        raise SweepError(
            f"{folder}: pictures or page cannot be written ({error.strerror}); all rows are kept: make room, "
            "then give the same command again"
        ) from error
    return Report(conditions, pictures, page)


def _facts(plan: SweepPlan, swept: Swept) -> dict[str, object]:
    machine = describe_machine()
    return {
        "made": f"{datetime.now():%Y-%m-%d %H:%M}",
        "rollouts": f"{len(swept.rows)} of {plan.seconds:g} s, {swept.earlier} of them in an earlier run",
        "took": f"{sum(row['took_s'] for row in swept.rows):.0f} s in all workers together",
        "seeds": ", ".join(map(str, plan.seed)),
        "machine": f"{machine['cores']} cores, {machine['processor']}, {machine['system']}",
        **swept.versions,
    }
