"""Everything that the robot senses in one control tick."""

from dataclasses import dataclass

from biped_control.estimation.imu import ImuReading
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class SensorReading:
    """What arrives from the hardware with a tick.

    Attributes:
        imu: inertial unit at the base.
        joints: (nu,) joint positions [rad].
        joint_velocities: (nu,) as the drives report them [rad/s].
        foot_loads: (2,) force of the ground on the right and the left foot, along the shank or upward [N].
    """

    imu: ImuReading
    joints: FloatArray
    joint_velocities: FloatArray
    foot_loads: FloatArray
