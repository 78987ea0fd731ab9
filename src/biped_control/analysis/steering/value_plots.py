"""Pictures of a value function: what each heading error costs, and what is done about it."""

from math import degrees
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from biped_control.atomic_write import atomic_write
from biped_control.robot.state import FloatArray
from biped_control.steering.heading_error import heading_errors
from biped_control.steering.transition_model import TransitionModel
from biped_control.steering.value_function import ValueFunction


def write_value_plots(function: ValueFunction, folder: Path) -> list[Path]:
    """Writes two PNG files.

    Args:
        function: what to draw.
        folder: made if missing.

    Returns:
        value-function.png: values and policy over the heading error, for every hub that is wanted and kept;
        clips.png: risk and cost of every clip over the recent tracking cost.
    """
    folder.mkdir(parents=True, exist_ok=True)
    drawings = {"value-function": value_figure(function), "clips": clips_figure(function.model)}
    paths = []
    for name, figure in drawings.items():
        path = folder / f"{name}.png"
        with atomic_write(path) as unfinished:
            figure.savefig(unfinished, format="png", dpi=110)
        paths.append(path)
    return paths


def policy(function: ValueFunction, hub: str, wanted: str, cost: float) -> list[str]:
    """The best clip in each heading bin."""
    best = []
    for error in heading_errors(function.settings.heading_bins):
        names, costs = function.costs(hub, wanted, float(error), cost)
        best.append(names[int(np.argmin(costs))])
    return best


def value_figure(function: ValueFunction) -> Figure:
    """One column a hub: values of all cost bins above, the policy of a calm and of a troubled robot below."""
    hubs = list(function.model.hubs)
    errors = np.rad2deg(heading_errors(function.settings.heading_bins))
    figure = Figure(figsize=(5.5 * len(hubs), 8.0), layout="constrained")
    panels = figure.subplots(2, len(hubs), squeeze=False, height_ratios=(1.0, 1.2))
    for index, hub in enumerate(hubs):
        above, below = panels[0, index], panels[1, index]
        for cost_bin, values in enumerate(function.values[index, index].T):
            shade = 0.75 - 0.65 * cost_bin / max(1, function.values.shape[3] - 1)
            above.plot(errors, values, color=str(shade))
        _label(above, f"from '{hub}', wanted '{hub}'", "expected cost; darker: in more trouble")
        names = sorted(
            (name for name, clip in function.model.clips.items() if clip.start_hub == hub),
            key=lambda name: (function.model.clips[name].turn, name),
        )
        for cost, marker, colour, label in (
            (-np.inf, "o", "tab:blue", "calm"),
            (np.inf, "x", "tab:red", "in trouble"),
        ):
            rows = [names.index(name) for name in policy(function, hub, hub, cost)]
            below.plot(errors, rows, marker, color=colour, markersize=4, label=label)
        below.set_yticks(range(len(names)), names, fontsize="small")
        _label(below, "best next clip", "")
        below.legend(fontsize="small")
    return figure


def clips_figure(model: TransitionModel) -> Figure:
    """Risk of a fall and expected tracking cost of every clip, in a calm and in a troubled robot."""
    names = sorted(model.clips, key=lambda name: (model.clips[name].start_hub, model.clips[name].turn, name))
    figure = Figure(figsize=(10.0, 1.2 + 0.3 * len(names)), layout="constrained")
    risk, cost = figure.subplots(1, 2, sharey=True)
    rows: FloatArray = np.arange(len(names), dtype=np.float64)
    for bin_number, offset, colour in ((0, -0.2, "tab:blue"), (-1, 0.2, "tab:red")):
        widths = [100.0 * float(model.clips[name].risk[bin_number]) for name in names]
        risk.barh(rows + offset, widths, height=0.35, color=colour)
    cost.barh(rows, [model.clips[name].cost for name in names], height=0.7, color="0.5")
    labels = [f"{name} ({round(degrees(model.clips[name].turn)):+d})" for name in names]
    risk.set_yticks(rows, labels, fontsize="small")
    risk.set_xlabel("risk of a fall [%]; blue: calm, red: in trouble")
    cost.set_xlabel("tracking cost (eq. 18)")
    for panel in (risk, cost):
        panel.grid(alpha=0.3)
    return figure


def _label(panel: Axes, title: str, y: str) -> None:
    panel.set_title(title, fontsize="medium")
    panel.set_xlabel("heading error [degrees], left positive")
    panel.set_ylabel(y)
    panel.set_xticks(range(-180, 181, 60))
    panel.grid(alpha=0.3)
