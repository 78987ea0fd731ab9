"""Leg angles and rates that take a foot where it should be, compiled (Levenberg-Marquardt).

For what happens while the robot walks: more than ten times as fast as `motion.inverse_kinematics`, which says
why there are two.
"""

import numpy as np

from biped_control.cholesky import solve_vector_in_place
from biped_control.compiled import kernel
from biped_control.motion.editing.leg_chain import LegChain, foot_pose, product, rotation_vector
from biped_control.robot.state import FloatArray

LEG = 6
"""Joints of a leg."""

_MOST_STEPS = 40
_TOLERANCE = 1e-9  # of the pose error, metres and radians mixed
_LARGEST_TURN = 0.3  # [rad] of any joint in one step
_LEAST_DAMPING, _MOST_DAMPING = 1e-9, 1e3
_STALLED = 1e-6  # share of the square of the error that a step must take away
_SINGULAR = 1e-6  # of the square of a leg's Jacobian: a straight knee is singular


@kernel
def solve_leg(
    chain: LegChain,
    q: FloatArray,
    rotation: FloatArray,
    place: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
) -> float:
    """Sets the leg's angles in `q` (nv,), which it starts from; joints are held at their limits.

    Args:
        chain: of the leg.
        q: positions of the whole robot.
        rotation, place: (3, 3), (3,) wanted of the foot link.
        lower, upper: (6,) limits of the leg's joints [rad].

    Returns:
        Distance of the foot from the place [m]: out of reach is as near as it gets.
    """
    columns = chain.columns[-LEG:]
    for i in range(LEG):
        q[columns[i]] = min(max(q[columns[i]], lower[i]), upper[i])
    pose, damping = foot_pose(chain, q), _LEAST_DAMPING
    error = _error(rotation, place, pose.rotation, pose.place)
    size = error @ error
    for _ in range(_MOST_STEPS):
        if size < _TOLERANCE * _TOLERANCE or damping > _MOST_DAMPING:
            break
        before = q[columns]
        step = _step(np.ascontiguousarray(pose.jacobian[:, -LEG:]), error, before, lower, upper, damping)
        largest = np.abs(step).max()
        share = min(1.0, _LARGEST_TURN / largest) if largest > 0.0 else 0.0
        for i in range(LEG):
            q[columns[i]] = min(max(before[i] + share * step[i], lower[i]), upper[i])
        there = foot_pose(chain, q)
        error_there = _error(rotation, place, there.rotation, there.place)
        size_there = error_there @ error_there
        if size_there < size:
            stalled = size_there > (1.0 - _STALLED) * size
            pose, error, size = there, error_there, size_there
            damping = max(0.1 * damping, _LEAST_DAMPING)
            if stalled:
                break
        else:
            for i in range(LEG):
                q[columns[i]] = before[i]
            damping = max(1e-4, 10.0 * damping)
    return float(np.sqrt(error[0] ** 2 + error[1] ** 2 + error[2] ** 2))


@kernel
def solve_leg_rates(chain: LegChain, jacobian: FloatArray, v: FloatArray, twist: FloatArray) -> None:
    """Sets the leg's rates in `v` (nv,) so that its foot moves with a twist (6,), linear over angular.

    Args:
        chain: of the leg.
        jacobian: (6, n) of `FootPose`.
        v: velocity of the whole robot.
        twist: of the foot link.
    """
    before = len(chain.columns) - LEG
    rates = twist - np.ascontiguousarray(jacobian[:, :before]) @ v[chain.columns[:before]]
    of_leg = np.ascontiguousarray(jacobian[:, before:])
    square, right = of_leg.T @ of_leg, of_leg.T @ rates
    for i in range(LEG):
        square[i, i] += _SINGULAR
    solve_vector_in_place(square, right)
    for i in range(LEG):
        v[chain.columns[before + i]] = right[i]


@kernel
def _error(
    rotation: FloatArray, place: FloatArray, rotation_there: FloatArray, place_there: FloatArray
) -> FloatArray:
    """(6,) what is missing, linear over angular, in world axes."""
    error = np.empty(6)
    error[:3] = place - place_there
    error[3:] = rotation_vector(product(rotation, rotation_there.T))
    return error


@kernel
def _step(
    jacobian: FloatArray,
    error: FloatArray,
    angles: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    damping: float,
) -> FloatArray:
    """Damped least squares; a joint that would leave through the limit it rests at is held."""
    step = np.zeros(LEG)
    held = np.zeros(LEG, dtype=np.bool_)
    for _ in range(LEG):
        columns = jacobian.copy()
        for i in range(LEG):
            if held[i]:
                columns[:, i] = 0.0
        square, step = columns.T @ columns, columns.T @ error
        for i in range(LEG):
            square[i, i] += 1.0 if held[i] else damping
        solve_vector_in_place(square, step)
        blocked = False
        for i in range(LEG):
            leaves = (angles[i] <= lower[i] and step[i] < 0.0) or (angles[i] >= upper[i] and step[i] > 0.0)
            if leaves and not held[i]:
                held[i] = blocked = True
        if not blocked:
            break
    return step
