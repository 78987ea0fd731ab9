"""What is set on a page comes out of the joystick mapping as the same command."""

from math import pi, remainder

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.steering.operator.command import Command
from biped_control.steering.operator.joystick import Joystick
from biped_control.steering.operator.screen_joystick import SCREEN_MAPPING, TOP_SPEED_MPS, ScreenJoystick


@given(heading=st.floats(-10.0, 10.0), speed=st.floats(0.05, TOP_SPEED_MPS))
def test_heading_and_speed_come_through(heading: float, speed: float) -> None:
    screen = ScreenJoystick(1.2)
    screen.steer(heading, speed)
    command = Joystick(SCREEN_MAPPING).command(screen.state())
    assert command is not None
    assert command.heading is not None
    assert remainder(command.heading - heading, 2.0 * pi) == pytest.approx(0.0, abs=1e-9)
    assert command.speed_mps == pytest.approx(speed)


def test_nobody_steers_before_something_was_set_nor_after_letting_go() -> None:
    screen, joystick = ScreenJoystick(1.2), Joystick(SCREEN_MAPPING)
    assert joystick.command(screen.state()) is None
    screen.steer(heading=0.5)
    assert joystick.command(screen.state()) is not None
    screen.let_go()
    assert joystick.command(screen.state()) is None


def test_a_stop_counts_for_everybody_until_somebody_steers_again() -> None:
    screen, joystick = ScreenJoystick(1.2), Joystick(SCREEN_MAPPING)
    screen.steer(heading=0.5, speed_mps=1.5)
    screen.stop()
    assert joystick.command(screen.state()) == Command(0.0, stop=True)
    screen.steer()
    for _ in range(10):  # it first goes through its centre
        command = joystick.command(screen.state())
    assert command is not None
    assert (command.speed_mps, command.heading) == (pytest.approx(1.5), pytest.approx(0.5))


@pytest.mark.parametrize("heard_after_letting_go", [0, 1, 4])
def test_a_stop_that_was_let_go_is_over_whatever_was_heard_of_it(heard_after_letting_go: int) -> None:
    """Last messages get lost: none of them may be what the end of the stop rests on."""
    screen, joystick = ScreenJoystick(1.2), Joystick(SCREEN_MAPPING)
    screen.steer(heading=0.5, speed_mps=1.5)
    screen.stop()
    assert joystick.command(screen.state()) == Command(0.0, stop=True)
    screen.let_go()
    said = [screen.state() for _ in range(4)]
    for state in said[:heard_after_letting_go]:
        assert joystick.command(state) is None
    screen.steer(heading=1.0)
    for _ in range(10):
        command = joystick.command(screen.state())
    assert command is not None
    assert (command.speed_mps, command.heading) == (pytest.approx(1.5), pytest.approx(1.0))


@given(st.lists(st.sampled_from(["steer", "stop", "let_go", "read"]), max_size=12))
def test_who_takes_hold_again_is_obeyed_whatever_came_before(presses: list[str]) -> None:
    screen, joystick = ScreenJoystick(1.2), Joystick(SCREEN_MAPPING)
    for press in presses:
        if press == "read":
            joystick.command(screen.state())
        else:
            getattr(screen, press)()
    screen.steer(heading=1.0, speed_mps=1.5)
    for _ in range(10):
        command = joystick.command(screen.state())
    assert command is not None
    assert (command.speed_mps, command.stop) == (pytest.approx(1.5), False)


def test_speeds_stay_in_range() -> None:
    screen = ScreenJoystick(1.2)
    screen.steer(speed_mps=99.0)
    assert screen.speed_mps == TOP_SPEED_MPS
    screen.steer(speed_mps=-1.0)
    assert screen.speed_mps == 0.0


def test_after_a_stop_nobody_runs_at_once() -> None:
    stick = ScreenJoystick(1.2)
    stick.steer(speed_mps=2.75)
    stick.stop()
    stick.steer(heading=0.3)
    assert stick.speed_mps == 1.2
