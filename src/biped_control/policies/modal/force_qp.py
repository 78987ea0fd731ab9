"""The contact-force problem of eq. 16 for general solvers of quadratic programs: slower, to compare with.

Variables are those of the paper, per force a normal component and one for each of the six directions of the
hexagonal cone. Different combinations of opposite directions give the same force, so the problem is only
semidefinite in them; the forces themselves are unique.
"""

from typing import Any

import numpy as np
from scipy.linalg import block_diag

from biped_control.errors import PolicyError
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


def solve_program(
    effect: FloatArray,
    wanted: FloatArray,
    weights: FloatArray,
    force_weight: float,
    friction: float,
    solver: str,
) -> FloatArray:
    """Forces (3 m,) that minimize 1/2 |A f - b|_W^2 + w/2 |f|^2 in hexagonal cones.

    Args:
        effect: (d, 3 m) A.
        wanted: (d,) b.
        weights: (d,) diagonal of W.
        force_weight: w.
        friction: Coulomb coefficient.
        solver: one of `SOLVERS`.

    Raises:
        PolicyError: the solver found no solution.
    """
    from qpsolvers import solve_qp  # for development only

    points = effect.shape[1] // 3
    components = block_diag(*[_components() for _ in range(points)])
    moved = effect @ components
    share = weights / force_weight  # so that what solvers compare with their tolerances is of order one
    matrix = moved.T @ (share[:, None] * moved) + components.T @ components
    matrix[np.diag_indices_from(matrix)] += _DEFINITE
    inside = block_diag(*[np.array([[-friction, *np.ones(6)]]) for _ in range(points)])
    solution = solve_qp(
        matrix,
        -moved.T @ (share * wanted),
        inside,
        np.zeros(points),
        lb=np.zeros(7 * points),
        solver=solver,
        **SOLVERS[solver],
    )
    if solution is None:
        raise PolicyError(f"{solver} found no contact forces for a problem of {points} points")
    return np.asarray(components @ solution)


def _components() -> FloatArray:
    """(3, 7) force of unit components: along the normal, then along the six directions (eq. 15)."""
    return np.vstack([np.hstack([np.zeros((2, 1)), EDGES.T]), np.eye(1, 7)])
