"""Contact forces that bring the rigid modes to the reference (Jain & Liu 2011, section 5.1)."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.policies.modal.force_dual import ForceProblem, solve_dual
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import BoolArray, FloatArray

FORCE_UNIT = 100.0
"""[N] in which the problem is solved: with newtons its numbers would be a thousand times apart."""

_TOLERANCE = 1e-9  # [m, m/s] of where the rigid modes end


@kernel
def force_problem(
    root_mobility: FloatArray,
    root_jacobian: FloatArray,
    contacts: BoolArray,
    references: FloatArray,
    wanted: FloatArray,
    state_weights: FloatArray,
    force_weight: float,
    friction: float,
    hexagonal: bool,
    dt: float,
) -> ForceProblem:
    """The problem of eq. 16, forces in `FORCE_UNIT`.

    A force acts as an impulse at the beginning of its tick. The points' Jacobians are those of now for the
    whole window, as in the paper.

    Args:
        root_mobility: (6, 6) of `Modes`.
        root_jacobian: (3 p, 6) root columns of the points' Jacobians.
        contacts: (n, p) which points touch in each tick of the window.
        references: (n, p, 3) forces that the planned ones are held near; zero as published [N].
        wanted: (12,) position and velocity of the rigid modes that forces have to bring about.
        state_weights: (12,) W_1 and W_2.
        force_weight: diagonal of W_3 [1/N^2].
        friction, hexagonal: see `ForceProblem`.
        dt: length of a tick [s].
    """
    effects = root_jacobian @ root_mobility
    effects *= dt * FORCE_UNIT
    return ForceProblem(
        effects.reshape(contacts.shape[1], 3, ROOT_DOF),
        contacts,
        references / FORCE_UNIT,
        dt,
        wanted,
        state_weights,
        force_weight * FORCE_UNIT * FORCE_UNIT,
        friction,
        hexagonal,
    )


@kernel
def effect_of_references(problem: ForceProblem) -> FloatArray:
    """(12,) A r: where the forces that the planned ones are held near bring the rigid modes."""
    effect = np.zeros(12)
    ticks, points = problem.contacts.shape
    for tick in range(ticks):
        left = (ticks - tick) * problem.dt
        for point in range(points):
            if problem.contacts[tick, point]:
                rate = problem.references[tick, point] @ problem.effects[point]
                effect[:ROOT_DOF] += left * rate
                effect[ROOT_DOF:] += rate
    return effect


@kernel
def plan_forces(problem: ForceProblem) -> FloatArray:
    """(n, p, 3) forces of least eq. 16 [N], zero where nothing touches."""
    if not problem.contacts.any():
        return np.zeros((*problem.contacts.shape, 3))
    forces, _ = solve_dual(problem, _TOLERANCE)
    forces *= FORCE_UNIT
    return forces
