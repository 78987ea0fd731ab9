"""Frames of all drives of a robot <-> what the joints are told and say."""

import numpy as np

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.bus.body_frames import ASK
from biped_control.hardware.bus.dialect import HostDialect
from biped_control.hardware.bus.dialects import host_dialect
from biped_control.hardware.bus.drive_signals import DriveStatus
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.inbox import Inbox
from biped_control.hardware.bus.joint_drives import JointDrives
from biped_control.hardware.bus.joint_signals import DriveFault, Feedback, JointCommands
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

BusFrames = dict[str, list[Frame]]
_FRESH = 0.025  # [s] older readings do not enter a torque


def end_of_tick(host: HostDialect, asks_body: bool) -> tuple[Frame, ...]:
    """What follows the commands of a tick on one bus; also to the IMU and foot sensors, if they are on it."""
    end = host.end_of_tick()
    return end if not asks_body or ASK in end else (*end, ASK)


class JointFrames:
    """The controller's side of all buses, without the buses. What has come is in an `Inbox`.

    Attributes:
        drives: the actuators in the order of the robot's joints.
    """

    def __init__(self, robot: RobotModel, settings: ActuatorSettings) -> None:
        """
        Raises:
            ConfigurationError: the settings do not fit the robot.
        """
        self.drives = JointDrives(robot, settings)
        self._hosts = {bus: host_dialect(settings.dialect, settings.ranges_on(bus)) for bus in settings.buses}
        self._has_gains = all(host.drives_have_gains for host in self._hosts.values())
        self._body_bus = settings.imu_bus

    def new_inbox(self) -> Inbox:
        """Nothing has come yet."""
        return Inbox(self._hosts, self.drives.places, self._body_bus is not None)

    def begin(self, bus: str) -> tuple[Frame, ...]:
        """What wakes the drives of a bus."""
        return self._hosts[bus].begin()

    def commands(self, commands: JointCommands, enabled: bool, inbox: Inbox, now: float) -> BusFrames:
        """A tick's frames, bus by bus; every drive and sensor then owes an answer.

        Args:
            commands: clamped to the joints' limits.
            enabled: drives are on; to others the frames say nothing but "answer".
            inbox: what has come, for drives without gains of their own.
            now: on the clock of the inbox [s].

        Raises:
            HardwareError: NaN, infinity or a wrong size.
        """
        self._check(commands)
        if not self._has_gains:
            held = self._gain_torques(commands, inbox, now)
            commands = JointCommands.of_torques(commands.torque + held)
        frames: BusFrames = {bus: [] for bus in self._hosts}
        for joint, (bus, node) in enumerate(self.drives.places):
            command = self.drives.to_drive(joint, commands)
            frames[bus].append(self._hosts[bus].command(node, command, enabled))
        return self._ended(frames)

    def switching(self, enabled: bool, inbox: Inbox) -> tuple[list[str], BusFrames]:
        """Joints whose drives are not on (or off) yet, and what is to be sent for it."""
        unwilling: list[str] = []
        frames: BusFrames = {bus: [] for bus in self._hosts}
        with inbox.arrived:
            for name, (bus, node) in zip(self.drives.names, self.drives.places, strict=True):
                request = self._hosts[bus].toward(node, enabled, inbox.readings[bus, node])
                if request is not None:
                    unwilling.append(name)
                    frames[bus].append(request)
        return unwilling, self._ended(frames)

    def feedback(self, inbox: Inbox) -> Feedback:
        """The newest of everything."""
        with inbox.arrived:
            readings = [inbox.readings[place] for place in self.drives.places]
            joints = np.array([self.drives.from_drive(i, reading) for i, reading in enumerate(readings)])
            return Feedback(
                position=joints[:, 0],
                velocity=joints[:, 1],
                torque=joints[:, 2],
                temperature=np.array([reading.temperature for reading in readings]),
                received=np.array([reading.received for reading in readings]),
                body=inbox.body.reading() if self._body_bus is not None else None,
            )

    def faults(self, inbox: Inbox) -> tuple[DriveFault, ...]:
        """Drives that are not on."""
        with inbox.arrived:
            readings = [inbox.readings[place] for place in self.drives.places]
            return tuple(
                DriveFault(name, reading.error)
                for name, reading in zip(self.drives.names, readings, strict=True)
                if reading.status is not DriveStatus.ENABLED
            )

    def _ended(self, frames: BusFrames) -> BusFrames:
        return {
            bus: [*some, *end_of_tick(self._hosts[bus], bus == self._body_bus)]
            for bus, some in frames.items()
        }

    def _gain_torques(self, commands: JointCommands, inbox: Inbox, now: float) -> FloatArray:
        """(nu,) what drives without gains of their own are told instead, from their last answer if new."""
        torques = np.zeros(len(self.drives.names))
        with inbox.arrived:
            for joint, place in enumerate(self.drives.places):
                reading = inbox.readings[place]
                if reading.received >= now - _FRESH:
                    position, velocity, _ = self.drives.from_drive(joint, reading)
                    torques[joint] = commands.stiffness[joint] * (commands.position[joint] - position)
                    torques[joint] += commands.damping[joint] * (commands.velocity[joint] - velocity)
        return torques

    def _check(self, commands: JointCommands) -> None:
        size = len(self.drives.names)
        for what, values in vars(commands).items():
            if np.shape(values) != (size,) or not np.isfinite(values).all():
                raise HardwareError(
                    f"joint commands: expected {size} finite numbers of {what}, got {np.shape(values)}: "
                    f"{values}"
                )
