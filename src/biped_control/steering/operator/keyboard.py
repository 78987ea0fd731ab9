"""Steering with the keys of a terminal, which tells when a key is pressed but not when it is let go."""

from dataclasses import dataclass
from enum import Enum

from biped_control.steering.operator.velocity import Velocity


class Key(Enum):
    """What a key means, in words for the person at the terminal."""

    FASTER = "faster"
    SLOWER = "slower"
    LEFT = "turn left while held"
    RIGHT = "turn right while held"
    STRAIGHT = "straight ahead"
    RUN = "run, and walk again"
    STOP = "stop, whatever others say"
    QUIT = "stop and quit"


@dataclass(frozen=True)
class KeyboardLimits:
    """What the keys are worth.

    Attributes:
        speeds_mps: speeds that `FASTER` and `SLOWER` step through, ascending from 0.
        run_mps: speed of running.
        turn_rate: while a turn key is held [rad/s].
        held_s: a turn key counts for so long after its last press; must be longer than the delay with which
            terminals begin to repeat a key.
        stop_s: a stop is said for so long, because messages may get lost.
    """

    speeds_mps: tuple[float, ...] = (0.0, 0.8, 1.2, 1.5)
    run_mps: float = 2.75
    turn_rate: float = 0.7
    held_s: float = 0.7
    stop_s: float = 0.2


class Keyboard:
    """The velocity that the keys have led to."""

    def __init__(self, limits: KeyboardLimits | None = None) -> None:
        self._limits = limits or KeyboardLimits()
        self._speed = 0.0
        self._side = 0
        self._turns_until = self._stops_until = float("-inf")

    def press(self, key: Key, now: float) -> None:
        """A key was pressed, or repeats itself, at a time [s]."""
        speeds, run = self._limits.speeds_mps, self._limits.run_mps
        self._stops_until = now + self._limits.stop_s if key in (Key.STOP, Key.QUIT) else float("-inf")
        if key is Key.FASTER:
            self._speed = next((speed for speed in speeds if speed > self._speed), self._speed)
        elif key is Key.SLOWER:
            self._speed = next((speed for speed in reversed(speeds) if speed < self._speed), 0.0)
        elif key is Key.RUN:
            self._speed = speeds[-1] if self._speed == run else run
        elif key in (Key.LEFT, Key.RIGHT):
            self._side = 1 if key is Key.LEFT else -1
            self._turns_until = now + self._limits.held_s
        elif key is Key.STRAIGHT:
            self._side = 0
        else:
            self._speed, self._side = 0.0, 0

    def stops(self, now: float) -> bool:
        """Whether a stop is said at a time [s]; the next key ends it."""
        return now <= self._stops_until

    def velocity(self, now: float) -> Velocity:
        """What is wanted at a time [s]."""
        if now > self._turns_until:
            self._side = 0
        return Velocity(self._speed, turn_rate=self._side * self._limits.turn_rate)
