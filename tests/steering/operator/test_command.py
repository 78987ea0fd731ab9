"""Commands are finite and have one direction."""

from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.errors import MessageError
from biped_control.steering.operator.command import Command, heading_command
from biped_control.steering.operator.settings import OperatorSettings, load_operator_settings

BAD = [float("nan"), float("inf"), -float("inf")]


@pytest.mark.parametrize("bad", BAD)
def test_what_is_no_number_is_refused(bad: float, settings: OperatorSettings) -> None:
    for make in (
        lambda: Command(bad),
        lambda: Command(1.0, heading=bad),
        lambda: Command(1.0, turn_rate=bad),
        lambda: heading_command(bad, settings),
        lambda: heading_command(0.0, settings, bad),
    ):
        with pytest.raises(MessageError, match="finite"):
            make()


def test_contradictions_are_refused() -> None:
    with pytest.raises(MessageError, match="contradict"):
        Command(1.0, heading=0.0, turn_rate=0.0)
    with pytest.raises(MessageError, match="stop and a speed"):
        Command(1.0, stop=True)
    with pytest.raises(MessageError, match="from 0"):
        Command(-1.0)


def test_a_heading_alone_means_to_cruise(settings: OperatorSettings) -> None:
    assert heading_command(0.5, settings) == Command(settings.cruise_mps, heading=0.5)
    assert heading_command(0.5, settings, 0.0).speed_mps == 0.0


@given(heading=st.floats(-pi + 1e-6, pi - 1e-6), turns=st.integers(-5, 5))
def test_full_turns_change_no_heading(heading: float, turns: int) -> None:
    command = heading_command(heading + turns * 2.0 * pi, load_operator_settings())
    assert command.heading == pytest.approx(heading, abs=1e-12)
