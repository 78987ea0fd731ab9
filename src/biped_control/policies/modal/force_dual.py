"""The contact-force problem of eqs. 14 to 16 by Newton's method on its dual.

Forces may be held near those of a reference instead of near zero, which is r below; as published, r = 0.

Forces appear in eq. 14 only through twelve numbers, position and velocity of the rigid modes at the end of
the window, so the dual has twelve unknowns however many forces there are:

    maximize  -1/2 l^T W^-1 l - b^T l - w/2 |f(l)|^2,   f(l) = nearest point of the cones to r - A^T l / w.

It is concave and once differentiable, its slope is A f - b - W^-1 l, and the derivative of the nearest points
makes the matrix of a semismooth Newton method. The cones may be round: no facets are needed.

A itself is never formed. A force at a point does the same to the velocity of the rigid modes in each tick,
and to their position as much more as time is left. So A f and the Newton matrix follow from sums over the
ticks of a point: of its forces, and of their derivatives, times powers of the time left.
"""

from typing import NamedTuple

import numpy as np

from biped_control.cholesky import solve_vector_in_place
from biped_control.compiled import kernel
from biped_control.policies.modal.friction_cone import project
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import BoolArray, FloatArray

_MOST_STEPS = 60
_SHORTEST = 1e-9  # share of a Newton step


class ForceProblem(NamedTuple):
    """Minimize 1/2 |A f - b|_W^2 + w/2 |f - r|^2 over forces in their cones.

    Attributes:
        effects: (p, 3, 6) change of the rigid modes' velocities by a unit force at each point for a tick.
        contacts: (n, p) which points touch in each tick of the window.
        references: (n, p, 3) r.
        dt: length of a tick [s].
        wanted: (12,) b, positions, then velocities of the rigid modes at the end of the window.
        weights: (12,) diagonal of W, positive.
        force_weight: w, positive.
        friction: Coulomb coefficient.
        hexagonal: whether cones are hexagonal instead of circular.
    """

    effects: FloatArray
    contacts: BoolArray
    references: FloatArray
    dt: float
    wanted: FloatArray
    weights: FloatArray
    force_weight: float
    friction: float
    hexagonal: bool


class _Sums(NamedTuple):
    """What an evaluation leaves behind, over the ticks in which a point touches.

    Attributes:
        forces: (n, p, 3) nearest points.
        pulls: (p, 2, 3) sums of a point's forces times the time left, and of its forces.
        slopes: (p, 3, 6) sums of derivatives (xx, xy, xz, yy, yz, zz) times the time left squared, the time
            left, and one.
    """

    forces: FloatArray
    pulls: FloatArray
    slopes: FloatArray


@kernel
def solve_dual(problem: ForceProblem, tolerance: float) -> tuple[FloatArray, float]:
    """Solves the problem until the slope of the dual, in units of b, is below `tolerance`.

    Returns:
        forces (n, p, 3), zero where nothing touches, and the largest entry of the slope that is left.
    """
    ticks, points = problem.contacts.shape
    sums = _Sums(np.zeros((ticks, points, 3)), np.empty((points, 2, 3)), np.empty((points, 3, 6)))
    size = len(problem.wanted)
    multipliers = np.zeros(size)  # those of the tick before would save nothing
    trial = np.empty(size)
    value = _evaluate(problem, multipliers, sums)
    ascent = _ascent(problem, multipliers, sums)
    for _ in range(_MOST_STEPS):
        if np.abs(ascent).max() < tolerance:
            break
        step = ascent.copy()
        solve_vector_in_place(_curvature(problem, sums), step)
        gain, share = ascent @ step, 1.0
        while True:
            for i in range(size):
                trial[i] = multipliers[i] + share * step[i]
            after = _evaluate(problem, trial, sums)
            if after >= value + 1e-4 * share * gain - 1e-12 * abs(value) or share < _SHORTEST:
                break
            share *= 0.5
        multipliers[:] = trial
        value = after
        ascent = _ascent(problem, multipliers, sums)
    return sums.forces, float(np.abs(ascent).max())


