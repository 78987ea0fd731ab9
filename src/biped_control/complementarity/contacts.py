"""Frictional contact of one tick as a linear complementarity problem (Muico 2009, eqs. 16c-e and Appendix A).

Unknowns z = [normal impulses chi (c), friction impulses beta (4 c, in pairs), limit impulses (l), slip
speeds sigma (c)].
"""

from dataclasses import dataclass

import numpy as np

from biped_control.compiled import kernel
from biped_control.complementarity.gauss_seidel import solve_gauss_seidel
from biped_control.complementarity.lemke import complementarity_residual, solve_lemke
from biped_control.robot.state import FloatArray

RESIDUAL_TOLERANCE = 1e-6  # [m/s] and [N s]; both are of order one here
_GAUSS_SEIDEL_SWEEPS = 300


@dataclass(frozen=True)
class ContactSolution:
    """Impulses of one tick.

    Attributes:
        impulses: (m,) per constraint row: (normal, tangent, tangent) of each contact, then joint limits
            [N s, N m s].
        residual: largest violation of the complementarity conditions.
        solved: the residual is below the tolerance; otherwise the impulses are Gauss-Seidel's approximation.
        pivots: pivots of Lemke's method.
    """

    impulses: FloatArray
    residual: float
    solved: bool
    pivots: int


def solve_contacts(
    operator: FloatArray, velocity: FloatArray, contacts: int, friction: float
) -> ContactSolution:
    """Solves for the impulses of one tick.

    Args:
        operator: (m, m) constraint velocities per impulse. Not symmetric when a control law is embedded
            (eq. 16b).
        velocity: (m,) constraint velocities without impulses, shifted by the room that is left at position
            level.
        contacts: the first 3 * contacts rows are contact triples, the rest joint limits.
        friction: Coulomb coefficient.
    """
    if len(velocity) == 0:
        return ContactSolution(np.zeros(0), 0.0, True, 0)
    impulses, residual, pivots = _solve(operator, velocity, contacts, friction)
    return ContactSolution(impulses, residual, bool(residual < RESIDUAL_TOLERANCE), pivots)


@kernel
def build_problem(
    operator: FloatArray, velocity: FloatArray, contacts: int, friction: float
) -> tuple[FloatArray, FloatArray]:
    """M and q of the complementarity problem; arguments as in `solve_contacts`."""
    limits = len(velocity) - 3 * contacts
    forces = 5 * contacts + limits
    size = forces + contacts
    rows, signs = _force_rows(contacts, limits)
    matrix, vector = np.zeros((size, size)), np.zeros(size)
    for i in range(forces):
        vector[i] = signs[i] * velocity[rows[i]]
        for j in range(forces):
            matrix[i, j] = signs[i] * signs[j] * operator[rows[i], rows[j]]
    for contact in range(contacts):
        slip = forces + contact
        matrix[slip, contact] = friction  # eq. 19d: mu chi - |beta| >= 0
        for k in range(4):
            beta = contacts + 4 * contact + k
            matrix[beta, slip] = 1.0  # eq. 19b: sigma + slip velocity >= 0
            matrix[slip, beta] = -1.0
    return matrix, vector


@kernel
def impulses_of(z: FloatArray, contacts: int, limits: int) -> FloatArray:
    """(m,) constraint impulses from a solution z: opposite friction directions are combined."""
    rows, signs = _force_rows(contacts, limits)
    impulses = np.zeros(3 * contacts + limits)
    for i in range(len(rows)):
        impulses[rows[i]] += signs[i] * z[i]
    return impulses


@kernel
def _force_rows(contacts: int, limits: int) -> tuple[np.ndarray, FloatArray]:
    """Constraint row and sign of each force unknown."""
    forces = 5 * contacts + limits
    rows, signs = np.empty(forces, dtype=np.int64), np.ones(forces)
    for contact in range(contacts):
        rows[contact] = 3 * contact
        for k in range(4):
            rows[contacts + 4 * contact + k] = 3 * contact + 1 + k // 2
            signs[contacts + 4 * contact + k] = 1.0 - 2.0 * (k % 2)
    for limit in range(limits):
        rows[5 * contacts + limit] = 3 * contacts + limit
    return rows, signs


@kernel
def _solve(
    operator: FloatArray, velocity: FloatArray, contacts: int, friction: float
) -> tuple[FloatArray, float, int]:
    matrix, vector = build_problem(operator, velocity, contacts, friction)
    limits = len(velocity) - 3 * contacts
    z, residual, pivots = solve_lemke(matrix, vector, 5 * contacts + limits, RESIDUAL_TOLERANCE)
    if residual < RESIDUAL_TOLERANCE:
        return impulses_of(z, contacts, limits), residual, pivots
    impulses = solve_gauss_seidel(operator, velocity, contacts, friction, _GAUSS_SEIDEL_SWEEPS)
    return impulses, contact_residual(operator, velocity, contacts, friction, impulses), pivots


@kernel
def contact_residual(
    operator: FloatArray, velocity: FloatArray, contacts: int, friction: float, impulses: FloatArray
) -> float:
    """Residual of (m,) impulses from anywhere; other arguments and the meaning as in `solve_contacts`."""
    matrix, vector = build_problem(operator, velocity, contacts, friction)
    z = _unknowns_from(impulses, operator, velocity, contacts)
    return complementarity_residual(matrix, vector, z)


@kernel
def _unknowns_from(
    impulses: FloatArray, operator: FloatArray, velocity: FloatArray, contacts: int
) -> FloatArray:
    """The z that belongs to given impulses, with sigma the fastest slip of each contact."""
    limits = len(velocity) - 3 * contacts
    forces = 5 * contacts + limits
    z = np.zeros(forces + contacts)
    rate = velocity + operator @ impulses
    for contact in range(contacts):
        z[contact] = impulses[3 * contact]
        for axis in range(2):
            beta = contacts + 4 * contact + 2 * axis
            value = impulses[3 * contact + 1 + axis]
            z[beta], z[beta + 1] = max(value, 0.0), max(-value, 0.0)
            z[forces + contact] = max(z[forces + contact], abs(rate[3 * contact + 1 + axis]))
    z[5 * contacts : forces] = impulses[3 * contacts :]
    return z
