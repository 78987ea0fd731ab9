"""What the filter believes: an element of SE_{2+4}(3), two biases and the covariance of its error.

The error is right-invariant (Hartley et al. 2020, "Contact-aided invariant extended Kalman filtering for
robot state estimation", eq. 8): estimate = Exp(error) true, so that to first order

    R_est = (I + [r]) R,   x_est = (I + [r]) x + e   for x the velocity, the position and each contact point,

and the biases differ plainly. Error coordinates: r, velocity, position, four points, gyro, accelerometer.
"""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.robot.state import BoolArray, FloatArray

POINTS = 4
TURN, VELOCITY, POSITION = slice(0, 3), slice(3, 6), slice(6, 9)
GYRO, ACCELEROMETER = slice(9 + 3 * POINTS, 12 + 3 * POINTS), slice(12 + 3 * POINTS, 15 + 3 * POINTS)
SIZE = 15 + 3 * POINTS


def point_slice(index: int) -> slice:
    """Where contact point `index` stands among the error coordinates."""
    return slice(9 + 3 * index, 12 + 3 * index)


@dataclass
class Belief:
    """Mean and covariance.

    Attributes:
        rotation: (3, 3) base axes to world axes.
        vectors: (6, 3) velocity [m/s], position and the four contact points [m], in the world.
        biases: (2, 3) of the gyro [rad/s] and of the accelerometer [m/s^2].
        active: (4,) points that stand on the ground; rows and columns of the others are zero.
        covariance: (27, 27) of the right-invariant error.
    """

    rotation: FloatArray
    vectors: FloatArray
    biases: FloatArray
    active: BoolArray
    covariance: FloatArray

    @property
    def velocity(self) -> FloatArray:
        """(3,) of the base [m/s]."""
        return np.asarray(self.vectors[0])

    @property
    def position(self) -> FloatArray:
        """(3,) of the base [m]."""
        return np.asarray(self.vectors[1])

    @property
    def points(self) -> FloatArray:
        """(4, 3) contact points [m]."""
        return self.vectors[2:]

    def take_off(self, error: FloatArray) -> None:
        """Replaces the mean by Exp(-error) mean (Hartley et al. 2020, eq. 20), `error` of shape (27,)."""
        turn = pin.exp3(-error[TURN])
        # pinocchio's Jexp3 is the right Jacobian, which at the opposite vector is the left one.
        spread = pin.Jexp3(error[TURN])
        self.rotation = turn @ self.rotation
        self.vectors = self.vectors @ turn.T - error[3 : GYRO.start].reshape(-1, 3) @ spread.T
        self.biases = self.biases - error[GYRO.start :].reshape(2, 3)


def error_between(estimate: Belief, truth: Belief) -> FloatArray:
    """(27,) right-invariant error of `estimate`: the logarithm of estimate * truth^-1."""
    turn = estimate.rotation @ truth.rotation.T
    logarithm = pin.log3(turn)
    shifts = np.linalg.solve(pin.Jexp3(-logarithm), (estimate.vectors - truth.vectors @ turn.T).T).T
    return np.concatenate([logarithm, shifts.ravel(), (estimate.biases - truth.biases).ravel()])
