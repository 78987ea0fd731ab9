"""Projected Gauss-Seidel on contact impulses: the fallback when Lemke's method finds nothing to believe."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.state import FloatArray


@kernel
def solve_gauss_seidel(
    operator: FloatArray, velocity: FloatArray, contacts: int, friction: float, sweeps: int
) -> FloatArray:
    """Impulses with operator @ impulses + velocity complementary to them, approximately.

    Args:
        operator: (m, m) constraint velocities per impulse; it need not be symmetric.
        velocity: (m,) constraint velocities without impulses.
        contacts: the first 3 * contacts rows are (normal, tangent, tangent) triples, the rest single-sided
            rows.
        friction: Coulomb coefficient of the four-sided cone |b1| + |b2| <= friction * normal.
        sweeps: passes over all rows.

    Returns:
        (m,) impulses inside the cones.
    """
    size = len(velocity)
    impulses = np.zeros(size)
    for _ in range(sweeps):
        change = 0.0
        for row in range(size):
            rate = velocity[row]
            for j in range(size):
                rate += operator[row, j] * impulses[j]
            old = impulses[row]
            wanted = old - rate / max(operator[row, row], 1e-9)
            axis = row % 3
            if row >= 3 * contacts or axis == 0:
                impulses[row] = max(0.0, wanted)
            else:
                normal, other = impulses[row - axis], impulses[row - axis + 3 - axis]
                room = max(0.0, friction * normal - abs(other))
                impulses[row] = min(room, max(-room, wanted))
            change = max(change, abs(impulses[row] - old))
        if change < 1e-10:
            break
    # The last pass may have lowered a normal after its tangents were set.
    for contact in range(contacts):
        normal = 3 * contact
        used = abs(impulses[normal + 1]) + abs(impulses[normal + 2])
        if used > friction * impulses[normal]:
            scale = friction * impulses[normal] / used
            impulses[normal + 1] *= scale
            impulses[normal + 2] *= scale
    return impulses
