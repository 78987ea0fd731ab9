"""The contact-force problem of eq. 16 for general solvers of quadratic programs: slower, to compare with.

Variables are those of the paper, per force a normal component and one for each of the six directions of the
hexagonal cone. Different combinations of opposite directions give the same force, so the problem is only
semidefinite in them; the forces themselves are unique.
"""

from typing import Any

import numpy as np
from qpsolvers import solve_qp
from scipy.linalg import block_diag

from biped_control.policies.modal.force_dual import ForceProblem
from biped_control.policies.modal.friction_cone import EDGES
from biped_control.robot.state import FloatArray

SOLVERS: dict[str, dict[str, Any]] = {
    "proxqp": {"eps_abs": 1e-9, "eps_rel": 0.0},
    "piqp": {"eps_abs": 1e-9, "eps_rel": 0.0, "eps_duality_gap_rel": 0.0},
    "quadprog": {},
}
"""Solvers of qpsolvers, and how exact they shall be where that can be said."""

_DEFINITE = 1e-9
"""Weight on the components themselves, for solvers that want a positive definite matrix."""


def solve_program(problem: ForceProblem, solver: str) -> FloatArray:
    """Forces (n, p, 3) of the problem with hexagonal cones, zero where nothing touches.

    Args:
        problem: whether it asks for hexagonal cones does not matter.
        solver: one of `SOLVERS`.

    Raises:
        AssertionError: the solver found no solution.
    """
    effect = dense_effect(problem)
    points = effect.shape[1] // 3
    components = block_diag(*[_components() for _ in range(points)])
    moved = effect @ components
    share = (
        problem.weights / problem.force_weight
    )  # what solvers compare with tolerances is then of order one
    matrix = moved.T @ (share[:, None] * moved) + components.T @ components
    matrix[np.diag_indices_from(matrix)] += _DEFINITE
    inside = block_diag(*[np.array([[-problem.friction, *np.ones(6)]]) for _ in range(points)])
    solution = solve_qp(
        matrix,
        -moved.T @ (share * problem.wanted) - components.T @ problem.references[problem.contacts].ravel(),
        inside,
        np.zeros(points),
        lb=np.zeros(7 * points),
        solver=solver,
        **SOLVERS[solver],
    )
    assert solution is not None, f"{solver} found no contact forces for a problem of {points} points"
    forces = np.zeros((*problem.contacts.shape, 3))
    forces[problem.contacts] = (components @ solution).reshape(points, 3)
    return forces


def dense_effect(problem: ForceProblem) -> FloatArray:
    """(12, 3 m) A: what the forces of the m touching points, tick by tick, do until the window ends."""
    ticks = len(problem.contacts)
    columns = [
        np.vstack([(ticks - tick) * problem.dt * problem.effects[point].T, problem.effects[point].T])
        for tick, point in np.argwhere(problem.contacts)
    ]
    return np.hstack(columns)


def _components() -> FloatArray:
    """(3, 7) force of unit components: along the normal, then along the six directions (eq. 15)."""
    return np.vstack([np.hstack([np.zeros((2, 1)), EDGES.T]), np.eye(1, 7)])
