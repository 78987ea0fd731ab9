"""A search of two factors whose best point is known, without any rollout."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from biped_control.analysis.tuning.score import Run, Score
from biped_control.analysis.tuning.search_space import SearchSpace
from biped_control.analysis.tuning.weight_groups import weight_groups
from biped_control.analysis.weight_set import WeightSet, shipped_weights

BEST = {"gamma": 0.5, "look_ahead.hip.position": 2.0}
"""Factors of the made-up optimum."""
START = shipped_weights().by_name()


@pytest.fixture
def space() -> SearchSpace:
    """gamma and a position weight, by factors up to 10."""
    start = shipped_weights()
    return SearchSpace(start, weight_groups(list(BEST), start, adjust_steps=False), spread=1.5, bound=10.0)


class MadeUp:
    """A `search.Try` that knows what is good; remembers what it was asked."""

    def __init__(self, patience: int = 1000) -> None:
        self.names: list[str] = []
        self.patience = patience

    def __call__(self, name: str, weights: Sequence[WeightSet]) -> list[Score]:
        if len(self.names) == self.patience:
            raise KeyboardInterrupt
        self.names.append(name)
        return [made_up_score(candidate) for candidate in weights]


def made_up_score(weights: WeightSet) -> Score:
    """Nobody falls; the cost is the squared distance to the optimum, in logarithms."""
    values = weights.by_name()
    cost = sum(np.log(values[name] / START[name] / factor) ** 2 for name, factor in BEST.items())
    return Score((Run("lcp", "none", 1, fell=False, survived_s=10.0, mean_cost=float(cost)),))


@pytest.fixture
def made_up() -> Callable[..., MadeUp]:
    """Makes one that is interrupted when it has scored so many generations."""
    return MadeUp
