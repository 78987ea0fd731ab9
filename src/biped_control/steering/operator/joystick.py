"""From the axes and buttons of a joystick to what its operator wants."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, hypot, isfinite, pi, remainder

from biped_control.errors import MessageError
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.joy_mapping import Axis, Button, JoyMapping


@dataclass(frozen=True)
class JoyState:
    """What a joystick reads at one moment, in the signs of ROS: left and away from the operator are positive.

    Attributes:
        axes: deflections, -1 to 1.
        buttons: 1 while pressed.
    """

    axes: tuple[float, ...]
    buttons: tuple[int, ...]


class Joystick:
    """Understands the joystick states of one operator; for how long a stop holds, `Operators` knows.

    The stop button counts with or without the dead-man button, and whatever is wrong with all the rest.
    """

    def __init__(self, mapping: JoyMapping) -> None:
        self._mapping = mapping

    def stops(self, buttons: Sequence[int]) -> bool:
        """Whether the stop button is held."""
        return _held(buttons, self._mapping.buttons.stop)

    def stops_at_once(self, buttons: Sequence[int]) -> bool:
        """Whether the button of the emergency stop is held."""
        return _held(buttons, self._mapping.buttons.emergency_stop)

    def command(self, state: JoyState) -> Command | None:
        """What the operator wants; None while neither the dead-man nor the stop button is held.

        Raises:
            MessageError: an axis or button of the mapping is missing, or an axis is not a finite number; not
                while the stop button is held.
        """
        if self.stops(state.buttons):
            return Command(0.0, stop=True)
        mapping, buttons = self._mapping, self._mapping.buttons
        forward = _axis(state.axes, mapping.forward, "forward")
        left = _axis(state.axes, mapping.left, "left")
        held = buttons.dead_man is None or _pressed(state.buttons, buttons.dead_man, "dead_man")
        run = _pressed(state.buttons, buttons.run, "run")
        _pressed(state.buttons, buttons.stop, "stop")  # a robot that could not be stopped is not steered
        if not held:
            return None
        full_speed = mapping.run_mps if run else mapping.walk_mps
        if mapping.mode == "heading":
            return self._heading(forward, left, full_speed)
        return self._turn_rate(forward, left, full_speed)

    def _heading(self, forward: float, left: float, full_speed: float) -> Command:
        # The dead zone is round, so that it does not pull directions towards the axes.
        deflection = _beyond(min(hypot(forward, left), 1.0), self._mapping.dead_zone)
        if deflection == 0.0:
            return Command(0.0)
        heading = remainder(self._mapping.ahead + atan2(left, forward), 2.0 * pi)
        return Command(deflection * full_speed, heading=heading)

    def _turn_rate(self, forward: float, left: float, full_speed: float) -> Command:
        speed = max(_beyond(forward, self._mapping.dead_zone), 0.0) * full_speed
        turn_rate = _beyond(left, self._mapping.dead_zone) * self._mapping.fastest_turn
        if speed == 0.0:
            return Command(0.0, note="it cannot turn on the spot and stands" if turn_rate else "")
        return Command(speed, turn_rate=turn_rate)


def _beyond(deflection: float, dead_zone: float) -> float:
    """Deflection counted from the edge of the dead zone, so that it begins at 0 and still ends at 1."""
    if abs(deflection) <= dead_zone:
        return 0.0
    return (deflection - dead_zone if deflection > 0.0 else deflection + dead_zone) / (1.0 - dead_zone)


def _axis(axes: Sequence[float], axis: Axis, name: str) -> float:
    if axis.index >= len(axes):
        raise MessageError(f"the joystick has {len(axes)} axes, expected an axis {axis.index} ({name})")
    value = axes[axis.index]
    if not isfinite(value):
        raise MessageError(f"axis {axis.index} ({name}) is {value}, expected -1 to 1")
    return axis.sign * min(max(value, -1.0), 1.0)


def _held(states: Sequence[int], button: Button) -> bool:
    return button is not None and button < len(states) and bool(states[button])


def _pressed(states: Sequence[int], button: Button, name: str) -> bool:
    if button is None:
        return False
    if button >= len(states):
        raise MessageError(f"the joystick has {len(states)} buttons, expected a button {button} ({name})")
    return bool(states[button])
