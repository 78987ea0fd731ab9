"""Sticks and buttons, good and bad ones."""

from collections.abc import Sequence
from math import atan2, cos, inf, nan, pi, radians, remainder, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.errors import MessageError
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.joy_mapping import Axis, JoyMapping, load_joy_mapping
from biped_control.steering.operator.joystick import JoyState, Joystick

MAPPING = load_joy_mapping()
HELD, STOP, RUN = MAPPING.buttons.dead_man, MAPPING.buttons.stop, MAPPING.buttons.run
TURNING = MAPPING.model_copy(update={"mode": "turn_rate"})


def state(forward: float = 0.0, left: float = 0.0, pressed: Sequence[int | None] = (HELD,)) -> JoyState:
    axes = [0.0] * 6
    axes[MAPPING.forward.index], axes[MAPPING.left.index] = forward, left
    return JoyState(tuple(axes), tuple(int(button in pressed) for button in range(10)))


def commanded(joy: JoyState, mapping: JoyMapping = MAPPING) -> Command:
    command = Joystick(mapping).command(joy)
    assert command is not None
    return command


def test_the_robot_goes_where_the_stick_points() -> None:
    assert commanded(state(1.0, 0.0)) == Command(MAPPING.walk_mps, heading=0.0)
    assert commanded(state(0.0, 1.0)).heading == pytest.approx(pi / 2)
    assert commanded(state(0.0, -1.0)).heading == pytest.approx(-pi / 2)
    assert abs(commanded(state(-1.0, 0.0)).heading or 0.0) == pytest.approx(pi)


@given(angle=st.floats(-pi, pi), deflection=st.floats(0.2, 1.0), ahead=st.floats(-180.0, 180.0))
def test_every_direction_and_speed(angle: float, deflection: float, ahead: float) -> None:
    mapping = MAPPING.model_copy(update={"ahead_deg": ahead})
    command = commanded(state(deflection * cos(angle), deflection * sin(angle)), mapping)
    assert command.heading is not None
    assert abs(command.heading) <= pi
    assert remainder(command.heading - angle - radians(ahead), 2.0 * pi) == pytest.approx(0.0, abs=1e-9)
    share = (deflection - mapping.dead_zone) / (1.0 - mapping.dead_zone)
    assert command.speed_mps == pytest.approx(share * mapping.walk_mps)


def test_a_corner_of_the_stick_is_no_faster_than_its_end() -> None:
    assert commanded(state(1.0, 1.0)).speed_mps == MAPPING.walk_mps
    assert commanded(state(7.0, 0.0)).speed_mps == MAPPING.walk_mps


@given(forward=st.floats(-0.1, 0.1), left=st.floats(-0.1, 0.1))
def test_noise_of_a_centred_stick_means_to_stand(forward: float, left: float) -> None:
    for mapping in (MAPPING, TURNING):
        assert commanded(state(forward, left), mapping) == Command(0.0)


@given(angle=st.floats(-pi, pi), noise=st.tuples(st.floats(-0.02, 0.02), st.floats(-0.02, 0.02)))
def test_noise_of_a_deflected_stick_turns_little(angle: float, noise: tuple[float, float]) -> None:
    command = commanded(state(0.9 * cos(angle) + noise[0], 0.9 * sin(angle) + noise[1]))
    assert command.heading is not None
    assert abs(remainder(command.heading - angle, 2.0 * pi)) < radians(2.0)


def test_sideways_turns_and_forward_walks() -> None:
    assert commanded(state(1.0, 0.0), TURNING) == Command(MAPPING.walk_mps, turn_rate=0.0)
    left = commanded(state(1.0, 1.0), TURNING)
    assert (left.speed_mps, left.turn_rate) == (MAPPING.walk_mps, pytest.approx(TURNING.fastest_turn))
    assert commanded(state(1.0, -1.0), TURNING).turn_rate == pytest.approx(-TURNING.fastest_turn)
    assert commanded(state(0.0, 1.0), TURNING) == Command(0.0, note="it cannot turn on the spot and stands")
    assert commanded(state(-1.0, 0.0), TURNING) == Command(0.0)


@given(forward=st.floats(-1.0, 1.0), left=st.floats(-1.0, 1.0))
def test_an_axis_that_counts_the_other_way(forward: float, left: float) -> None:
    for mapping in (MAPPING, TURNING):
        turned = mapping.model_copy(
            update={
                "forward": Axis(index=mapping.forward.index, sign=-1),
                "left": Axis(index=mapping.left.index, sign=-1),
            }
        )
        assert commanded(state(-forward, -left), turned) == commanded(state(forward, left), mapping)


