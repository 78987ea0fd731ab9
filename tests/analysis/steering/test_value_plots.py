"""Pictures of a value function."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.analysis.steering.value_plots import policy, write_value_plots
from biped_control.steering.heading_error import heading_errors
from biped_control.steering.steering_settings import load_steering_settings
from biped_control.steering.transition import Transition
from biped_control.steering.transition_model import fit_model
from biped_control.steering.value_function import ValueFunction, solve_value_function


@pytest.fixture
def function(steering_parts: SteeringParts) -> ValueFunction:
    graph, rules = steering_parts.library.graph, load_steering_settings().value_function
    rows = [
        Transition(name, "", "", "lcp", 1, "", 0.1 * index, 0.1, 0.1, index > 3, 0.0, 1.0)
        for name in graph.clips
        for index in range(20)
    ]
    return solve_value_function(fit_model(graph, rows, rules), rules)


def test_pictures(function: ValueFunction, tmp_path: Path) -> None:
    paths = write_value_plots(function, tmp_path / "plots")
    assert [path.name for path in paths] == ["value-function.png", "clips.png"]
    for path in paths:
        picture = imread(path)
        assert min(picture.shape[:2]) > 200
        assert picture.std() > 0.05  # something is drawn


def test_policy_is_what_the_planner_does(function: ValueFunction) -> None:
    best = policy(function, "walk", "two", np.inf)
    assert len(best) == function.settings.heading_bins
    for error, name in zip(heading_errors(len(best)), best, strict=True):
        names, costs = function.costs("walk", "two", float(error), np.inf)
        assert costs[names.index(name)] == costs.min()
