"""Contact forces that bring the rigid modes to the reference (Jain & Liu 2011, section 5.1)."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.policies.modal.force_dual import solve_dual
from biped_control.robot.state import BoolArray, FloatArray

FORCE_UNIT = 100.0
"""[N] in which the problem is solved: with newtons its numbers would be a thousand times apart."""

_TOLERANCE = 1e-9  # [m, m/s] of where the rigid modes end


@kernel
def force_effect(
    root_mobility: FloatArray, root_jacobian: FloatArray, contacts: BoolArray, dt: float
) -> FloatArray:
    """(12, 3 m) what forces during the window do to the rigid modes at its end (eqs. 12 and 13).

    A force acts as an impulse at the beginning of its tick. The points' Jacobians are those of now for the
    whole window, as in the paper.

    Args:
        root_mobility: (6, 6) of `Modes`.
        root_jacobian: (3 p, 6) root columns of the points' Jacobians.
        contacts: (n, p) which points touch in each tick of the window; m of them in all, in this order.
        dt: length of a tick [s].

    Returns:
        positions, then velocities of the rigid modes per newton.
    """
    ticks, points = contacts.shape
    impulse = root_mobility @ root_jacobian.T
    impulse *= dt
    effect = np.empty((12, 3 * np.count_nonzero(contacts)))
    column = 0
    for tick in range(ticks):
        left = (ticks - tick) * dt
        for point in range(points):
            if contacts[tick, point]:
                for row in range(6):
                    for k in range(3):
                        effect[row, column + k] = left * impulse[row, 3 * point + k]
                        effect[6 + row, column + k] = impulse[row, 3 * point + k]
                column += 3
    return effect


@kernel
def plan_forces(
    effect: FloatArray,
    wanted: FloatArray,
    contacts: BoolArray,
    state_weights: FloatArray,
    force_weight: float,
    friction: float,
    hexagonal: bool,
) -> FloatArray:
    """Forces of least eq. 16.

    Args:
        effect: of `force_effect`.
        wanted: (12,) position and velocity of the rigid modes that forces have to bring about.
        contacts: (n, p).
        state_weights: (12,) W_1 and W_2.
        force_weight: diagonal of W_3 [1/N^2].
        friction, hexagonal: see `solve_dual`.

    Returns:
        (n, p, 3) [N], zero where nothing touches.
    """
    ticks, points = contacts.shape
    forces = np.zeros((ticks, points, 3))
    if effect.shape[1] == 0:
        return forces
    solution, _ = solve_dual(
        effect * FORCE_UNIT,
        wanted,
        state_weights,
        force_weight * FORCE_UNIT * FORCE_UNIT,
        friction,
        hexagonal,
        _TOLERANCE,
    )
    column = 0
    for tick in range(ticks):
        for point in range(points):
            if contacts[tick, point]:
                for k in range(3):
                    forces[tick, point, k] = FORCE_UNIT * solution[column + k]
                column += 3
    return forces
