"""Points and weights."""

import numpy as np
import pytest

from biped_control.analysis.tuning.search_space import SearchSpace
from biped_control.analysis.tuning.weight_groups import weight_groups
from biped_control.analysis.weight_set import shipped_weights
from biped_control.errors import ConfigurationError

START = shipped_weights()


def make(names: list[str], spread: float = 2.0, bound: float = 8.0) -> SearchSpace:
    return SearchSpace(START, weight_groups(names, START, adjust_steps=False), spread, bound)


def test_coordinates_are_logarithms_of_factors() -> None:
    space = make(["gamma", "look_ahead.heel+look_ahead.toe"])
    assert space.limit == pytest.approx(3.0)
    changes = space.weights(np.array([1.0, -2.0])).changes()
    assert changes == pytest.approx(
        {
            "gamma": 2.0 * START.gamma,
            "look_ahead.heel.force": START.look_ahead.heel.force / 4.0,
            "look_ahead.toe.force": START.look_ahead.toe.force / 4.0,
        }
    )


def test_origin_is_the_start_and_weights_can_be_read() -> None:
    start = START.replaced({"gamma": 0.00123456789})
    space = SearchSpace(start, weight_groups(["gamma", "adaptation.knee"], start, False), 2.0, 8.0)
    assert space.weights(np.zeros(2)) == start
    assert space.weights(np.array([0.0, 1.0])).gamma == start.gamma
    assert space.weights(np.array([1.0, 0.1])).changes() == {"gamma": 0.002469, "adaptation.knee": 0.2144}


@pytest.mark.parametrize(
    ("names", "spread", "bound", "message"),
    [
        (["gamma"], 2.0, 8.0, "1 weights to vary; expected two or more"),
        ([], 2.0, 8.0, "0 weights to vary"),
        (["gamma", "adaptation.knee"], 1.0, 8.0, "--spread 1: expected a factor of more than 1"),
        (["gamma", "adaptation.knee"], 2.0, float("inf"), "--bound inf"),
        (["gamma", "adaptation.knee"], float("nan"), 8.0, "--spread nan"),
        (["gamma", "adaptation.knee"], 2.0, 1.5, r"--bound 1\.5 is below --spread 2"),
        (["gamma", "adaptation.knee"], 2.0, 1e5, r"--bound 100000: at 'gamma': .*100"),
        (["gamma", "adaptation.knee"], 2.0, 1e7, "at 'gamma'"),
    ],
)
def test_out_of_range(names: list[str], spread: float, bound: float, message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        make(names, spread, bound)


def test_gamma_has_a_smallest_value() -> None:
    """Zero is allowed and means something else, so a range alone does not say it."""
    start = START.replaced({"gamma": 1e-8})
    with pytest.raises(ConfigurationError, match="gamma"):
        SearchSpace(start, weight_groups(["gamma", "adaptation.knee"], start, False), 2.0, 100.0)
