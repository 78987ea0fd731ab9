"""Covariance matrix adaptation (Hansen & Ostermeier 2001): which points to try next."""

from collections.abc import Sequence
from math import nan

import cma
import numpy as np

from biped_control.robot.state import FloatArray

SMALLEST_POPULATION = 4


class Strategy:
    """Asks and is told, in turns. The same seed and ranks lead to the same points."""

    def __init__(self, dimension: int, limit: float, seed: int, population: int | None = None) -> None:
        """
        Args:
            dimension: of points, two or more. The search begins at the origin with steps of about 1.
            limit: largest absolute value of a coordinate.
            seed: of the points.
            population: points a generation, `SMALLEST_POPULATION` or more; 4 + 3 log(dimension) by default.
        """
        random = np.random.default_rng(seed)
        options = {
            "bounds": [-limit, limit],
            "randn": lambda *shape: random.standard_normal(shape),  # not numpy's global one
            "seed": nan,
            "signals_filename": "",
            "verb_log": 0,
            "verbose": -9,
        }
        if population is not None:
            options["popsize"] = population
        self._evolution = cma.CMAEvolutionStrategy(np.zeros(dimension), 1.0, options)
        self._asked: list[FloatArray] = []

    @property
    def population(self) -> int:
        """Points a generation."""
        return int(self._evolution.popsize)

    @property
    def step(self) -> float:
        """How far points scatter now, as a multiple of how far they did at the beginning."""
        return float(self._evolution.sigma)

    def ask(self) -> FloatArray:
        """(population, dimension) points to try."""
        self._asked = self._evolution.ask()
        return np.array(self._asked)

    def tell(self, ranks: Sequence[int]) -> None:
        """How good the points were that were asked for; 0 is the best."""
        self._evolution.tell(self._asked, [float(rank) for rank in ranks])