@kernel
def _evaluate(problem: ForceProblem, multipliers: FloatArray, sums: _Sums) -> float:
    """The dual's value, less what is constant in it; fills `sums`."""
    effects, contacts, references = problem.effects, problem.contacts, problem.references
    forces, pulls, slopes = sums.forces, sums.pulls, sums.slopes
    ticks, points = contacts.shape
    pulls[:] = 0.0
    slopes[:] = 0.0
    inverse = -1.0 / problem.force_weight
    square = 0.0
    for point in range(points):
        ax, ay, az, bx, by, bz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(ROOT_DOF):
            a, b = inverse * multipliers[i], inverse * multipliers[ROOT_DOF + i]
            ax += effects[point, 0, i] * a
            ay += effects[point, 1, i] * a
            az += effects[point, 2, i] * a
            bx += effects[point, 0, i] * b
            by += effects[point, 1, i] * b
            bz += effects[point, 2, i] * b
        for tick in range(ticks):
            if not contacts[tick, point]:
                continue
            left = (ticks - tick) * problem.dt
            near = project(
                references[tick, point, 0] + left * ax + bx,
                references[tick, point, 1] + left * ay + by,
                references[tick, point, 2] + left * az + bz,
                problem.friction,
                problem.hexagonal,
            )
            forces[tick, point, 0] = near.x
            forces[tick, point, 1] = near.y
            forces[tick, point, 2] = near.z
            square += near.x * near.x + near.y * near.y + near.z * near.z
            pulls[point, 0, 0] += left * near.x
            pulls[point, 0, 1] += left * near.y
            pulls[point, 0, 2] += left * near.z
            pulls[point, 1, 0] += near.x
            pulls[point, 1, 1] += near.y
            pulls[point, 1, 2] += near.z
            for k, power in enumerate((left * left, left, 1.0)):
                row = slopes[point, k]
                row[0] += power * near.xx
                row[1] += power * near.xy
                row[2] += power * near.xz
                row[3] += power * near.yy
                row[4] += power * near.yz
                row[5] += power * near.zz
    value = -0.5 * problem.force_weight * square
    for i in range(len(multipliers)):
        value -= multipliers[i] * (0.5 * multipliers[i] / problem.weights[i] + problem.wanted[i])
    return value


@kernel
def _ascent(problem: ForceProblem, multipliers: FloatArray, sums: _Sums) -> FloatArray:
    """(12,) slope of the dual, A f - b - W^-1 l."""
    ascent = -problem.wanted - multipliers / problem.weights
    for point in range(len(problem.effects)):
        for k in range(3):
            row = problem.effects[point, k]
            late, early = sums.pulls[point, 1, k], sums.pulls[point, 0, k]
            for i in range(ROOT_DOF):
                ascent[i] += row[i] * early
                ascent[ROOT_DOF + i] += row[i] * late
    return ascent


@kernel
def _curvature(problem: ForceProblem, sums: _Sums) -> FloatArray:
    """(12, 12) W^-1 + A D A^T / w, with the block diagonal D of the nearest points' derivatives."""
    size = len(problem.wanted)
    matrix = np.zeros((size, size))
    for point in range(len(problem.effects)):
        x, y, z = problem.effects[point]
        for k in range(3):
            xx, xy, xz, yy, yz, zz = sums.slopes[point, k]
            if xx + yy + zz == 0.0:
                break
            first, second = (ROOT_DOF if k == 2 else 0), (0 if k == 0 else ROOT_DOF)
            for i in range(ROOT_DOF):
                u = x[i] * xx + y[i] * xy + z[i] * xz
                v = x[i] * xy + y[i] * yy + z[i] * yz
                w = x[i] * xz + y[i] * yz + z[i] * zz
                for j in range(ROOT_DOF):
                    matrix[second + i, first + j] += u * x[j] + v * y[j] + w * z[j]
    matrix /= problem.force_weight
    for i in range(size):
        matrix[i, i] += 1.0 / problem.weights[i]
    for i in range(ROOT_DOF):
        for j in range(ROOT_DOF):
            matrix[i, ROOT_DOF + j] = matrix[ROOT_DOF + j, i]
    return matrix
