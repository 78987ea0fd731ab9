"""Drives on one or several CAN buses."""

import threading
import time
from collections.abc import Callable

import numpy as np

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import ActuatorSettings, BusSettings
from biped_control.hardware.bus.frame import FramePort
from biped_control.hardware.bus.inbox import Inbox
from biped_control.hardware.bus.joint_frames import BusFrames, JointFrames
from biped_control.hardware.bus.joint_signals import DriveFault, Feedback, JointCommands
from biped_control.robot.model import RobotModel

_CLOSING = 0.2  # [s] patience with drives that do not switch off
_ROUND = 0.02  # [s] how long a round of requests waits for answers
_SILENCE = 0.06  # [s] without a frame: nothing is underway any more; three rounds of requests
_PROMPT = 0.017  # [s] two ticks: later answers are of a state too old for a torque
_AWAKE = 0.05  # [s] a receiving thread looks whether it shall end at least so often


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
        self._frames = JointFrames(robot, settings)
        self._settings = settings
        self._patience = patience_s
        self._open_port = open_port or _open_can_port
        self._ports: dict[str, FramePort] = {}
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()
        self._powered = False
        self._inbox = self._frames.new_inbox()

    def open(self, powered: bool) -> None:
        self.close()
        self._inbox = self._frames.new_inbox()
        self._closing.clear()
        try:
            for bus, settings in self._settings.buses.items():
                self._ports[bus] = self._open_port(settings)
                thread = threading.Thread(target=self._listen, args=(bus, self._ports[bus], self._inbox))
                self._threads.append(thread)
                thread.start()
                self._ports[bus].send(self._frames.begin(bus))
            if unwilling := self._switch(powered, self._patience):
                wanted = "switch on" if powered else "answer"
                raise HardwareError(
                    f"drives of {', '.join(unwilling)} do not {wanted}; check power, bus, node numbers and "
                    f"dialect ({self._settings.dialect})"
                )
            if not powered:
                self._require_prompt_answers()
        except HardwareError:
            self.close()
            raise
        self._powered = powered

    def send(self, commands: JointCommands) -> None:
        self._check_open()
        self._command(commands)

    def collect(self, timeout: float) -> Feedback:
        self._check_open()
        self._inbox.wait(timeout)
        return self._frames.feedback(self._inbox)

    def faults(self) -> tuple[DriveFault, ...]:
        return self._frames.faults(self._inbox) if self._powered else ()

    @property
    def ignored_frames(self) -> int:
        return self._inbox.ignored

    def close(self) -> None:
        if not self._ports:
            return
        try:
            self._command(JointCommands.of_torques(np.zeros(len(self._frames.drives.names))))
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

    def _command(self, commands: JointCommands) -> None:
        self._send(self._frames.commands(commands, self._powered, self._inbox, time.monotonic()))

    def _send(self, frames: BusFrames) -> None:
        self._inbox.expect_answers()
        for bus, port in self._ports.items():
            port.send(frames[bus])

    def _switch(self, enabled: bool, patience: float) -> list[str]:
        """Asks until all drives are on (or off); names of the joints whose drives are not in the end."""
        self._inbox.forget()
        end = time.monotonic() + patience
        while True:
            unwilling, frames = self._frames.switching(enabled, self._inbox)
            if not unwilling or time.monotonic() > end:
                return unwilling
            self._send(frames)
            self._inbox.wait(_ROUND)

    def _require_prompt_answers(self) -> None:
        """Frames carry no number: later on, an answer to an old request passes for one to the newest.

        Only after a silence is it known which request an answer belongs to. Drives that are on would let go
        meanwhile. One exchange in time is enough: a machine that stalls makes others late.

        Raises:
            HardwareError: answers come too late, each time.
        """
        end = time.monotonic() + self._patience
        idle = JointCommands.of_torques(np.zeros(len(self._frames.drives.names)))
        while True:
            while time.monotonic() < end and time.monotonic() - self._inbox.heard < _SILENCE:
                time.sleep(_SILENCE / 4.0)
            self._command(idle)
            self._inbox.wait(_PROMPT)
            if self._inbox.answered:
                return
            self._inbox.wait(max(0.0, end - time.monotonic()))  # nor may these answers pass for the next ones
            if time.monotonic() > end:
                raise HardwareError(
                    f"drives and sensors answer more than {1e3 * _PROMPT:.0f} ms after they are asked: too "
                    "late for a torque; is the adapter slow, or the bus overloaded?"
                )

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


def _open_can_port(settings: BusSettings) -> FramePort:
    from biped_control.hardware.bus.can_port import open_can_port  # python-can is an extra

    return open_can_port(settings)
