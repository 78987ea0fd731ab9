"""Turn rates that add up to headings."""

from math import pi, radians, remainder

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.steering.intent import Intent
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.heading_target import HeadingTarget
from biped_control.steering.operator.settings import OperatorSettings, load_operator_settings

SETTINGS = load_operator_settings()
DT = 1.0 / 120.0


def turned(rate: float, seconds: float, heading: float = 0.0) -> tuple[HeadingTarget, Intent]:
    """After a robot that does not turn has been told to turn for a while."""
    target = HeadingTarget(SETTINGS)
    intent = Intent(None, 0.0)
    for tick in range(round(seconds / DT) + 1):
        intent = target.intent(Command(1.0, turn_rate=rate), heading, 5.0 + tick * DT)
    return target, intent


def test_headings_and_straight_on_pass_through() -> None:
    target = HeadingTarget(SETTINGS)
    assert target.intent(Command(1.2, heading=2.0), 0.5, 0.0) == Intent(2.0, 1.2)
    assert target.intent(Command(1.2), 0.5, 0.1) == Intent(None, 1.2)
    assert target.intent(Command(SETTINGS.still_mps / 2, heading=2.0), 0.5, 0.2) == Intent(2.0, 0.0)


@pytest.mark.parametrize("rate", [0.5, -0.5])
@pytest.mark.parametrize("heading", [0.0, 3.0, -3.1])
def test_a_turn_rate_adds_up(rate: float, heading: float) -> None:
    _, intent = turned(rate, 1.5, heading)
    assert intent.heading is not None
    assert abs(intent.heading) <= pi
    assert remainder(intent.heading - heading, 2.0 * pi) == pytest.approx(rate * 1.5)
    assert intent.speed_mps == 1.0


def test_it_does_not_run_away_from_a_robot_that_cannot_follow() -> None:
    _, intent = turned(1.0, 20.0)
    assert intent.heading == pytest.approx(SETTINGS.turn_lead)


def test_the_heading_stays_in_the_world_while_the_robot_follows() -> None:
    target, _ = turned(0.5, 1.0)
    for heading in (0.1, 0.3, 0.5, 0.7):
        intent = target.intent(Command(1.0, turn_rate=0.0), heading, 6.0 + DT)
        assert intent.heading == pytest.approx(0.5)


def test_a_robot_that_turns_along_turns_on_and_on() -> None:
    target, heading, asked = HeadingTarget(SETTINGS), 0.0, 0.0
    rate = radians(45.0)
    for tick in range(round(16.0 / DT)):
        intent = target.intent(Command(1.0, turn_rate=rate), heading, tick * DT)
        assert intent.heading is not None
        error = remainder(intent.heading - heading, 2.0 * pi)
        asked += error * 2.0 * DT
        heading = remainder(heading + error * 2.0 * DT, 2.0 * pi)
    assert asked == pytest.approx(2.0 * 2.0 * pi, abs=0.5), "two full turns less its lag"


@pytest.mark.parametrize("between", [Command(1.0), Command(1.0, heading=-1.0), Command(0.0, turn_rate=0.5)])
def test_going_straight_a_heading_or_standing_forgets_the_turn(between: Command) -> None:
    target, _ = turned(0.5, 1.0)
    target.intent(between, 0.2, 6.0 + DT)
    assert target.intent(Command(1.0, turn_rate=0.0), 0.2, 6.0 + 2 * DT).heading == pytest.approx(0.2)


@pytest.mark.parametrize("time", [6.0 + 2.0 * SETTINGS.lost_after_s, 1e9, 0.0])
def test_gaps_and_jumps_of_the_clock_turn_nothing(time: float) -> None:
    target, before = turned(0.5, 1.0)
    assert target.intent(Command(1.0, turn_rate=0.5), 0.0, time).heading == pytest.approx(before.heading)


steps = st.lists(
    st.tuples(
        st.floats(-1.0, 1.0),
        st.floats(-10.0, 10.0),
        st.one_of(
            st.builds(Command, st.floats(0.0, 3.0), turn_rate=st.floats(-2.0, 2.0)),
            st.builds(Command, st.floats(0.0, 3.0), heading=st.floats(-pi, pi)),
            st.builds(Command, st.floats(0.0, 3.0)),
        ),
    ),
    max_size=20,
)


@given(steps=steps, lead=st.floats(1.0, 179.0))
def test_the_lead_is_limited_whatever_happens(steps: list[tuple[float, float, Command]], lead: float) -> None:
    settings: OperatorSettings = SETTINGS.model_copy(update={"turn_lead_deg": lead})
    target, time = HeadingTarget(settings), 0.0
    for pause, heading, command in steps:
        time += pause
        intent = target.intent(command, heading, time)
        assert intent.speed_mps in (0.0, command.speed_mps)
        if command.turn_rate is not None and intent.speed_mps:
            assert intent.heading is not None
            assert abs(remainder(intent.heading - heading, 2.0 * pi)) <= radians(lead) + 1e-9
        else:
            assert intent.heading == command.heading
