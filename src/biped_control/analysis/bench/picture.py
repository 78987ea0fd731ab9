"""Solve time over the number of contacts, for all solvers."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from biped_control.analysis.bench.rivals.field import OURS
from biped_control.atomic_write import atomic_write

_FAILS = 0.01  # a solver with a larger share of failures gets a hollow mark
_FEWEST = 5  # problems of a number of contacts, to be drawn


def write_solver_picture(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Writes a PNG file from the rows of `contest`."""
    with atomic_write(path) as unfinished:
        solver_figure(rows).savefig(unfinished, format="png", dpi=110)


def solver_figure(rows: Sequence[Mapping[str, Any]]) -> Figure:
    """A panel for each kind of problems: median processor time, and a bar up to the 99th percentile."""
    kinds = list(dict.fromkeys(row["problems"] for row in rows))
    figure = Figure(figsize=(5.2 * max(1, len(kinds)), 4.8), layout="constrained")
    panels = figure.subplots(1, max(1, len(kinds)), sharey=True, squeeze=False)[0]
    for panel, kind in zip(panels, kinds, strict=False):
        solvers = dict.fromkeys(row["solver"] for row in rows)
        for number, solver in enumerate(solvers):
            drawn = [
                row
                for row in rows
                if (row["problems"], row["solver"]) == (kind, solver) and row["samples"] >= _FEWEST
            ]
            _draw(panel, drawn, solver, number, number / max(1, len(solvers)) - 0.5)
        panel.set_title(f"contact problems, {kind}", fontsize="medium")
        panel.set_xlabel("contacts")
        panel.set_yscale("log")
        panel.grid(alpha=0.3)
    panels[0].set_ylabel("processor time of a problem: median to 99th percentile [ms]")
    figure.legend(
        *panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize="small"
    )
    figure.suptitle(f"hollow: more than {_FAILS:.0%} of the problems not solved", fontsize="small")
    return figure


def _draw(panel: Axes, rows: Sequence[Mapping[str, Any]], solver: str, number: int, aside: float) -> None:
    colour = "black" if solver == OURS else f"C{number}"
    contacts = [row["contacts"] + 0.3 * aside for row in rows]
    medians = [row["cpu_p50_ms"] for row in rows]
    panel.plot(contacts, medians, "-", color=colour, linewidth=2.0 if solver == OURS else 1.0)
    panel.vlines(contacts, medians, [row["cpu_p99_ms"] for row in rows], colour, linewidth=1.0)
    for x, y, row in zip(contacts, medians, rows, strict=True):
        hollow = row["failures"] > _FAILS * row["samples"]
        panel.plot(x, y, "o", color=colour, markerfacecolor="white" if hollow else colour)
    panel.plot([], [], "o-", color=colour, label=solver)
