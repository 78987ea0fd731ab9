"""Lemke's method against the definition of its problem and against a quadratic-program solver."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from qpsolvers import solve_qp

from biped_control.complementarity.lemke import complementarity_residual, covering_vector, pivot, solve_lemke

TOLERANCE = 1e-9


def test_a_problem_solved_by_hand() -> None:
    """w1 = 2 z1 + z2 - 5, w2 = z1 + 2 z2 - 6: both forces push, z = (4/3, 7/3)."""
    z, residual, _ = solve_lemke(np.array([[2.0, 1.0], [1.0, 2.0]]), np.array([-5.0, -6.0]), 2, TOLERANCE)
    np.testing.assert_allclose(z, [4 / 3, 7 / 3], atol=1e-12)
    assert residual < 1e-12


def test_nothing_to_do() -> None:
    z, residual, pivots = solve_lemke(np.eye(3), np.array([0.0, 1.0, 2.0]), 3, TOLERANCE)
    assert (z == 0.0).all()
    assert (residual, pivots) == (0.0, 0)


@settings(max_examples=60, deadline=None)
@given(size=st.integers(1, 12), rank=st.integers(1, 12), seed=st.integers(0, 10**6))
def test_agrees_with_a_quadratic_program(size: int, rank: int, seed: int) -> None:
    """For symmetric M a solution minimizes z^T M z / 2 + q^T z over z >= 0; low ranks make it degenerate."""
    random = np.random.default_rng(seed)
    factor = random.normal(size=(size, min(rank, size)))
    matrix = factor @ factor.T
    pushes = random.random(size) < 0.5
    # q = w - M z with complementary w, z: solvable by construction, also when M is singular.
    vector = np.where(pushes, 0.0, random.uniform(0.1, 2.0, size)) - matrix @ (
        pushes * random.uniform(0.1, 2.0, size)
    )
    z, residual, _ = solve_lemke(matrix, vector, size, TOLERANCE)
    assert residual < 1e-7
    best = solve_qp(matrix, vector, lb=np.zeros(size), solver="proxqp", eps_abs=1e-10)
    assert best is not None
    np.testing.assert_allclose(factor.T @ z, factor.T @ best, atol=1e-5)  # the part that is unique


@settings(max_examples=60, deadline=None)
@given(size=st.integers(1, 15), seed=st.integers(0, 10**6))
def test_solves_problems_that_are_not_symmetric(size: int, seed: int) -> None:
    """M = positive definite + skew: exactly one solution, as for the embedded operator at gamma > 0."""
    random = np.random.default_rng(seed)
    factor, skew = random.normal(size=(size, size)), random.normal(size=(size, size))
    matrix = factor @ factor.T + 0.1 * np.eye(size) + skew - skew.T
    vector = random.normal(size=size)
    z, residual, _ = solve_lemke(matrix, vector, size, TOLERANCE)
    w = matrix @ z + vector
    assert residual < 1e-8
    assert z.min() >= 0.0
    assert w.min() > -1e-8
    assert np.abs(z * w).max() < 1e-7


def test_equal_ratios_do_not_stop_it() -> None:
    """Four corners carry one load: infinitely many solutions, every ratio ties."""
    matrix = np.ones((4, 4))
    z, residual, _ = solve_lemke(matrix, -np.ones(4), 4, TOLERANCE)
    assert residual < 1e-12
    assert z.sum() == pytest.approx(1.0)


def test_a_problem_without_solution_is_not_believed() -> None:
    _, residual, _ = solve_lemke(np.zeros((2, 2)), np.array([-1.0, 1.0]), 2, TOLERANCE)
    assert residual > 0.1


def test_residual_sees_every_kind_of_violation() -> None:
    matrix, vector = np.eye(2), np.array([-1.0, 1.0])
    assert complementarity_residual(matrix, vector, np.array([1.0, 0.0])) == 0.0
    assert complementarity_residual(matrix, vector, np.array([0.0, 0.0])) == 1.0  # w < 0
    assert complementarity_residual(matrix, vector, np.array([1.0, -0.5])) == 0.5  # z < 0
    assert complementarity_residual(matrix, vector, np.array([1.5, 0.0])) == 0.5  # both positive
    assert complementarity_residual(matrix, vector, np.array([np.nan, 0.0])) == np.inf


def test_covering_vectors_are_positive_and_differ() -> None:
    covers = [covering_vector(9, seed) for seed in range(4)]
    assert min(cover.min() for cover in covers) >= 0.5
    assert all(np.abs(a - b).max() > 0.1 for i, a in enumerate(covers) for b in covers[:i])


def test_one_run_solves_what_has_one_solution() -> None:
    """M = positive definite + skew; variables leave the basis and come back on the way."""
    random = np.random.default_rng(5)
    for _ in range(100):
        factor, skew = random.normal(size=(14, 14)), random.normal(size=(14, 14))
        matrix = 0.1 * factor @ factor.T + 0.1 * np.eye(14) + 2.0 * (skew - skew.T)
        vector = random.normal(size=14)
        z, solved, _ = pivot(matrix, vector, np.ones(14))
        assert solved
        assert complementarity_residual(matrix, vector, z) < 1e-8


def test_one_run_reports_a_ray() -> None:
    _, solved, _ = pivot(np.array([[0.0]]), np.array([-1.0]), np.ones(1))
    assert not solved