def test_running_takes_its_button() -> None:
    assert commanded(state(1.0, pressed=(HELD, RUN))).speed_mps == MAPPING.run_mps
    assert commanded(state(0.0, pressed=(HELD, RUN))) == Command(0.0)


@given(forward=st.floats(-1.0, 1.0), left=st.floats(-1.0, 1.0), run=st.booleans())
def test_without_the_dead_man_button_nothing_counts(forward: float, left: float, run: bool) -> None:
    assert Joystick(MAPPING).command(state(forward, left, (RUN,) if run else ())) is None


def test_a_mapping_may_do_without_a_dead_man_button() -> None:
    buttons = MAPPING.buttons.model_copy(update={"dead_man": None})
    mapping = MAPPING.model_copy(update={"buttons": buttons})
    assert commanded(state(1.0, pressed=()), mapping).speed_mps == MAPPING.walk_mps


@pytest.mark.parametrize("pressed", [(STOP,), (HELD, STOP), (HELD, STOP, RUN)])
def test_stop_wins_over_everything_else(pressed: Sequence[int | None]) -> None:
    assert commanded(state(1.0, 0.5, pressed)) == Command(0.0, stop=True)


@pytest.mark.parametrize("axes", [(), (nan,) * 6, (inf,) * 6, (1.0,)])
def test_stop_counts_whatever_is_wrong_with_the_stick(axes: tuple[float, ...]) -> None:
    """Else a robot whose joystick has a broken axis would walk on while its stop button is held."""
    assert commanded(JoyState(axes, state(pressed=(STOP,)).buttons)) == Command(0.0, stop=True)
    assert STOP is not None
    assert commanded(JoyState((0.0,) * 6, (0,) * STOP + (1,))) == Command(0.0, stop=True)


def test_a_joystick_that_comes_back_says_what_it_says_then() -> None:
    """A stop that nobody heard the end of is not said again minutes later."""
    joystick = Joystick(MAPPING)
    assert joystick.command(state(1.0, pressed=(HELD, STOP))) == Command(0.0, stop=True)
    assert joystick.command(state(1.0, pressed=())) is None
    assert joystick.command(state(1.0)) == Command(MAPPING.walk_mps, heading=0.0)


@pytest.mark.parametrize("bad", [nan, inf, -inf])
@pytest.mark.parametrize("axis", ["forward", "left"])
def test_an_axis_that_is_no_number_is_refused(bad: float, axis: str) -> None:
    with pytest.raises(MessageError, match=rf"\({axis}\) is {bad}"):
        Joystick(MAPPING).command(state(**{axis: bad}))


@pytest.mark.parametrize("axes", range(max(MAPPING.forward.index, MAPPING.left.index) + 1))
def test_missing_axes_are_named(axes: int) -> None:
    with pytest.raises(MessageError, match=f"the joystick has {axes} axes, expected an axis"):
        Joystick(MAPPING).command(JoyState((0.0,) * axes, (0,) * 10))


@pytest.mark.parametrize("buttons", range(6))
def test_missing_buttons_are_named(buttons: int) -> None:
    with pytest.raises(MessageError, match=f"the joystick has {buttons} buttons, expected a button"):
        Joystick(MAPPING).command(JoyState((0.0,) * 6, (0,) * buttons))


axes_of_anything = st.lists(st.floats(width=32), max_size=8).map(tuple)
buttons_of_anything = st.lists(st.integers(-1, 2), max_size=12).map(tuple)


@given(st.lists(st.builds(JoyState, axes_of_anything, buttons_of_anything), max_size=8))
def test_whatever_comes_is_a_command_within_limits_or_refused(states: list[JoyState]) -> None:
    for mapping in (MAPPING, TURNING):
        joystick = Joystick(mapping)
        for joy in states:
            try:
                command = joystick.command(joy)
            except MessageError:
                continue
            if command is not None:
                assert 0.0 <= command.speed_mps <= mapping.run_mps
                assert abs(command.turn_rate or 0.0) <= mapping.fastest_turn * (1.0 + 1e-12)
                assert abs(command.heading or 0.0) <= pi


def test_the_direction_does_not_depend_on_the_dead_zone() -> None:
    wide = MAPPING.model_copy(update={"dead_zone": 0.5})
    assert commanded(state(0.6, 0.3), wide).heading == pytest.approx(atan2(0.3, 0.6))
