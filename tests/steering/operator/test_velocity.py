"""What becomes of velocities."""

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.errors import MessageError
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.settings import OperatorSettings, load_operator_settings
from biped_control.steering.operator.velocity import Velocity, velocity_command


def test_forward_and_turning(settings: OperatorSettings) -> None:
    assert velocity_command(Velocity(0.8, 0.0, -0.3), settings) == Command(0.8, turn_rate=-0.3)
    assert velocity_command(Velocity(0.8), settings) == Command(0.8, turn_rate=0.0)
    assert velocity_command(Velocity(0.0), settings) == Command(0.0)


@pytest.mark.parametrize(
    ("velocity", "speed", "note"),
    [
        (Velocity(-0.5), 0.0, "it cannot walk backward and stands"),
        (Velocity(-0.5, 0.0, 1.0), 0.0, "it cannot walk backward and stands"),
        (Velocity(0.0, 0.0, 1.0), 0.0, "it cannot turn on the spot and stands"),
        (Velocity(1.0, -0.2), 1.0, "it cannot step sideways"),
        (Velocity(0.0, 0.2, 1.0), 0.0, "it cannot turn on the spot and stands; it cannot step sideways"),
        (Velocity(0.05, 0.005), 0.0, ""),
    ],
)
def test_what_it_cannot_do_it_says(
    velocity: Velocity, speed: float, note: str, settings: OperatorSettings
) -> None:
    command = velocity_command(velocity, settings)
    assert (command.speed_mps, command.note) == (speed, note)


@pytest.mark.parametrize("bad", [nan, inf, -inf])
@pytest.mark.parametrize("place", range(3))
def test_what_is_no_number_is_refused(bad: float, place: int, settings: OperatorSettings) -> None:
    numbers = [1.0, 0.0, 0.0]
    numbers[place] = bad
    with pytest.raises(MessageError, match="not finite"):
        velocity_command(Velocity(*numbers), settings)


@given(st.builds(Velocity, *[st.floats(allow_nan=False, allow_infinity=False)] * 3))
def test_any_numbers_give_a_command_within_limits(velocity: Velocity) -> None:
    settings = load_operator_settings()
    command = velocity_command(velocity, settings)
    assert command.speed_mps in (0.0, velocity.forward_mps)
    assert abs(command.turn_rate or 0.0) <= settings.fastest_turn
    assert command.heading is None
    assert not command.stop
