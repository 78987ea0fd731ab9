"""Rollouts that differ only in their seeds."""

from typing import Any

import pytest

from biped_control.analysis.sweep.conditions import best, conditions_of


def test_seeds_are_taken_together(row: Any) -> None:
    rows = [
        row(seed=1, mean_cost=0.2, survived_s=10.0, max_torque_nm=90.0),
        row(seed=2, mean_cost=0.4, survived_s=2.0, fell=True, lcp_failures=3),
        row(seed=1, gamma=0.002, mean_cost=0.7),
    ]
    low, high = conditions_of(rows)
    assert (low.gamma, low.rollouts, low.survived) == (0.002, 1, 1)
    assert (high.gamma, high.rollouts, high.survived, high.survival) == (0.01, 2, 1, 0.5)
    assert high.mean_cost == pytest.approx(0.3)
    assert high.mean_survived_s == pytest.approx(6.0)
    assert (high.max_torque_nm, high.lcp_failures) == (100.0, 3)


def test_names_stay_in_their_order_and_gammas_rise(row: Any) -> None:
    rows = [row(scenario=s, gamma=g, seed=n) for n in (1, 2) for s in ("noise", "heavy") for g in (0.1, 0.0)]
    found = [(condition.scenario, condition.gamma) for condition in conditions_of(rows)]
    assert found == [("noise", 0.0), ("noise", 0.1), ("heavy", 0.0), ("heavy", 0.1)]


def test_best_survives_most_and_then_costs_least(row: Any) -> None:
    rows = [
        row(gamma=0.1, fell=True, mean_cost=0.01),
        row(gamma=0.2, mean_cost=0.3),
        row(gamma=0.3, mean_cost=0.2),
    ]
    assert best(conditions_of(rows)).gamma == 0.3
