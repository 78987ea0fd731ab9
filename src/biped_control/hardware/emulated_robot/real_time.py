"""Lets an emulated robot live in real time on its buses."""

import select
import time
from collections.abc import Callable, Mapping

from biped_control.hardware.bus.frame import FramePort
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.hardware.emulated_robot.slcan_adapter import SlcanAdapter

_GATHER = 0.0003  # [s] frames that arrive within it go on together: each round costs time
_LATE = 0.01  # [s] of delay that is made up for, during which it is deaf; beyond, its time slips


class RealTimeRun:
    """Paces the steps of a robot by the steady clock and carries its frames.

    Attributes:
        steps: taken so far.
        slipped: seconds that the robot's time has lost to the clock because this machine was too slow.
    """

    def __init__(self, robot: EmulatedRobot, ports: Mapping[str, FramePort], step_hz: float) -> None:
        self._robot, self._ports = robot, dict(ports)
        adapters = [port for port in self._ports.values() if isinstance(port, SlcanAdapter)]
        self._adapters = adapters if len(adapters) == len(self._ports) else []
        self._dt = 1.0 / step_hz
        self.steps = 0
        self.slipped = 0.0

    def run(self, stop: Callable[[], bool]) -> None:
        """Until `stop` says so; asked at every step.

        Raises:
            HardwareError: a bus is gone.
        """
        now = time.monotonic()
        due = now + self._dt
        while not stop():
            awake = min(due, max(self._robot.next_arrival, now + _GATHER))  # else steps delay frames, too
            self._exchange(max(0.0, awake - time.monotonic()))
            now = time.monotonic()
            if now - due > _LATE:
                self.slipped += now - due
                due = now
            while due <= now and not stop():
                self._robot.advance(due)
                self.steps += 1
                due += self._dt

    def _exchange(self, wait: float) -> None:
        """Carries what has come and what the robot says; waits for it, on all buses or else on the first."""
        if self._adapters:
            select.select(self._adapters, [], [], wait)
            wait = 0.0
        for bus, port in self._ports.items():
            frames = port.receive(wait)
            wait = 0.0
            now = time.monotonic()
            if frames:
                self._robot.hear(bus, frames, now)
            if answers := self._robot.say(bus, now):
                port.send(answers)
