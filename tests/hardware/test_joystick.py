"""The joystick reader on joysticks that exist only in SDL."""

import signal
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("pygame", reason="pygame-ce is not installed; `make env` installs it")

from biped_control.errors import HardwareError
from biped_control.hardware.joystick import SdlJoystick
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.joy_mapping import load_joy_mapping
from biped_control.steering.operator.joystick import JoyState, Joystick

PlugIn = Callable[[], Any]
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8  # bits of SDL's hats
RESTING = (0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0)  # two sticks, two triggers, a hat; a trigger pressed is -1


@pytest.fixture
def reader() -> Iterator[SdlJoystick]:
    reader = SdlJoystick()
    yield reader
    reader.close()


def read(reader: SdlJoystick) -> JoyState:
    state = reader.read()
    assert state is not None
    return state


def test_nothing_is_plugged_in(reader: SdlJoystick) -> None:
    assert reader.read() is None
    assert (reader.name, reader.names()) == ("", [])


def test_a_resting_joystick(reader: SdlJoystick, plug_in: PlugIn) -> None:
    plug_in()
    assert read(reader) == JoyState(RESTING, (0,) * 11)
    assert reader.name == reader.names()[0] != ""


@pytest.mark.parametrize("axis", range(6))
@pytest.mark.parametrize("deflection", [1.0, -1.0, 0.25])
def test_right_and_towards_the_operator_are_negative(
    reader: SdlJoystick, plug_in: PlugIn, axis: int, deflection: float
) -> None:
    joystick = plug_in()
    read(reader)
    joystick.axis(axis, deflection)
    axes = read(reader).axes
    assert axes[axis] == pytest.approx(-deflection, abs=1e-4)
    assert (*axes[:axis], RESTING[axis], *axes[axis + 1 :]) == RESTING


@pytest.mark.parametrize(
    ("bits", "expected"),
    [(UP, (0.0, 1.0)), (DOWN, (0.0, -1.0)), (LEFT, (1.0, 0.0)), (RIGHT | UP, (-1.0, 1.0)), (0, (0.0, 0.0))],
)
def test_a_hat_is_two_axes(
    reader: SdlJoystick, plug_in: PlugIn, bits: int, expected: tuple[float, float]
) -> None:
    joystick = plug_in()
    read(reader)
    joystick.hat(bits)
    assert read(reader).axes[6:] == expected


def test_buttons(reader: SdlJoystick, plug_in: PlugIn) -> None:
    joystick = plug_in()
    read(reader)
    joystick.button(4, True)
    assert read(reader).buttons == (0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)
    joystick.button(4, False)
    assert sum(read(reader).buttons) == 0


def test_the_shipped_mapping_on_a_pad(reader: SdlJoystick, plug_in: PlugIn) -> None:
    mapping = load_joy_mapping()
    pad, operator = plug_in(), Joystick(mapping)
    assert operator.command(read(reader)) is None
    pad.button(mapping.buttons.dead_man or 0, True)
    pad.axis(1, -1.0)  # SDL: away from the operator
    assert operator.command(read(reader)) == Command(mapping.walk_mps, heading=0.0)
    pad.axis(1, 0.0)
    pad.axis(0, -1.0)
    command = operator.command(read(reader))
    assert command is not None
    assert command.heading == pytest.approx(1.5707963), "left is a turn to the left"


def test_pulled_out_and_plugged_in_again(reader: SdlJoystick, plug_in: PlugIn) -> None:
    first = plug_in()
    read(reader)
    first.axis(1, -1.0)
    assert read(reader).axes[1] == 1.0
    first.unplug()
    assert reader.read() is None
    assert reader.name == ""
    assert reader.read() is None
    plug_in()
    assert read(reader).axes[1] == 0.0, "nothing is left of the one before"


def test_another_joystick_does_not_matter(reader: SdlJoystick, plug_in: PlugIn) -> None:
    first = plug_in()
    read(reader)
    second = plug_in()
    second_state = read(reader)
    second.unplug()
    assert read(reader) == second_state
    first.axis(0, 1.0)
    assert read(reader).axes[0] == -1.0


def test_a_joystick_by_name(plug_in: PlugIn) -> None:
    for name, found in (("VIRT", True), ("flight stick", False)):
        reader = SdlJoystick(name)
        joystick = plug_in()
        assert (reader.read() is not None) == found, reader.names()
        joystick.unplug()
        reader.close()


def test_signals_stay_with_the_program(reader: SdlJoystick) -> None:
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_without_pygame_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(HardwareError, match="pip install pygame-ce"):
        SdlJoystick()
