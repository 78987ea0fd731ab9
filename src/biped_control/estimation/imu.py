"""What an inertial unit at the base reports for a control tick, and how wrong it is."""

from dataclasses import dataclass

import numpy as np

from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class ImuReading:
    """One control tick of an inertial unit at the origin of the base link, in base axes.

    Inertial units sample at a kilohertz and more; what counts for a slower reader is their integral. A point
    sample of the acceleration each tick misses the impacts between the samples.

    Attributes:
        turn: (3,) rotation vector from the base axes at the start of the tick to those at its end [rad].
        push: (3,) integral of the specific force (acceleration less gravity), axes at the start [m/s].
        rate: (3,) newest sample of the angular velocity, axes at the end [rad/s].
    """

    turn: FloatArray
    push: FloatArray
    rate: FloatArray


@dataclass(frozen=True)
class ImuNoise:
    """Standard deviations; the defaults are those of a good industrial unit.

    Attributes:
        gyro, accelerometer: density of the white noise [rad/s/sqrt(Hz), m/s^2/sqrt(Hz)].
        gyro_walk, accelerometer_walk: density of the noise that drives the biases
            [rad/s^2/sqrt(Hz), m/s^3/sqrt(Hz)].
        gyro_bias, accelerometer_bias: of each axis' bias at the start [rad/s, m/s^2]. The gyro's is what is
            left after the usual seconds at rest; the walk itself teaches it about pitch and roll, but about
            the vertical hardly anything.
        bandwidth: of the samples of the angular velocity [Hz].
    """

    gyro: float = 1e-4
    accelerometer: float = 1e-3
    gyro_walk: float = 1e-5
    accelerometer_walk: float = 1e-4
    gyro_bias: float = 2e-4
    accelerometer_bias: float = 2e-2
    bandwidth: float = 250.0

    @property
    def rate_sample(self) -> float:
        """Standard deviation of the white noise on one sample of the angular velocity [rad/s]."""
        return self.gyro * float(np.sqrt(self.bandwidth))
