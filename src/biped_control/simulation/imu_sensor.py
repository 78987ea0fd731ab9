"""The inertial unit of a simulated robot."""

import numpy as np
import pinocchio as pin

from biped_control.estimation.imu import ImuNoise, ImuReading
from biped_control.robot.base_coordinates import base_pose_from_root, rotation_from_angles
from biped_control.robot.model import GRAVITY
from biped_control.robot.state import FloatArray, State


def exact_reading(before: State, after: State, dt: float) -> ImuReading:
    """What a perfect unit at the base's origin reports for the tick of `dt` [s] between two states.

    Integrals need no accelerations: the specific force sums up to the change of velocity less gravity's.
    """
    rotation = rotation_from_angles(*before.q[3:6])
    gain = after.v[:3] - before.v[:3] + np.array([0.0, 0.0, GRAVITY * dt])
    turn = pin.log3(rotation.T @ rotation_from_angles(*after.q[3:6]))
    return ImuReading(turn, rotation.T @ gain, base_pose_from_root(after.q, after.v).angular)


class ImuSensor:
    """Adds biases and noise. The same seed gives the same errors.

    Attributes:
        biases: (2, 3) true biases of now, gyro [rad/s] and accelerometer [m/s^2].
    """

    def __init__(self, noise: ImuNoise, dt: float, seed: int) -> None:
        self._noise, self._dt = noise, dt
        self._draw = np.random.default_rng((seed, 2))
        starts = np.array([[noise.gyro_bias], [noise.accelerometer_bias]])
        self.biases: FloatArray = starts * self._draw.standard_normal((2, 3))

    def read(self, before: State, after: State) -> ImuReading:
        """The reading for a tick. The biases wander afterwards."""
        noise, dt, draw = self._noise, self._dt, self._draw
        exact, root = exact_reading(before, after, dt), np.sqrt(dt)
        gyro_bias, accelerometer_bias = self.biases
        reading = ImuReading(
            exact.turn + dt * gyro_bias + noise.gyro * root * draw.standard_normal(3),
            exact.push + dt * accelerometer_bias + noise.accelerometer * root * draw.standard_normal(3),
            exact.rate + gyro_bias + noise.rate_sample * draw.standard_normal(3),
        )
        walks = np.array([[noise.gyro_walk], [noise.accelerometer_walk]])
        self.biases = self.biases + root * walks * draw.standard_normal((2, 3))
        return reading
