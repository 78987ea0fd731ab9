"""What a search is asked for."""

from dataclasses import replace
from typing import Any

import pytest

from biped_control.analysis.sweep.plan import sweep_plan
from biped_control.analysis.tuning.plan import TuningPlan
from biped_control.analysis.tuning.search_space import SearchSpace
from biped_control.errors import ConfigurationError


@pytest.fixture
def plan(space: SearchSpace) -> TuningPlan:
    rollouts = sweep_plan(
        {"scenario": "noise,heavy", "seed": "1:2", "engine": "lcp", "seconds": 1.0, "adjust_steps": True}
    )
    return TuningPlan(space, rollouts, 3, None, 1, (7, 8, 9))


def test_every_candidate_does_the_same_rollouts_with_its_own_weights(plan: TuningPlan) -> None:
    weights = plan.space.start.replaced({"gamma": 0.002})
    requests = plan.requests(weights)
    assert [(request.scenario, request.seed) for request in requests] == [
        ("noise", 1),
        ("heavy", 1),
        ("noise", 2),
        ("heavy", 2),
    ]
    for request in requests:
        assert request.weights is weights
        assert request.settings().gamma == 0.002
        assert request.settings().adjust_steps
        assert request.engine == "lcp"


def test_the_check_has_other_seeds_and_flat_ground(plan: TuningPlan) -> None:
    requests = plan.check_requests(plan.space.start)
    assert {request.seed for request in requests} == {7, 8, 9}
    assert {request.scenario for request in requests} == {"noise", "heavy", ""}
    assert len(requests) == 9


def test_how_long_it_goes_on_makes_no_other_search(plan: TuningPlan) -> None:
    assert replace(plan, generations=9, check_seeds=(5,)).identity() == plan.identity()
    for change in ({"population": 9}, {"search_seed": 2}, {"rollouts": sweep_plan({})}):
        assert replace(plan, **change).identity() != plan.identity()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"generations": 0}, "--generations 0: expected 1 or more"),
        ({"population": 3}, "--population 3: expected 4 or more"),
        ({"search_seed": -1}, "--search-seed -1"),
        ({"check_seeds": (7, 2)}, "--check-seed 2: is a seed of the search"),
    ],
)
def test_out_of_range(plan: TuningPlan, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        replace(plan, **change)
