"""`biped teleop` on a pseudo-terminal, heard by another program over the middleware."""

import os
import pty
import signal
import subprocess
import sys
import termios
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

import rclpy
from geometry_msgs.msg import Twist, TwistStamped
from std_msgs.msg import Empty

from biped_control.nodes.operator_messages import velocity_from
from biped_control.steering.operator.velocity import Velocity


class Teleop:
    """The command on a terminal, and a robot that hears it."""

    def __init__(self, domain: Any, options: Sequence[str], kind: type[Any]) -> None:
        rclpy.init()
        self.robot = rclpy.create_node("robot")
        self.heard: list[Velocity] = []
        self.stops: list[Empty] = []
        self.robot.create_subscription(kind, "cmd_vel", self._hear, 10)
        self.robot.create_subscription(Empty, "stop", self.stops.append, 10)
        self._domain = domain
        self.keyboard, self.terminal = pty.openpty()
        self.before = termios.tcgetattr(self.terminal)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "biped_control.cli", "teleop", *options],
            stdin=self.terminal,
            stdout=subprocess.PIPE,
            stderr=self.terminal,
        )
        self._screen = bytearray()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.until(lambda: self.heard, "the first velocity")

    @property
    def screen(self) -> str:
        return self._screen.decode()

    def type(self, text: str) -> None:
        os.write(self.keyboard, text.encode())

    def until(self, condition: Callable[[], object], what: str) -> None:
        def once() -> bool:
            rclpy.spin_once(self.robot, timeout_sec=0.02)
            return bool(condition())

        self._domain.wait_until(once, f"{what}; screen: {self.screen}", 30.0)

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self.terminal)
        self._reader.join(5.0)
        os.close(self.keyboard)
        self.robot.destroy_node()
        rclpy.try_shutdown()

    def _hear(self, message: Any) -> None:
        self.heard.append(velocity_from(message))

    def _read(self) -> None:
        while True:
            try:
                self._screen += os.read(self.keyboard, 1000)
            except OSError:
                return  # the last who had the terminal has closed it


@pytest.fixture
def teleop(domain: Any) -> Iterator[Callable[..., Teleop]]:
    started: list[Teleop] = []

    def start(*options: str, kind: type[Any] = TwistStamped) -> Teleop:
        started.append(Teleop(domain, options, kind))
        return started[-1]

    yield start
    for one in started:
        one.end()


@pytest.mark.usefixtures("traceless")
def test_keys_become_velocities_and_quitting_stops(teleop: Callable[..., Teleop], domain: Any) -> None:
    command = teleop("--json", "-")
    assert command.heard[0] == Velocity(0.0)
    for typed, expected in (("w", Velocity(0.8)), ("\x1b[A", Velocity(1.2)), ("x", Velocity(1.2))):
        command.type(typed)
        command.until(lambda expected=expected: command.heard[-1] == expected, f"{expected}")  # type: ignore[misc]
    command.type("a")
    command.until(lambda: command.heard[-1].turn_rate > 0.0, "a turn to the left")
    command.until(lambda: command.heard[-1] == Velocity(1.2), "its end, since the key is not held")
    assert "turn left while held" in command.screen
    assert "1.20 m/s" in command.screen
    assert not command.stops, "a speed of 0 is no stop"

    command.type(" ")
    command.until(lambda: len(command.stops) > 1, "a stop, more than once since messages get lost")
    command.until(lambda: command.heard[-1] == Velocity(0.0), "no speed")
    command.stops.clear()
    command.type("q")
    assert command.process.wait(timeout=30.0) == 0
    command.until(lambda: command.stops and command.heard[-1] == Velocity(0.0), "a last stop")
    assert termios.tcgetattr(command.terminal) == command.before
    result = command.process.stdout.read().decode()  # type: ignore[union-attr]
    assert f'"domain": {domain.number}' in result


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_whatever_ends_it_stops_the_robot(teleop: Callable[..., Teleop], end: signal.Signals) -> None:
    command = teleop("--unstamped", kind=Twist)
    command.type("r")
    command.until(lambda: command.heard[-1].forward_mps > 2.0, "the run")
    command.process.send_signal(end)
    assert command.process.wait(timeout=30.0) == (130 if end == signal.SIGINT else 128 + end)
    command.until(lambda: command.stops and command.heard[-1] == Velocity(0.0), "a last stop")
    assert termios.tcgetattr(command.terminal) == command.before
    assert "Traceback" not in command.screen


def test_without_a_terminal_it_says_so(domain: Any) -> None:
    command = [sys.executable, "-m", "biped_control.cli", "teleop"]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert result.returncode == 1
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("biped: keys are read from a terminal")
