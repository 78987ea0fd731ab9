"""Lemke's method for linear complementarity problems, made safe for frictional contact.

Find z with w = M z + q, z >= 0, w >= 0, z^T w = 0. Contact problems are degenerate (a flat foot has more
corners than it needs), and a textbook ratio test then walks in circles or stops on a ray. What helps: of
equal ratios take the largest pivot, never pivot on rounding noise, check the result, and try again from
other covering vectors and, at last, with a little regularization. Regularization comes last because it
changes the problem: 1e-6 on a foot's impulse of several N s already leaves a residual above 1e-6 m/s. A
solution is believed only when its residual is small.
"""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.state import FloatArray

_MAX_PIVOTS = 400
_PIVOT_TOLERANCE = 1e-9
_TIE = 1e-10

# Regularization and seed of the covering vector (0: all ones) of each attempt.
_REGULARIZATIONS = np.array([0.0, 0.0, 0.0, 1e-7, 1e-7, 1e-6, 1e-6])
_COVERS = np.array([0, 1, 2, 0, 3, 0, 4])


@kernel
def complementarity_residual(matrix: FloatArray, vector: FloatArray, z: FloatArray) -> float:
    """The natural residual max |min(z_i, w_i)|: zero exactly at solutions, infinite for NaN and infinity."""
    worst = 0.0
    for i in range(len(z)):
        w = vector[i]
        for j in range(len(z)):
            w += matrix[i, j] * z[j]
        if not np.isfinite(w):
            return np.inf
        worst = max(worst, abs(min(z[i], w)))
    return worst


@kernel
def covering_vector(size: int, seed: int) -> FloatArray:
    """(size,) positive numbers: ones for seed 0, else spread over 0.5 to 2, always alike for a seed."""
    cover = np.ones(size)
    if seed > 0:
        golden = 0.6180339887498949
        for i in range(size):
            cover[i] = 0.5 + 1.5 * ((golden * (i + 1) * seed) % 1.0)
    return cover


@kernel
def pivot(matrix: FloatArray, vector: FloatArray, cover: FloatArray) -> tuple[FloatArray, bool, int]:
    """One run of complementary pivoting.

    Args:
        matrix: (n, n) M.
        vector: (n,) q.
        cover: (n,) positive covering vector of the artificial variable.

    Returns:
        z (n,), whether a complementary basis was reached, and the number of pivots.
    """
    n = len(vector)
    z = np.zeros(n)
    if vector.min() >= 0.0:
        return z, True, 0
    # w - M z - cover * z0 = q, without the identity of w: variables are numbered w, z, z0, and the columns
    # belong to those outside the basis.
    artificial = 2 * n
    tableau = np.empty((n, n + 2))
    row, lowest = 0, np.inf
    for i in range(n):
        for j in range(n):
            tableau[i, j] = -matrix[i, j]
        tableau[i, n] = -cover[i]
        tableau[i, n + 1] = vector[i]
        if vector[i] / cover[i] < lowest:
            row, lowest = i, vector[i] / cover[i]
    basis, outside = np.arange(n), np.arange(n, 2 * n + 1)
    column, pivots, solved = n, 0, False
    while pivots < _MAX_PIVOTS:
        _exchange(tableau, row, column)
        leaving = basis[row]
        basis[row], outside[column] = outside[column], leaving
        pivots += 1
        if leaving == artificial:
            solved = True
            break
        entering = leaving + n if leaving < n else leaving - n
        column = 0
        while outside[column] != entering:
            column += 1
        row = _leaving_row(tableau, basis, column, artificial)
        if row < 0:
            break
    for i in range(n):
        if n <= basis[i] < artificial:
            z[basis[i] - n] = max(0.0, tableau[i, n + 1])
    return z, solved, pivots


@kernel
def solve_lemke(
    matrix: FloatArray, vector: FloatArray, regularized: int, tolerance: float
) -> tuple[FloatArray, float, int]:
    """The safeguarded method.

    Args:
        matrix: (n, n) M.
        vector: (n,) q.
        regularized: how many leading diagonal entries belong to forces and may be regularized.
        tolerance: residual at which a solution is believed.

    Returns:
        The best z (n,) found, its residual in the unregularized problem, and the pivots of all attempts
        together.
    """
    best, best_residual, pivots = np.zeros(len(vector)), np.inf, 0
    for attempt in range(len(_REGULARIZATIONS)):
        trial = matrix.copy()
        for i in range(regularized):
            trial[i, i] += _REGULARIZATIONS[attempt]
        z, _, used = pivot(trial, vector, covering_vector(len(vector), _COVERS[attempt]))
        pivots += used
        residual = complementarity_residual(matrix, vector, z)
        if residual < best_residual:
            best, best_residual = z, residual
        if best_residual < tolerance:
            break
    return best, best_residual, pivots


@kernel
def _exchange(tableau: FloatArray, row: int, column: int) -> None:
    """The variable of `column` enters the basis in `row`; the column is then that of the one that leaves."""
    pivot_row = tableau[row]
    scale = 1.0 / pivot_row[column]
    pivot_row *= scale
    pivot_row[column] = scale
    for i in range(tableau.shape[0]):
        factor = tableau[i, column]
        if i != row and factor != 0.0:
            other_row = tableau[i]
            other_row[column] = 0.0
            for j in range(len(pivot_row)):
                other_row[j] -= factor * pivot_row[j]


@kernel
def _leaving_row(tableau: FloatArray, basis: np.ndarray, column: int, artificial: int) -> int:
    """Row with the smallest ratio; of ties the artificial variable, else the largest pivot. -1 on a ray."""
    ratios = np.full(tableau.shape[0], np.inf)
    for i in range(len(ratios)):
        if tableau[i, column] > _PIVOT_TOLERANCE:
            ratios[i] = max(tableau[i, -1], 0.0) / tableau[i, column]
    smallest = ratios.min()
    if smallest == np.inf:
        return -1
    row, largest = -1, 0.0
    limit = smallest + _TIE * (1.0 + smallest)
    for i in range(len(ratios)):
        if ratios[i] <= limit:
            if basis[i] == artificial:
                return i
            if tableau[i, column] > largest:
                row, largest = i, tableau[i, column]
    return row
