"""The IMU at the base of a simulated robot: a strapdown unit that integrates from step to step."""

import numpy as np

from biped_control.estimation.imu import ImuNoise
from biped_control.hardware.bus.body_frames import body_frames
from biped_control.hardware.bus.frame import Frame
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.imu_sensor import ImuSensor


class BodySensors:
    """Sums up what an IMU measures, and tells it when asked.

    Attributes:
        time: on its own clock [s].
    """

    def __init__(self, noise: ImuNoise, dt: float, seed: int) -> None:
        """
        Args:
            noise: how wrong the IMU is.
            dt: length of a step [s].
            seed: of its errors.
        """
        self._imu = ImuSensor(noise, dt, seed)
        self._dt = dt
        self._turned: FloatArray = np.zeros(3)
        self._accelerated: FloatArray = np.zeros(3)
        self._rate: FloatArray = np.zeros(3)
        self.time = 0.0

    def step(self, before: State, after: State) -> None:
        """The robot has moved on by one step; the same state twice: it is being held."""
        reading = self._imu.read(before, after)
        self._turned = self._turned + reading.turn
        self._accelerated = self._accelerated + reading.push
        self._rate = reading.rate
        self.time += self._dt

    def frames(self, foot_forces: FloatArray) -> tuple[Frame, ...]:
        """A sample as it goes onto the bus; (4,) forces under right heel and toe, left heel and toe [N]."""
        return body_frames(self._turned, self._accelerated, self._rate, foot_forces, self.time)
