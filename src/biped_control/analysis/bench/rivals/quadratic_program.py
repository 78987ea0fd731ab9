"""Contact as a dense quadratic program: the impulses of least energy inside the friction cones."""

from functools import cache
from typing import Any

import numpy as np
from qpsolvers import solve_qp

from biped_control.analysis.bench.contact_problem import ContactProblem
from biped_control.analysis.bench.rivals.lagged import solve_lagged
from biped_control.robot.state import FloatArray

SETTINGS: dict[str, dict[str, Any]] = {"proxqp": {"eps_abs": 1e-9, "eps_rel": 0.0}, "quadprog": {}}
"""Solvers of qpsolvers, and how exact they shall be where that can be said."""

_MIXING = 1e-7  # quadprog wants a positive definite matrix


def solve_with_quadratic_program(problem: ContactProblem, solver: str) -> FloatArray | None:
    """(m,) impulses, or None.

    Args:
        problem: what to solve.
        solver: a key of `SETTINGS`.
    """
    rows = cone_rows(problem.contacts, problem.limits, problem.friction)
    bounds = np.zeros(len(rows))

    def solve(operator: FloatArray, velocity: FloatArray) -> FloatArray | None:
        return solve_qp(operator, velocity, rows, bounds, solver=solver, **SETTINGS[solver])

    return solve_lagged(problem, solve, problem.residual, _MIXING, associated=True)


@cache
def cone_rows(contacts: int, limits: int, friction: float) -> FloatArray:
    """(4 c + l, m) rows with rows @ impulses <= 0: four sides of each friction cone; limits push only."""
    rows = np.zeros((4 * contacts + limits, 3 * contacts + limits))
    for contact in range(contacts):
        for side, signs in enumerate([(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]):
            rows[4 * contact + side, 3 * contact : 3 * contact + 3] = (-friction, *signs)
    for limit in range(limits):
        rows[4 * contacts + limit, 3 * contacts + limit] = -1.0
    return rows
