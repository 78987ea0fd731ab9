"""Contact-aided invariant extended Kalman filter (Hartley et al. 2020), at the rate of the control ticks.

Propagation integrates an `ImuReading`; a point in contact stands still but for slip. Correction compares the
leg kinematics with the point; in the right-invariant error that comparison is linear and the same at every
state, so that a wrong estimate cannot make the filter believe that it sees the heading or the place.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.estimation.belief import (
    ACCELEROMETER,
    GYRO,
    POSITION,
    SIZE,
    TURN,
    VELOCITY,
    Belief,
    point_slice,
)
from biped_control.estimation.covariance_kernels import carried, corrected, turned
from biped_control.estimation.imu import ImuNoise, ImuReading
from biped_control.robot.model import GRAVITY
from biped_control.robot.state import FloatArray

_GRAVITY = np.array([0.0, 0.0, -GRAVITY])
_FALL = pin.skew(_GRAVITY)
_IDENTITY = np.eye(3)
_ALWAYS = np.ones(2, dtype=np.bool_)  # velocity and position are known in every tick


@dataclass(frozen=True)
class ContactNoise:
    """How well points in contact are known; standard deviations.

    Attributes:
        slip: density of a standing point's velocity [m/s/sqrt(Hz)]. A rolling foot, a soft sole.
        kinematics: of a point as the encoders place it in base axes, each axis [m].
        integration: density of what the trapezoid misses of the base's velocity in a tick [m/s/sqrt(Hz)].
        ground: of the height of the ground under a point in contact [m]; infinite if nothing is known.
    """

    slip: float = 0.01
    kinematics: float = 2e-3
    integration: float = 1e-3
    ground: float = 3e-3


def transition(belief: Belief, reading: ImuReading, dt: float) -> FloatArray:
    """(27, 27) derivative of the error after `propagate` by the error before, exact for the discrete step.

    Hartley et al. 2020, eq. 27 and 52 without the limit of small dt; `belief` is the one before.
    """
    return _transition(belief, _turn_effect(belief, _moved(belief, reading, dt), reading, dt), dt)


def propagate(belief: Belief, reading: ImuReading, dt: float, imu: ImuNoise, contact: ContactNoise) -> Belief:
    """The belief a tick of `dt` [s] later."""
    after = _moved(belief, reading, dt)
    turns = _turn_effect(belief, after, reading, dt)
    pushes = np.zeros((SIZE, 3))
    pushes[VELOCITY], pushes[POSITION] = belief.rotation, 0.5 * dt * belief.rotation
    variances = np.zeros(SIZE)
    variances[POSITION] = contact.integration**2
    variances[9 : GYRO.start] = np.repeat(belief.active, 3) * contact.slip**2
    variances[GYRO], variances[ACCELEROMETER] = imu.gyro_walk**2, imu.accelerometer_walk**2
    after.covariance = carried(
        belief.covariance,
        _transition(belief, turns, dt),
        imu.gyro * dt**0.5 * turns,
        imu.accelerometer * dt**0.5 * pushes,
        dt * variances,
    )
    return after


def plant(belief: Belief, index: int, point: FloatArray, contact: ContactNoise) -> None:
    """Adds contact point `index`, which kinematics place at `point` (3,) in base axes (eq. 36-38)."""
    here = point_slice(index)
    belief.vectors[2 + index] = belief.position + belief.rotation @ point
    covariance = belief.covariance
    covariance[here] = covariance[POSITION]
    covariance[:, here] = covariance[:, POSITION]
    covariance[here, here] += contact.kinematics**2 * _IDENTITY
    belief.active[index] = True


def lift(belief: Belief, index: int) -> None:
    """Forgets contact point `index` (eq. 34)."""
    belief.covariance[point_slice(index)] = 0.0
    belief.covariance[:, point_slice(index)] = 0.0
    belief.active[index] = False


def correct_by_kinematics(belief: Belief, points: FloatArray, contact: ContactNoise) -> None:
    """Compares the active points with the kinematics, `points` (4, 3) in base axes (eq. 29-31).

    The innovation is what the position error exceeds the point's by. The kinematic noise is the same in all
    directions because it is not the encoders' (0.1 mm at the foot) but that of where a foot really touches.
    """
    indices = np.flatnonzero(belief.active).tolist()
    if not indices:
        return
    rows = np.zeros((3 * len(indices), SIZE))
    innovation = np.empty(3 * len(indices))
    for row, index in enumerate(indices):
        here = slice(3 * row, 3 * row + 3)
        rows[here, POSITION], rows[here, point_slice(index)] = _IDENTITY, -_IDENTITY
        innovation[here] = belief.rotation @ points[index] + belief.position - belief.points[index]
    _correct(belief, rows, innovation, contact.kinematics**2)


def correct_by_ground(belief: Belief, indices: Sequence[int], height: float, contact: ContactNoise) -> None:
    """Tells the filter that the ground under the points `indices` lies at `height` [m]."""
    if not len(indices) or not np.isfinite(contact.ground):
        return
    rows = np.zeros((len(indices), SIZE))
    innovation = np.empty(len(indices))
    for row, index in enumerate(indices):
        point = belief.points[index]
        rows[row, TURN] = point[1], -point[0], 0.0  # z of turn x point
        rows[row, point_slice(index).stop - 1] = 1.0
        innovation[row] = point[2] - height
    _correct(belief, rows, innovation, contact.ground**2)


def _moved(belief: Belief, reading: ImuReading, dt: float) -> Belief:
    gyro_bias, accelerometer_bias = belief.biases
    gain = belief.rotation @ (reading.push - dt * accelerometer_bias) + dt * _GRAVITY
    vectors = belief.vectors.copy()
    vectors[0] += gain
    vectors[1] += dt * (belief.velocity + 0.5 * gain)
    rotation = belief.rotation @ pin.exp3(reading.turn - dt * gyro_bias)
    return Belief(rotation, vectors, belief.biases.copy(), belief.active.copy(), belief.covariance)


def _transition(belief: Belief, turns: FloatArray, dt: float) -> FloatArray:
    matrix = np.eye(SIZE)
    matrix[VELOCITY, TURN] = dt * _FALL
    matrix[POSITION, TURN] = 0.5 * dt**2 * _FALL
    matrix[POSITION, VELOCITY] = dt * _IDENTITY
    matrix[:, GYRO] -= dt * turns
    matrix[VELOCITY, ACCELEROMETER] = -dt * belief.rotation
    matrix[POSITION, ACCELEROMETER] = -0.5 * dt**2 * belief.rotation
    return matrix


def _turn_effect(belief: Belief, after: Belief, reading: ImuReading, dt: float) -> FloatArray:
    """(27, 3) error after the tick by an error of the measured turn."""
    turn = belief.rotation @ pin.Jexp3(-(reading.turn - dt * belief.biases[0]))
    known = np.concatenate([_ALWAYS, after.active])
    return turned(after.vectors, known, np.ascontiguousarray(turn), SIZE)


def _correct(belief: Belief, rows: FloatArray, innovation: FloatArray, variance: float) -> None:
    error, belief.covariance = corrected(belief.covariance, rows, innovation, variance)
    belief.take_off(error)
