"""Keys and the velocities that they lead to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.steering.operator.keyboard import Key, Keyboard, KeyboardLimits
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.operator.velocity import Velocity, velocity_command

LIMITS = KeyboardLimits()


@pytest.fixture
def keyboard() -> Keyboard:
    return Keyboard()


def test_it_begins_standing(keyboard: Keyboard) -> None:
    assert keyboard.velocity(0.0) == Velocity(0.0)


def test_faster_and_slower_step_through_the_speeds(keyboard: Keyboard) -> None:
    seen = []
    for key in [Key.FASTER] * 4 + [Key.SLOWER] * 4:
        keyboard.press(key, 0.0)
        seen.append(keyboard.velocity(0.0).forward_mps)
    assert seen == [0.8, 1.2, 1.5, 1.5, 1.2, 0.8, 0.0, 0.0]


def test_running_takes_its_key_and_ends_with_it(keyboard: Keyboard) -> None:
    for key, expected in [
        (Key.RUN, LIMITS.run_mps),
        (Key.FASTER, LIMITS.run_mps),
        (Key.RUN, 1.5),
        (Key.RUN, LIMITS.run_mps),
        (Key.SLOWER, 1.5),
    ]:
        keyboard.press(key, 0.0)
        assert keyboard.velocity(0.0).forward_mps == expected


@pytest.mark.parametrize(("key", "sign"), [(Key.LEFT, 1), (Key.RIGHT, -1)])
def test_a_turn_lasts_as_long_as_its_key_repeats(keyboard: Keyboard, key: Key, sign: int) -> None:
    keyboard.press(Key.FASTER, 0.0)
    for now in (0.0, 0.6, 0.7, 0.8):
        keyboard.press(key, now)
        assert keyboard.velocity(now) == Velocity(0.8, turn_rate=sign * LIMITS.turn_rate)
    assert keyboard.velocity(0.8 + LIMITS.held_s).turn_rate == sign * LIMITS.turn_rate
    assert keyboard.velocity(0.81 + LIMITS.held_s) == Velocity(0.8)


def test_straight_ends_a_turn(keyboard: Keyboard) -> None:
    keyboard.press(Key.LEFT, 0.0)
    keyboard.press(Key.STRAIGHT, 0.1)
    assert keyboard.velocity(0.1).turn_rate == 0.0


@pytest.mark.parametrize("key", [Key.STOP, Key.QUIT])
@given(keys=st.lists(st.sampled_from(sorted(Key, key=str)), max_size=12))
def test_stop_and_quit_always_stop(key: Key, keys: list[Key]) -> None:
    keyboard = Keyboard()
    for earlier in keys:
        keyboard.press(earlier, 0.0)
    keyboard.press(key, 0.0)
    assert keyboard.velocity(0.0) == Velocity(0.0)
    assert keyboard.stops(0.0)
    assert keyboard.stops(LIMITS.stop_s)
    assert not keyboard.stops(LIMITS.stop_s + 0.01), "it is said for a moment; it holds where it is heard"


def test_a_key_after_a_stop_ends_it(keyboard: Keyboard) -> None:
    assert not keyboard.stops(0.0)
    keyboard.press(Key.STOP, 0.0)
    keyboard.press(Key.FASTER, 0.1)
    assert not keyboard.stops(0.1)
    assert keyboard.velocity(0.1) == Velocity(0.8)


@given(
    keys=st.lists(st.tuples(st.sampled_from(sorted(Key, key=str)), st.floats(0.0, 2.0)), max_size=20),
    later=st.floats(0.71, 100.0),
)
def test_every_velocity_can_be_walked_and_no_turn_outlives_its_key(
    keys: list[tuple[Key, float]], later: float
) -> None:
    keyboard, now, settings = Keyboard(), 0.0, load_operator_settings()
    for key, pause in keys:
        now += pause
        keyboard.press(key, now)
        velocity = keyboard.velocity(now)
        assert velocity.forward_mps in (*LIMITS.speeds_mps, LIMITS.run_mps)
        assert velocity_command(velocity, settings).speed_mps == velocity.forward_mps
    assert keyboard.velocity(now + later).turn_rate == 0.0
