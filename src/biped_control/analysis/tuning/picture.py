"""How a search went: time on the feet and cost over the generations, and the factors that were found."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter

from biped_control.analysis.tuning.generation import Generation, best_of
from biped_control.analysis.tuning.search_space import SearchSpace, names_of
from biped_control.atomic_write import atomic_write
from biped_control.robot.state import FloatArray


def write_picture(path: Path, generations: Sequence[Generation], space: SearchSpace, seconds: float) -> None:
    """Writes a PNG file.

    Args:
        path: the file, in an existing folder.
        generations: all of them, the start first.
        space: what was searched.
        seconds: how long the rollouts last.

    Raises:
        OSError: it cannot be written.
    """
    with atomic_write(path) as unfinished:
        picture(generations, space, seconds).savefig(unfinished, format="png", dpi=100)


def picture(generations: Sequence[Generation], space: SearchSpace, seconds: float) -> Figure:
    """The figure; see `write_picture`."""
    figure = Figure(figsize=(14.0, 2.6 + 0.25 * max(space.dimension, 6)), layout="constrained")
    survival, cost, factors = figure.subplots(1, 3)
    _over_generations(survival, [[score.survived_s for score in g.scores] for g in generations])
    _best_so_far(survival, [best_of(generations[: end + 1])[1].survived_s for end in range(len(generations))])
    survival.axhline(seconds, color="tab:green", linestyle=":", label="nobody falls")
    survival.set_ylabel("mean time on the feet [s]")
    survival.legend(loc="best")
    _over_generations(cost, [[score.mean_cost for score in g.scores] for g in generations])
    _best_so_far(cost, [best_of(generations[: end + 1])[1].mean_cost for end in range(len(generations))])
    cost.set_ylabel("mean cost (eq. 18), until a fall")
    cost.set_yscale("log")
    cost.yaxis.set_major_formatter("{x:g}")
    cost.yaxis.set_minor_formatter("{x:g}")
    _draw_factors(factors, space, space.factors(best_of(generations)[0]))
    return figure


def _over_generations(panel: Axes, values: Sequence[Sequence[float]]) -> None:
    numbers = [number for number, of_one in enumerate(values) for _ in of_one]
    panel.plot(numbers, np.concatenate(values), ".", color="tab:gray", label="candidates")
    panel.set_xlabel("generation")
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    panel.grid(alpha=0.3)


def _best_so_far(panel: Axes, values: Sequence[float]) -> None:
    panel.step(range(len(values)), values, where="post", color="tab:blue", label="best so far")
    panel.plot(0, values[0], "s", color="tab:red", label="start")


def _draw_factors(panel: Axes, space: SearchSpace, factors: FloatArray) -> None:
    places = range(space.dimension)
    panel.barh(places, factors - 1.0, left=1.0, color="tab:blue")
    panel.axvline(1.0, color="tab:red")
    panel.set_xscale("log")
    panel.set_xlim(1.0 / space.bound, space.bound)
    panel.xaxis.set_major_formatter("{x:g}")
    panel.xaxis.set_minor_formatter(NullFormatter())
    panel.set_yticks(places, names_of(space.groups))
    panel.invert_yaxis()
    panel.set_xlabel("best weights, as a multiple of the start")
    panel.grid(alpha=0.3, axis="x")
