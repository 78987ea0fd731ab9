"""What goes to the joints and what comes back, in the robot's units and joint order."""

from dataclasses import dataclass

import numpy as np

from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class JointCommands:
    """Joint i makes torque + stiffness (position - its own) + damping (velocity - its own).

    Attributes:
        position: (nu,) [rad]. velocity: (nu,) [rad/s].
        stiffness: (nu,) [N m/rad]. damping: (nu,) [N m s/rad]. torque: (nu,) [N m].
    """

    position: FloatArray
    velocity: FloatArray
    stiffness: FloatArray
    damping: FloatArray
    torque: FloatArray

    @classmethod
    def of_torques(cls, torques: FloatArray) -> "JointCommands":
        """(nu,) torques and nothing else."""
        zeros = np.zeros_like(torques)
        return cls(zeros, zeros, zeros, zeros, torques)

    @classmethod
    def brake(cls, coefficients: FloatArray) -> "JointCommands":
        """-K v with (nu,) coefficients [N m s/rad]; zeros let go."""
        zeros = np.zeros_like(coefficients)
        return cls(zeros, zeros, zeros, coefficients, zeros)


@dataclass(frozen=True)
class BodyReading:
    """The newest of the IMU and the foot sensors.

    What the IMU integrates only grows, so a lost frame loses nothing: differences of two readings count.

    Attributes:
        turned: (3,) angular velocity integrated since it was switched on, base axes [rad].
        accelerated: (3,) specific force integrated since then, base axes [m/s].
        rate: (3,) angular velocity at that moment, base axes [rad/s].
        time: of the sample on the IMU's own clock [s].
        foot_forces: (4,) vertical force at right heel, right toe, left heel, left toe [N].
        received: when the sample of the IMU came, on the steady clock [s]; -inf: never.
    """

    turned: FloatArray
    accelerated: FloatArray
    rate: FloatArray
    time: float
    foot_forces: FloatArray
    received: float


@dataclass(frozen=True)
class Feedback:
    """The newest of everything that the robot has said.

    Attributes:
        position: (nu,) [rad]. velocity: (nu,) [rad/s]. torque: (nu,) that drives make [N m].
            NaN where a joint has said nothing yet.
        temperature: (nu,) of the drives [degree C], NaN where unknown.
        received: (nu,) when the newest position came, on the steady clock [s]; -inf: never.
        body: IMU and foot sensors; None if there are none on the bus.
    """

    position: FloatArray
    velocity: FloatArray
    torque: FloatArray
    temperature: FloatArray
    received: FloatArray
    body: BodyReading | None


@dataclass(frozen=True)
class DriveFault:
    """A drive that makes no torque although it should.

    Attributes:
        joint: name of its joint. error: its own error code; 0 if it was switched off without one.
    """

    joint: str
    error: int
