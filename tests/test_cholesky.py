"""Positive definite systems against NumPy's general solver."""

import numpy as np
import pytest

from biped_control.cholesky import solve_in_place, solve_vector_in_place


@pytest.mark.parametrize(("size", "columns"), [(1, 1), (5, 1), (23, 13), (35, 4)])
def test_agrees_with_a_general_solver(size: int, columns: int) -> None:
    random = np.random.default_rng(size)
    factor = random.normal(size=(size, size))
    matrix, right = factor @ factor.T + 0.1 * np.eye(size), random.normal(size=(size, columns))
    before, wanted = matrix.copy(), np.linalg.solve(matrix, right)
    solved, vector = right.copy(), right[:, 0].copy()
    solve_in_place(matrix, solved)
    solve_vector_in_place(matrix, vector)
    np.testing.assert_allclose(solved, wanted, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(vector, wanted[:, 0], rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(matrix, before)


def test_other_matrices_are_refused() -> None:
    with pytest.raises(np.linalg.LinAlgError):
        solve_in_place(np.diag([1.0, -1.0]), np.ones((2, 1)))
    with pytest.raises(np.linalg.LinAlgError):
        solve_vector_in_place(np.diag([1.0, 0.0]), np.ones(2))
    right = np.ones(2)
    solve_vector_in_place(np.full((2, 2), np.nan), right)
    assert np.isnan(right).all()
