"""Joints <-> drives: order, sign, ratio, zero and limits of all actuators of a robot."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from biped_control.errors import ConfigurationError
from biped_control.hardware.bus.actuator_settings import ActuatorSettings, load_actuators
from biped_control.hardware.bus.drive_signals import DriveCommand, DriveReading
from biped_control.hardware.bus.joint_signals import JointCommands
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

_SAME = 1e-6  # a limit may exceed the robot's by rounding


class JointDrives:
    """The actuators in the order of the robot's joints.

    Attributes:
        names: (nu) joints. places: (nu) bus and node of each.
        lower, upper: (nu,) position limits [rad]. velocity_limits: (nu,) [rad/s]. torque_limits: (nu,) [N m].
        own_torque_limits: (nu,) the same at the drives [N m], which they are to be set to.
    """

    def __init__(self, robot: RobotModel, settings: ActuatorSettings) -> None:
        """
        Raises:
            ConfigurationError: joints are missing or unknown, or a limit exceeds the robot's own.
        """
        self.names = robot.joint_names
        _check_names(robot.joint_names, settings)
        joints = [settings.joints[name] for name in self.names]
        self.places = tuple((joint.bus, joint.node) for joint in joints)
        self.lower: FloatArray = np.array([joint.position[0] for joint in joints])
        self.upper: FloatArray = np.array([joint.position[1] for joint in joints])
        self.velocity_limits: FloatArray = np.array([joint.velocity for joint in joints])
        self.torque_limits: FloatArray = np.array([joint.torque for joint in joints])
        self._scales = [joint.direction * joint.ratio for joint in joints]
        self.own_torque_limits: FloatArray = self.torque_limits / np.abs(self._scales)
        self._zeros = [joint.zero for joint in joints]
        self._limits = [(joint.torque, joint.velocity) for joint in joints]
        self._reach = [joint.position for joint in joints]
        self._check_limits(robot)

    def to_drive(self, joint: int, commands: JointCommands) -> DriveCommand:
        """What the drive of one joint is told, clamped to the joint's limits."""
        scale = self._scales[joint]
        limit, fastest = self._limits[joint]
        lower, upper = self._reach[joint]
        position = min(max(float(commands.position[joint]), lower), upper)
        velocity = min(max(float(commands.velocity[joint]), -fastest), fastest)
        torque = min(max(float(commands.torque[joint]), -limit), limit)
        return DriveCommand(
            position=scale * (position - self._zeros[joint]),
            velocity=scale * velocity,
            stiffness=float(commands.stiffness[joint]) / scale**2,
            damping=float(commands.damping[joint]) / scale**2,
            torque=torque / scale,
        )

    def from_drive(self, joint: int, reading: DriveReading) -> tuple[float, float, float]:
        """Position [rad], velocity [rad/s] and torque [N m] of one joint."""
        scale = self._scales[joint]
        return reading.position / scale + self._zeros[joint], reading.velocity / scale, reading.torque * scale

    def seen_by_drives(self, positions: FloatArray, velocities: FloatArray) -> tuple[FloatArray, FloatArray]:
        """(nu,) drive positions and velocities of joint positions and velocities."""
        scales = np.array(self._scales)
        return scales * (positions - np.array(self._zeros)), scales * velocities

    def joint_torques(self, drive_torques: FloatArray) -> FloatArray:
        """(nu,) joint torques of drive torques [N m]."""
        return np.array(self._scales) * drive_torques

    def _check_limits(self, robot: RobotModel) -> None:
        wrong = {
            "position": (self.lower < robot.lower_limits - _SAME) | (self.upper > robot.upper_limits + _SAME),
            "velocity": self.velocity_limits > robot.pinocchio.upperVelocityLimit[-robot.nu :] + _SAME,
            "torque": self.torque_limits > robot.effort_limits + _SAME,
        }
        for what, joints in wrong.items():
            if joints.any():
                names = ", ".join(np.array(self.names)[joints])
                raise ConfigurationError(
                    f"actuators: the {what} limits of {names} exceed those of the robot's URDF; lower them"
                )


def _check_names(names: Sequence[str], settings: ActuatorSettings) -> None:
    missing = [name for name in names if name not in settings.joints]
    unknown = [name for name in settings.joints if name not in names]
    if missing or unknown:
        raise ConfigurationError(
            "actuators: expected one entry for each joint of the robot; "
            f"missing: {', '.join(missing) or 'none'}; not in the robot: {', '.join(unknown) or 'none'}"
        )


def load_fitting_actuators(robot: RobotModel, path: Path | None = None) -> ActuatorSettings:
    """Reads the actuators of a robot; without a path those that ship with the library.

    Raises:
        ConfigurationError: see `load_actuators` and `JointDrives`; the message names the file.
    """
    settings = load_actuators(path)
    try:
        JointDrives(robot, settings)
    except ConfigurationError as error:
        raise ConfigurationError(f"{path}: {error}" if path else str(error)) from error
    return settings
