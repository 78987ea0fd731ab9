"""Figure 3 of Muico 2009 drawn anew: tracking cost over gamma, solid where the robot endures."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from biped_control.analysis.reproduction.endurance import Endured
from biped_control.analysis.reproduction.endurance_curve import Point, basins, curve
from biped_control.atomic_write import atomic_write

_COLOURS = {"lqr": "tab:red", "nqr": "tab:blue"}  # as in the paper
_MARKERS = {"lqr": "s", "nqr": "o"}
_COSTS = (0.01, 20.0)
_MOST = 10.0  # what robots cost that fall goes far beyond it, and is drawn there
_GAMMAS = (1.5e-4, 0.7)
_NONE_AT = 2e-4  # where gamma 0 is drawn


def write_fig3(panels: Mapping[str, Sequence[Endured]], path: Path) -> None:
    """Writes a PNG file.

    Args:
        panels: runs of both policies by the title of their panel, in the order of the paper.
        path: the file, in an existing folder.
    """
    with atomic_write(path) as unfinished:
        fig3_figure(panels).savefig(unfinished, format="png", dpi=110)


def fig3_figure(panels: Mapping[str, Sequence[Endured]]) -> Figure:
    """Three panels a row."""
    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(4.2 * columns, 0.8 + 3.2 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for panel, (title, runs) in zip(axes.flat, panels.items(), strict=False):
        for policy in _COLOURS:
            _draw(panel, curve([run for run in runs if run.task.policy == policy]), policy)
        panel.set_title(title, fontsize="medium")
        panel.grid(alpha=0.3)
        panel.xaxis.minorticks_off()
    for panel in axes.flat[len(panels) :]:
        panel.set_visible(False)
    axes.flat[0].set_xlim(*_GAMMAS)
    axes.flat[0].set_ylim(*_COSTS)
    decades = (0.001, 0.01, 0.1)
    axes.flat[0].set_xticks([_NONE_AT, *decades], ["0", *(f"{gamma:g}" for gamma in decades)])
    figure.supxlabel("adaptation parameter gamma", fontsize="medium")
    figure.supylabel("average cost (eq. 18)", fontsize="medium")
    figure.legend(handles=_key(), loc="outside upper center", ncols=4, fontsize="small")
    return figure


def _draw(panel: Axes, points: Sequence[Point], policy: str) -> None:
    colour, marker = _COLOURS[policy], _MARKERS[policy]
    panel.set_xscale("log")
    panel.set_yscale("log")
    # Nothing lies between no adaptation and some.
    adapted = [point for point in points if point.gamma > 0.0]
    for line, parts in (("--", [adapted]), ("-", basins(adapted))):
        for part in parts:
            panel.plot(*_at(part), line, color=colour, linewidth=1.6)
    for endured, style in ((True, "full"), (False, "none")):
        if same := [point for point in points if point.endured == endured]:
            panel.plot(*_at(same), marker, color=colour, markersize=4.0, fillstyle=style)


def _at(points: Sequence[Point]) -> tuple[list[float], list[float]]:
    """Where points are drawn."""
    return [point.gamma or _NONE_AT for point in points], [min(point.cost, _MOST) for point in points]


def _key() -> list[Line2D]:
    policies = [
        Line2D([], [], color=colour, marker=_MARKERS[policy], markersize=4.0, label=policy.upper())
        for policy, colour in reversed(_COLOURS.items())
    ]
    falls = Line2D([], [], color="0.3", linestyle="--", marker="o", markersize=4.0, label="falls")
    falls.set_fillstyle("none")
    return [*policies, Line2D([], [], color="0.3", marker="o", markersize=4.0, label="endures"), falls]
