"""Points of a search, and the weights that they stand for."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log

import numpy as np

from biped_control.analysis.tuning.weight_groups import WeightGroup
from biped_control.analysis.weight_set import WeightSet
from biped_control.errors import ConfigurationError
from biped_control.robot.state import FloatArray
from biped_control.settings import load_settings

_DIGITS = 4  # of weights; what is tried is what a file says that people can read


@dataclass(frozen=True)
class SearchSpace:
    """Coordinates are logarithms of factors, one a group; the origin is the weights to start from.

    Attributes:
        start: the weights at the origin.
        groups: what is varied, two or more.
        spread: factor that one unit of a coordinate stands for.
        bound: largest factor; the smallest is its inverse.
    """

    start: WeightSet
    groups: tuple[WeightGroup, ...]
    spread: float
    bound: float

    def __post_init__(self) -> None:
        """
        Raises:
            ConfigurationError: less than two groups; bound or spread is out of range, or lets a weight leave
                its own range.
        """
        if len(self.groups) < 2:
            raise ConfigurationError(f"{len(self.groups)} weights to vary; expected two or more names")
        for name in ("spread", "bound"):
            if not (isfinite(value := getattr(self, name)) and value > 1.0):
                raise ConfigurationError(f"--{name} {value:g}: expected a factor of more than 1")
        if self.bound < self.spread:
            raise ConfigurationError(
                f"--bound {self.bound:g} is below --spread {self.spread:g}: expected it to be the larger one"
            )
        for side in (-self.limit, self.limit):
            corner = self.weights(np.full(self.dimension, side), f"--bound {self.bound:g}")
            load_settings().replaced(gamma=corner.gamma)

    @property
    def dimension(self) -> int:
        """Number of groups."""
        return len(self.groups)

    @property
    def limit(self) -> float:
        """Largest absolute value of a coordinate."""
        return log(self.bound) / log(self.spread)

    def factors(self, point: FloatArray) -> FloatArray:
        """(n,) of the groups at a point (n,)."""
        return np.asarray(self.spread**point, dtype=float)

    def weights(self, point: FloatArray, where: str = "weights") -> WeightSet:
        """Those that a point (n,) stands for, rounded to four digits; the start as it is.

        Raises:
            ConfigurationError: a weight is out of its range.
        """
        values = self.start.by_name()
        changes = {
            name: float(f"{values[name] * factor:.{_DIGITS}g}")
            for group, factor in zip(self.groups, self.factors(point), strict=True)
            if factor != 1.0
            for name in group.weights
        }
        return self.start.replaced(changes, where)


def names_of(groups: Sequence[WeightGroup]) -> list[str]:
    """The names that users gave."""
    return [group.name for group in groups]
