"""Drives on one or several CAN buses."""

import threading
import time
from collections.abc import Callable

import numpy as np

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import ActuatorSettings, BusSettings
from biped_control.hardware.bus.dialects import host_dialect
from biped_control.hardware.bus.drive_signals import DriveStatus
from biped_control.hardware.bus.frame import Frame, FramePort
from biped_control.hardware.bus.inbox import Inbox
from biped_control.hardware.bus.joint_drives import JointDrives
from biped_control.hardware.bus.joint_signals import DriveFault, Feedback, JointCommands
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

_CLOSING = 0.2  # [s] patience with drives that do not switch off
_ROUND = 0.02  # [s] how long a round of requests waits for answers
_AWAKE = 0.05  # [s] a receiving thread looks whether it shall end at least so often
_FRESH = 0.025  # [s] older readings do not enter a torque


class CanActuators:
    """`ActuatorBus` on CAN: a thread a bus receives, the caller's thread sends."""

    def __init__(
        self,
        robot: RobotModel,
        settings: ActuatorSettings,
        open_port: Callable[[BusSettings], FramePort] | None = None,
        patience_s: float = 2.0,
    ) -> None:
        """
        Args:
            robot: whose joints are driven.
            settings: which drive moves which joint.
            open_port: how a bus is opened; through python-can without.
            patience_s: how long `open` asks drives that do not answer [s].

        Raises:
            ConfigurationError: the settings do not fit the robot.
        """
        self.drives = JointDrives(robot, settings)
        self._settings = settings
        self._patience = patience_s
        self._open_port = open_port or _open_can_port
        self._hosts = {bus: host_dialect(settings.dialect, settings.ranges_on(bus)) for bus in settings.buses}
        self._has_gains = all(host.drives_have_gains for host in self._hosts.values())
        self._ports: dict[str, FramePort] = {}
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()
        self._powered = False
        self._inbox = Inbox(self._hosts, self.drives.places)

    @property
    def ignored_frames(self) -> int:
        """Frames since `open` that no known drive sent or that are malformed."""
        return self._inbox.ignored

    def open(self, powered: bool) -> None:
        self.close()
        self._inbox = Inbox(self._hosts, self.drives.places)
        self._closing.clear()
        try:
            for bus, settings in self._settings.buses.items():
                self._ports[bus] = self._open_port(settings)
                thread = threading.Thread(target=self._listen, args=(bus, self._ports[bus], self._inbox))
                self._threads.append(thread)
                thread.start()
                self._ports[bus].send(self._hosts[bus].begin())
            if unwilling := self._switch(powered, self._patience):
                wanted = "switch on" if powered else "answer"
                raise HardwareError(
                    f"drives of {', '.join(unwilling)} do not {wanted}; check power, bus, node numbers and "
                    f"dialect ({self._settings.dialect})"
                )
        except HardwareError:
            self.close()
            raise
        self._powered = powered

    def send(self, commands: JointCommands) -> None:
        self._check_open()
        self._send(_checked(commands, len(self.drives.names)), self._powered)

    def collect(self, timeout: float) -> Feedback:
        self._check_open()
        self._inbox.wait(timeout)
        with self._inbox.arrived:
            readings = [self._inbox.readings[place] for place in self.drives.places]
            joints = np.array([self.drives.from_drive(i, reading) for i, reading in enumerate(readings)])
            return Feedback(
                position=joints[:, 0],
                velocity=joints[:, 1],
                torque=joints[:, 2],
                temperature=np.array([reading.temperature for reading in readings]),
                received=np.array([reading.received for reading in readings]),
                body=self._inbox.body.reading() if self._settings.imu_bus is not None else None,
            )

    def faults(self) -> tuple[DriveFault, ...]:
        if not self._powered:
            return ()
        with self._inbox.arrived:
            readings = [self._inbox.readings[place] for place in self.drives.places]
            return tuple(
                DriveFault(name, reading.error)
                for name, reading in zip(self.drives.names, readings, strict=True)
                if reading.status is not DriveStatus.ENABLED
            )

    def close(self) -> None:
        if not self._ports:
            return
        try:
            self._send(JointCommands.of_torques(np.zeros(len(self.drives.names))), self._powered)
            self._switch(False, _CLOSING)
        except HardwareError:
            pass  # a bus that is gone cannot be told; the drives' watchdogs let go
        finally:
            self._powered = False
            self._closing.set()
            for thread in self._threads:
                thread.join()
            for port in self._ports.values():
                port.close()
            self._ports, self._threads = {}, []

    def _send(self, commands: JointCommands, enabled: bool) -> None:
        if not self._has_gains:
            commands = JointCommands.of_torques(commands.torque + self._gain_torques(commands))
        frames: dict[str, list[Frame]] = {bus: [] for bus in self._ports}
        for joint, (bus, node) in enumerate(self.drives.places):
            command = self.drives.to_drive(joint, commands)
            frames[bus].append(self._hosts[bus].command(node, command, enabled))
        self._inbox.expect_answers()
        for bus, port in self._ports.items():
            port.send([*frames[bus], *self._hosts[bus].end_of_tick()])

    def _gain_torques(self, commands: JointCommands) -> FloatArray:
        """(nu,) what drives without gains of their own are told instead, from their last answer if new."""
        oldest = time.monotonic() - _FRESH
        torques = np.zeros(len(self.drives.names))
        with self._inbox.arrived:
            for joint, place in enumerate(self.drives.places):
                reading = self._inbox.readings[place]
                if reading.received >= oldest:
                    position, velocity, _ = self.drives.from_drive(joint, reading)
                    torques[joint] = commands.stiffness[joint] * (commands.position[joint] - position)
                    torques[joint] += commands.damping[joint] * (commands.velocity[joint] - velocity)
        return torques

    def _switch(self, enabled: bool, patience: float) -> list[str]:
        """Asks until all drives are on (or off); names of the joints whose drives are not in the end."""
        self._inbox.forget()
        end = time.monotonic() + patience
        while True:
            unwilling: list[str] = []
            frames: dict[str, list[Frame]] = {bus: [] for bus in self._ports}
            with self._inbox.arrived:
                for name, (bus, node) in zip(self.drives.names, self.drives.places, strict=True):
                    request = self._hosts[bus].toward(node, enabled, self._inbox.readings[bus, node])
                    if request is not None:
                        unwilling.append(name)
                        frames[bus].append(request)
            if not unwilling or time.monotonic() > end:
                return unwilling
            self._inbox.expect_answers()
            for bus, port in self._ports.items():
                port.send([*frames[bus], *self._hosts[bus].end_of_tick()])
            self._inbox.wait(_ROUND)

    def _check_open(self) -> None:
        if not self._ports:
            raise HardwareError("the actuator bus is not open; call open first")
        self._inbox.check()

    def _listen(self, bus: str, port: FramePort, inbox: Inbox) -> None:
        while not self._closing.is_set():
            try:
                frames = port.receive(_AWAKE)
            except HardwareError as error:
                inbox.fail(str(error))
                return
            if frames:
                inbox.take(bus, frames, time.monotonic())


def _checked(commands: JointCommands, size: int) -> JointCommands:
    for what, values in vars(commands).items():
        if np.shape(values) != (size,) or not np.isfinite(values).all():
            raise HardwareError(
                f"joint commands: expected {size} finite numbers of {what}, got {np.shape(values)}: {values}"
            )
    return commands


def _open_can_port(settings: BusSettings) -> FramePort:
    from biped_control.hardware.bus.can_port import open_can_port  # python-can is an extra

    return open_can_port(settings)
