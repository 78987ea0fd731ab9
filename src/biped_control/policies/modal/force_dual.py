"""The contact-force problem of eqs. 14 to 16 by Newton's method on its dual.

Forces appear in eq. 14 only through twelve numbers, position and velocity of the rigid modes at the end of
the window, so the dual has twelve unknowns however many forces there are:

    maximize  -1/2 l^T W^-1 l - b^T l - w/2 |f(l)|^2,   f(l) = nearest point of the cones to -A^T l / w.

It is concave and once differentiable, its slope is A f - b - W^-1 l, and the derivative of the nearest points
makes the matrix of a semismooth Newton method. The cones may be round: no facets are needed.
"""

import numpy as np

from biped_control.cholesky import solve_vector_in_place
from biped_control.compiled import kernel
from biped_control.policies.modal.friction_cone import project
from biped_control.robot.state import FloatArray

_MOST_STEPS = 60
_SHORTEST = 1e-9  # share of a Newton step


@kernel
def solve_dual(
    effect: FloatArray,
    wanted: FloatArray,
    weights: FloatArray,
    force_weight: float,
    friction: float,
    hexagonal: bool,
    tolerance: float,
) -> tuple[FloatArray, float]:
    """Minimizes 1/2 |A f - b|_W^2 + w/2 |f|^2 over forces in their cones.

    Args:
        effect: (d, 3 m) A, what the forces do.
        wanted: (d,) b.
        weights: (d,) diagonal of W, positive.
        force_weight: w, positive.
        friction: Coulomb coefficient.
        hexagonal: whether cones are hexagonal instead of circular.
        tolerance: of the slope, in units of b.

    Returns:
        forces (3 m,), and the largest entry of the slope that is left.
    """
    forces, slopes = np.empty(effect.shape[1]), np.empty((effect.shape[1], 3))
    multipliers = np.zeros(len(wanted))  # those of the tick before would save nothing
    value = _evaluate(effect, wanted, weights, force_weight, friction, hexagonal, multipliers, forces, slopes)
    ascent = effect @ forces - wanted - multipliers / weights
    for _ in range(_MOST_STEPS):
        if np.abs(ascent).max() < tolerance:
            break
        step = ascent.copy()
        solve_vector_in_place(_curvature(effect, weights, force_weight, slopes), step)
        gain, share = ascent @ step, 1.0
        while True:
            trial = multipliers + share * step
            after = _evaluate(
                effect, wanted, weights, force_weight, friction, hexagonal, trial, forces, slopes
            )
            if after >= value + 1e-4 * share * gain - 1e-12 * abs(value) or share < _SHORTEST:
                break
            share *= 0.5
        multipliers, value = trial, after
        ascent = effect @ forces - wanted - multipliers / weights
    return forces, float(np.abs(ascent).max())


@kernel
def _evaluate(
    effect: FloatArray,
    wanted: FloatArray,
    weights: FloatArray,
    force_weight: float,
    friction: float,
    hexagonal: bool,
    multipliers: FloatArray,
    forces: FloatArray,
    slopes: FloatArray,
) -> float:
    """The dual's value; fills `forces` with f(l) and `slopes` with the derivatives of the nearest points."""
    free = multipliers @ effect
    free *= -1.0 / force_weight
    for point in range(len(forces) // 3):
        rows = slice(3 * point, 3 * point + 3)
        forces[rows] = project(free[rows], friction, hexagonal, slopes[rows])
    quadratic = 0.5 * (multipliers / weights) @ multipliers + 0.5 * force_weight * (forces @ forces)
    return float(-quadratic - wanted @ multipliers)


@kernel
def _curvature(
    effect: FloatArray, weights: FloatArray, force_weight: float, slopes: FloatArray
) -> FloatArray:
    """(d, d) W^-1 + A D A^T / w, with the block diagonal D of the nearest points' derivatives."""
    size, columns = effect.shape
    moved = np.empty((size, columns))
    for row in range(size):
        for point in range(columns // 3):
            k = 3 * point
            x, y, z = effect[row, k], effect[row, k + 1], effect[row, k + 2]
            for i in range(3):
                moved[row, k + i] = x * slopes[k, i] + y * slopes[k + 1, i] + z * slopes[k + 2, i]
    matrix = moved @ effect.T
    matrix /= force_weight
    for i in range(size):
        matrix[i, i] += 1.0 / weights[i]
    return matrix
