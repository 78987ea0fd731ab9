"""Linear systems with a symmetric positive definite matrix, for the small ones of a control tick."""

from typing import Any

import numpy as np

from biped_control.compiled import kernel


@kernel
def solve_in_place(matrix: np.ndarray[Any, Any], right: np.ndarray[Any, Any]) -> None:
    """Puts matrix^-1 @ right in the place of `right`.

    Args:
        matrix: (n, n) symmetric positive definite.
        right: (n, m).

    Raises:
        numpy.linalg.LinAlgError: the matrix is not positive definite. What is no number gives no numbers.
    """
    size, columns = right.shape
    lower = np.linalg.cholesky(matrix)
    for k in range(size):
        row = right[k]
        for i in range(k):
            factor, other = lower[k, i], right[i]
            for j in range(columns):
                row[j] -= factor * other[j]
        row /= lower[k, k]
    for k in range(size - 1, -1, -1):
        row = right[k]
        row /= lower[k, k]
        for i in range(k):
            factor, other = lower[k, i], right[i]
            for j in range(columns):
                other[j] -= factor * row[j]


@kernel
def solve_vector_in_place(matrix: np.ndarray[Any, Any], right: np.ndarray[Any, Any]) -> None:
    """The same for one right-hand side (n,)."""
    size = len(right)
    lower = np.linalg.cholesky(matrix)
    for k in range(size):
        value = right[k]
        for i in range(k):
            value -= lower[k, i] * right[i]
        right[k] = value / lower[k, k]
    for k in range(size - 1, -1, -1):
        right[k] /= lower[k, k]
        for i in range(k):
            right[i] -= lower[k, i] * right[k]
