"""Lemke's method as textbooks have it: a whole tableau, the first row of the smallest ratio, nothing else.

What `complementarity/lemke.py` is measured against: it takes no care of ties, rounding or rays, and believes
what it finds.
"""

import numpy as np

from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.compiled import kernel
from biped_control.complementarity.contacts import build_problem, impulses_of
from biped_control.robot.state import FloatArray

_MOST_PIVOTS = 1000


def solve_with_textbook_lemke(problem: ContactProblem) -> FloatArray | None:
    """(m,) impulses, or None when it ends on a ray or never."""
    matrix, vector = build_problem(problem.operator, problem.velocity, problem.contacts, problem.friction)
    z, found = complementary_pivoting(matrix, vector)
    return impulses_of(z, problem.contacts, problem.limits) if found else None


@kernel
def complementary_pivoting(matrix: FloatArray, vector: FloatArray) -> tuple[FloatArray, bool]:
    """z (n,) with w = M z + q complementary to it, and whether it was found."""
    n = len(vector)
    z = np.zeros(n)
    if (vector >= 0.0).all():
        return z, True
    tableau = np.zeros((n, 2 * n + 2))  # columns w, z, z0, right-hand side of w - M z - z0 = q
    tableau[:, :n] = np.eye(n)
    tableau[:, n : 2 * n] = -matrix
    tableau[:, 2 * n] = -1.0
    tableau[:, -1] = vector
    basis = np.arange(n)
    row, entering = int(np.argmin(vector)), 2 * n
    for _ in range(_MOST_PIVOTS):
        tableau[row] /= tableau[row, entering]
        for i in range(n):
            if i != row:
                tableau[i] -= tableau[i, entering] * tableau[row]
        leaving, basis[row] = basis[row], entering
        if leaving == 2 * n:
            for i in range(n):
                if n <= basis[i] < 2 * n:
                    z[basis[i] - n] = tableau[i, -1]
            return z, True
        entering = leaving + n if leaving < n else leaving - n
        row, smallest = -1, np.inf
        for i in range(n):
            if tableau[i, entering] > 0.0 and tableau[i, -1] / tableau[i, entering] < smallest:
                row, smallest = i, tableau[i, -1] / tableau[i, entering]
        if row < 0:
            return z, False
    return z, False
