"""Value iteration against solutions found in other ways."""

from itertools import pairwise, product

import numpy as np
import pytest
from scipy import sparse

from biped_control.errors import PolicyError
from biped_control.steering.markov_decisions import MarkovDecisions, value_iteration


def random_problem(seed: int, choices_of: tuple[int, ...]) -> MarkovDecisions:
    """States with so many choices each; steps of different discounts, some of which end everything."""
    random = np.random.default_rng(seed)
    states, choices = len(choices_of), sum(choices_of)
    shares = random.random((choices, states)) * (random.random((choices, states)) < 0.7)
    shares[:, 0] += 0.01
    shares *= (random.uniform(0.3, 0.95, choices) / shares.sum(axis=1))[:, None]
    first = np.concatenate([[0], np.cumsum(choices_of)])
    return MarkovDecisions(first, random.normal(size=choices), sparse.csr_matrix(shares))


@pytest.mark.parametrize("seed", range(5))
def test_no_policy_is_better(seed: int) -> None:
    """Every policy of a small problem, evaluated by solving its linear equations."""
    choices_of = (2, 3, 1, 4)
    problem = random_problem(seed, choices_of)
    leads_to, best = problem.leads_to.toarray(), np.full(4, np.inf)
    best_policy = None
    for policy in product(*(range(start, end) for start, end in pairwise(problem.first))):
        rows = list(policy)
        values = np.linalg.solve(np.eye(4) - leads_to[rows], problem.costs[rows])
        if (values <= best + 1e-12).all():
            best, best_policy = values, policy
    solution = value_iteration(problem, 1e-11)
    np.testing.assert_allclose(solution.values, best, atol=1e-11)
    assert tuple(solution.choices) == best_policy
    assert solution.bound <= 1e-11


def test_a_walk_to_the_goal() -> None:
    """Known by hand: states in a row, one step costs 1 and is discounted by d; from n steps away it costs
    1 + d + ... + d^(n-1). A detour that is free now costs more later."""
    count, discount = 6, 0.9
    rows, columns, costs, shares, first = [], [], [], [], [0]
    for state in range(count):
        for cost, to in ((1.0, state - 1), (1.5, state)):
            rows.append(len(costs))
            columns.append(max(to, 0))
            shares.append(discount if to >= 0 else 0.0)
            costs.append(cost)
        first.append(len(costs))
    leads_to = sparse.csr_matrix((shares, (rows, columns)), shape=(len(costs), count))
    solution = value_iteration(MarkovDecisions(np.array(first), np.array(costs), leads_to))
    expected = [sum(discount**k for k in range(state + 1)) for state in range(count)]
    np.testing.assert_allclose(solution.values, expected, atol=1e-8)
    np.testing.assert_array_equal(solution.choices, 2 * np.arange(count))


def test_bound_holds_on_the_way() -> None:
    problem = random_problem(7, (3, 3, 3))
    exact = value_iteration(problem, 1e-13).values
    for tolerance in (1.0, 1e-2, 1e-4):
        rough = value_iteration(problem, tolerance)
        assert np.abs(rough.values - exact).max() <= rough.bound <= tolerance


def test_too_few_sweeps() -> None:
    with pytest.raises(PolicyError, match="after 3 sweeps"):
        value_iteration(random_problem(1, (2, 2)), 1e-12, most_sweeps=3)


@pytest.mark.parametrize(
    ("first", "costs", "leads_to", "complaint"),
    [
        ([0, 2], [0.0, 1.0], [[0.5], [1.0]], "below one"),
        ([0, 2], [0.0, 1.0], [[0.5], [-0.1]], "from 0"),
        ([0, 2], [0.0, np.nan], [[0.5], [0.5]], "choice 1 has no finite cost"),
        ([0, 1], [0.0, 1.0], [[0.5], [0.5]], "at least one choice"),
        ([0, 0, 2], [0.0, 1.0], [[0.5, 0.0], [0.5, 0.0]], "at least one choice"),
        ([0, 2], [0.0], [[0.5], [0.5]], "do not fit"),
    ],
)
def test_nonsense_is_refused(
    first: list[int], costs: list[float], leads_to: list[list[float]], complaint: str
) -> None:
    with pytest.raises(PolicyError, match=complaint):
        MarkovDecisions(np.array(first), np.array(costs), sparse.csr_matrix(leads_to))
