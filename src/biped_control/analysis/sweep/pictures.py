"""Survival and cost over gamma, a panel for each clip, engine and scenario, a line for each policy."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import NullFormatter
from matplotlib.typing import FillStyleType, LineStyleType, MarkerType

from biped_control.analysis.sweep.conditions import Condition
from biped_control.atomic_write import atomic_write

_COLUMNS = 4
_Style = tuple[str, MarkerType, LineStyleType]
_STYLES: tuple[_Style, ...] = (
    ("tab:blue", "o", "-"),
    ("tab:red", "s", "--"),
    ("tab:green", "^", "-."),
    ("tab:purple", "D", ":"),
)


def write_pictures(conditions: Sequence[Condition], folder: Path) -> dict[str, Path]:
    """Writes survival.png and cost.png.

    Args:
        conditions: one or more.
        folder: an existing one.

    Returns:
        The files by what they show.
    """
    files = {}
    for name, figure in {"survival": survival_figure(conditions), "cost": cost_figure(conditions)}.items():
        files[name] = folder / f"{name}.png"
        with atomic_write(files[name]) as unfinished:
            figure.savefig(unfinished, format="png", dpi=100)
    return files


def survival_figure(conditions: Sequence[Condition]) -> Figure:
    """Share of the rollouts that did not fall [%]."""
    figure, panels = _panels(conditions, "did not fall [%]")
    for panel, curves in panels:
        for style, points in zip(cycle(_STYLES), curves, strict=False):
            _draw(panel, points, [100.0 * point.survival for point in points], style)
        panel.set_ylim(-5.0, 105.0)
    return figure


def cost_figure(conditions: Sequence[Condition]) -> Figure:
    """Mean cost; filled where none fell."""
    figure, panels = _panels(conditions, "mean cost (eq. 18)")
    costs = [condition.mean_cost for condition in conditions]
    within_a_decade = max(costs) < 10.0 * min(costs)
    for panel, curves in panels:
        for style, points in zip(cycle(_STYLES), curves, strict=False):
            _draw(panel, points, [point.mean_cost for point in points], style)
        if all(point.mean_cost > 0.0 for points in curves for point in points):
            panel.set_yscale("log")
            panel.yaxis.set_major_formatter("{x:g}")  # 0.03, not 3 x 10^-2
            panel.yaxis.set_minor_formatter("{x:g}" if within_a_decade else NullFormatter())
    return figure


def _panels(
    conditions: Sequence[Condition], quantity: str
) -> tuple[Figure, list[tuple[Axes, list[list[Condition]]]]]:
    """An empty figure, and the curves that belong into each panel, by policy."""
    policies = list(dict.fromkeys(condition.policy for condition in conditions))
    settings: Mapping[str, list[list[Condition]]] = {
        setting: [
            [point for point in conditions if point.setting == setting and point.policy == policy]
            for policy in policies
        ]
        for setting in dict.fromkeys(condition.setting for condition in conditions)
    }
    columns = min(_COLUMNS, len(settings))
    rows = -(-len(settings) // columns)
    figure = Figure(figsize=(1.2 + 3.4 * columns, 1.2 + 2.6 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).ravel()
    for panel, setting in zip(axes, settings, strict=False):
        panel.set_title(setting, fontsize="medium")
        panel.grid(alpha=0.3)
        _gamma_axis(panel, sorted({condition.gamma for condition in conditions}))
    for panel in axes[len(settings) :]:
        panel.set_visible(False)
    figure.supxlabel("adaptation parameter gamma", fontsize="medium")
    figure.supylabel(quantity, fontsize="medium")
    figure.legend(handles=_key(policies), loc="outside upper center", ncols=4, fontsize="small")
    return figure, list(zip(axes, settings.values(), strict=False))


def _gamma_axis(panel: Axes, gammas: Sequence[float]) -> None:
    """Logarithmic; gamma 0, no adaptation, to the left of all others."""
    positive = [gamma for gamma in gammas if gamma > 0.0]
    if positive:
        panel.set_xscale("symlog", linthresh=positive[0])
        panel.set_xlim(-0.3 * positive[0] if gammas[0] == 0.0 else 0.6 * positive[0], 1.6 * positive[-1])
    panel.set_xticks(gammas, [f"{gamma:g}" for gamma in gammas], rotation=45, fontsize="x-small")
    panel.xaxis.minorticks_off()


def _draw(panel: Axes, points: Sequence[Condition], values: Sequence[float], style: _Style) -> None:
    colour, marker, line = style
    panel.plot([point.gamma for point in points], values, line, color=colour, linewidth=1.4)
    for whole, fill in ((True, "full"), (False, "none")):
        chosen = [
            (point.gamma, value)
            for point, value in zip(points, values, strict=True)
            if (point.survived == point.rollouts) is whole
        ]
        if chosen:
            panel.plot(
                *zip(*chosen, strict=True),
                marker=marker,
                linestyle="",
                color=colour,
                fillstyle=fill,
                markersize=5,
            )


_FILLS: tuple[tuple[str, FillStyleType], ...] = (("none fell", "full"), ("some fell", "none"))


def _key(policies: Sequence[str]) -> list[Line2D]:
    lines = [
        Line2D([], [], color=colour, marker=marker, linestyle=line, label=policy.upper())
        for policy, (colour, marker, line) in zip(policies, cycle(_STYLES), strict=False)
    ]
    for label, fill in _FILLS:
        lines.append(Line2D([], [], color="0.3", marker="o", linestyle="", fillstyle=fill, label=label))
    return lines
