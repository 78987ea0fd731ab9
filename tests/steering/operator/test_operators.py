"""Several operators, silent ones, and clocks that jump."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.steering.operator.command import Command
from biped_control.steering.operator.operators import Operators, Wish
from biped_control.steering.operator.settings import OperatorSettings, load_operator_settings

SETTINGS = load_operator_settings()
STOPPING = SETTINGS.model_copy(update={"when_lost": "stop"})
LOST_AFTER = SETTINGS.lost_after_s
SLOW, FAST, RUNNING = Command(0.8, turn_rate=0.3), Command(1.5, heading=1.0), Command(2.75, heading=2.0)


@pytest.fixture
def operators() -> Operators:
    return Operators(SETTINGS, start_speed_mps=1.2)


def straight(speed: float) -> Command:
    return Command(speed)


def test_before_anybody_speaks_the_robot_goes_as_it_was_started(operators: Operators) -> None:
    assert operators.wish(0.0) == Wish(straight(1.2), "", "nobody steers")
    assert operators.wish(1e6).command == straight(1.2)
    assert Operators(STOPPING, 0.0).wish(1.0).command == straight(0.0)
    assert Operators(STOPPING, 1.2).wish(1.0).command == straight(1.2), "nobody was lost"


def test_an_operator_is_heard_until_it_is_lost(operators: Operators) -> None:
    operators.hear("cmd_vel", SLOW, 10.0)
    assert operators.wish(10.0) == Wish(SLOW, "cmd_vel", "cmd_vel steers")
    assert operators.wish(10.0 + LOST_AFTER).command == SLOW
    wish = operators.wish(10.01 + LOST_AFTER)
    assert wish == Wish(straight(0.8), "", "cmd_vel is silent for more than 0.5 s: straight on")
    assert operators.wish(1000.0).command == straight(0.8)


def test_lost_may_mean_to_stop() -> None:
    operators = Operators(STOPPING, 1.2)
    operators.hear("cmd_vel", SLOW, 0.0)
    assert operators.wish(0.1).command == SLOW
    assert operators.wish(1.0) == Wish(straight(0.0), "", "cmd_vel is silent for more than 0.5 s: stand")


@pytest.mark.parametrize("settings", [SETTINGS, STOPPING])
def test_letting_go_is_like_being_lost_but_at_once(settings: OperatorSettings) -> None:
    operators = Operators(settings, 1.2)
    operators.hear("joystick", SLOW, 0.0)
    assert operators.wish(0.0).command == SLOW
    operators.hear("joystick", None, 0.02)
    wish = operators.wish(0.02)
    assert wish.command == straight(0.8 if settings is SETTINGS else 0.0)
    assert wish.reason.startswith("joystick let go")


def test_a_joystick_that_nobody_holds_changes_nothing(operators: Operators) -> None:
    for tick in range(100):
        operators.hear("joystick", None, tick * 0.02)
    assert operators.wish(2.0) == Wish(straight(1.2), "", "nobody steers")


def test_without_an_operator_nobody_runs_and_who_stands_stays(operators: Operators) -> None:
    operators.hear("joystick", RUNNING, 0.0)
    assert operators.wish(0.0).command == RUNNING
    assert operators.wish(1.0).command == straight(SETTINGS.cruise_mps)
    operators.hear("joystick", straight(0.0), 2.0)
    assert operators.wish(2.0).command == straight(0.0)
    wish = operators.wish(3.0)
    assert wish.command == straight(0.0)
    assert wish.reason.endswith(": stand")


def test_who_began_last_is_heard_and_then_again_who_began_before(operators: Operators) -> None:
    for tick in range(50):
        now = tick * 0.02
        operators.hear("cmd_vel", SLOW, now)
        if tick >= 10:
            operators.hear("joystick", FAST if tick < 30 else None, now)
        operators.hear("cmd_vel", SLOW, now + 0.01)  # the last that spoke, but not the last that began
        assert operators.wish(now + 0.01).source == ("joystick" if 10 <= tick < 30 else "cmd_vel")


def test_who_was_lost_begins_anew(operators: Operators) -> None:
    operators.hear("cmd_vel", SLOW, 0.0)
    operators.hear("joystick", FAST, 0.1)
    operators.hear("joystick", FAST, 0.6)
    assert operators.wish(0.6).source == "joystick"
    operators.hear("cmd_vel", SLOW, 0.7)
    assert operators.wish(0.7).source == "cmd_vel"


STOP, STAND = Command(0.0, stop=True), Command(0.0)


def test_a_stop_counts_whoever_says_it(operators: Operators) -> None:
    operators.hear("joystick", STOP, 0.0)
    operators.hear("cmd_vel", FAST, 0.1)
    wish = operators.wish(0.1)
    assert (wish.command, wish.source, wish.reason) == (STOP, "joystick", "joystick says stop")


@pytest.mark.parametrize("settings", [SETTINGS, STOPPING])
@pytest.mark.parametrize("ends_in", ["silence", "letting go", "a speed of 0"])
def test_a_stop_holds_when_nobody_says_it_any_more(settings: OperatorSettings, ends_in: str) -> None:
    operators = Operators(settings, 1.2)
    operators.hear("joystick", FAST, 0.0)
    operators.hear("joystick", STOP, 0.1)
    if ends_in != "silence":
        operators.hear("joystick", None if ends_in == "letting go" else STAND, 0.2)
    wish = operators.wish(240.0)
    assert (wish.command, wish.source) == (STOP, "")
    assert wish.reason == "joystick said stop: stand until somebody steers anew"


def test_a_stop_between_two_looks_is_not_missed(operators: Operators) -> None:
    operators.hear("topic stop", STOP, 0.0)
    operators.hear("topic stop", None, 0.0)
    assert operators.wish(1.0).command == STOP


def test_motion_that_begins_after_a_stop_ends_it(operators: Operators) -> None:
    operators.hear("joystick", STOP, 0.0)
    operators.hear("joystick", None, 0.1)
    operators.hear("cmd_vel", STAND, 0.2)
    assert operators.wish(0.2).command == STOP, "to stand is no motion"
    operators.hear("cmd_vel", SLOW, 0.3)
    assert operators.wish(0.3) == Wish(SLOW, "cmd_vel", "cmd_vel steers")
    assert operators.wish(10.0).command == straight(0.8), "and it is over for good"


@pytest.mark.parametrize("pause", [STAND, None, "silence"])
def test_motion_that_was_wanted_before_a_stop_must_pause(
    operators: Operators, pause: Command | str | None
) -> None:
    for tick in range(60):
        operators.hear("cmd_vel", FAST, tick * 0.1)
        if tick in (10, 11):
            operators.hear("page", STOP, tick * 0.1)
        if tick == 12:
            operators.hear("page", None, tick * 0.1)
        assert operators.wish(tick * 0.1).command == (FAST if tick < 10 else STOP)
    assert operators.wish(6.0).reason.endswith("(cmd_vel must pause first)")
    if not isinstance(pause, str):
        operators.hear("cmd_vel", pause, 6.1)
    operators.hear("cmd_vel", FAST, 6.7)
    assert operators.wish(6.7).command == FAST


def test_a_stick_that_is_still_pushed_after_the_stop_must_be_centred(operators: Operators) -> None:
    for now, command, expected in (
        (0.0, FAST, FAST),
        (0.1, STOP, STOP),
        (0.2, FAST, STOP),
        (0.3, STAND, STOP),
        (0.4, FAST, FAST),
    ):
        operators.hear("joystick", command, now)
        assert operators.wish(now).command == expected


def test_motion_that_begins_while_a_stop_is_said_does_not_follow_it(operators: Operators) -> None:
    for tick in range(10):
        operators.hear("page", STOP if tick < 8 else None, tick * 0.1)
        operators.hear("cmd_vel", FAST, tick * 0.1)
        assert operators.wish(tick * 0.1).command == STOP


def test_who_has_not_paused_is_not_heard_after_others_ended_the_stop(operators: Operators) -> None:
    operators.hear("cmd_vel", FAST, 0.0)
    operators.hear("page", STOP, 0.1)
    operators.hear("page", None, 0.2)
    operators.hear("heading", SLOW, 0.3)
    operators.hear("cmd_vel", FAST, 0.4)
    assert operators.wish(0.4).source == "heading"
    operators.hear("heading", None, 0.5)
    wish = operators.wish(0.5)
    assert (wish.command, wish.reason) == (
        straight(0.8),
        "heading let go: straight on (cmd_vel must pause first)",
    )


def test_motion_that_is_asked_for_otherwise_ends_a_stop_that_nobody_says(operators: Operators) -> None:
    operators.hear("page", STOP, 0.0)
    operators.end_stop()
    assert operators.wish(0.1).command == STOP, "it is being said"
    operators.hear("page", None, 0.2)
    operators.end_stop()
    assert operators.wish(0.2) == Wish(STAND, "", "the stop of page is over, a clip was asked for: stand")


def test_who_stands_when_the_operator_is_lost_stands(operators: Operators) -> None:
    """Also where the last that was said is a speed: a squat was played meanwhile."""
    operators.hear("heading", FAST, 0.0)
    assert operators.wish(0.1, standing=True).command == FAST
    lost = operators.wish(1.0, standing=True)
    assert lost == Wish(STAND, "", "heading is silent for more than 0.5 s: stand")
    assert operators.wish(2.0).command == STAND, "and goes on to"


def test_what_cannot_be_done_is_in_the_reason(operators: Operators) -> None:
    operators.hear("cmd_vel", Command(0.0, note="it cannot walk backward and stands"), 0.0)
    assert operators.wish(0.0).reason == "cmd_vel steers: it cannot walk backward and stands"


def test_a_clock_that_jumps_back_makes_everything_forgotten(operators: Operators) -> None:
    operators.hear("cmd_vel", SLOW, 100.0)
    assert operators.wish(100.0).command == SLOW
    assert operators.wish(3.0) == Wish(straight(1.2), "", "nobody steers")
    operators.hear("cmd_vel", SLOW, 3.1)
    operators.reset()
    assert operators.wish(0.0).reason == "nobody steers"


events = st.lists(
    st.tuples(
        st.floats(0.0, 0.8),
        st.sampled_from(["joystick", "cmd_vel", "heading"]),
        st.sampled_from([None, SLOW, FAST, RUNNING, straight(0.0), Command(0.0, stop=True)]),
    ),
    max_size=25,
)


@given(events=events, when_lost=st.sampled_from([SETTINGS, STOPPING]), silence=st.floats(0.51, 10.0))
def test_a_command_never_outlives_its_operator(
    events: Sequence[tuple[float, str, Command | None]], when_lost: OperatorSettings, silence: float
) -> None:
    operators, now = Operators(when_lost, 1.2), 0.0
    newest: dict[str, tuple[float, Command | None]] = {}
    for pause, source, command in events:
        now += pause
        operators.hear(source, command, now)
        newest[source] = now, command
        wish = operators.wish(now)
        alive = {name: said for name, (time, said) in newest.items() if said and now - time <= LOST_AFTER}
        if wish.source:
            assert wish.command == alive[wish.source]
        else:
            assert (wish.command.heading, wish.command.turn_rate) == (None, None)
        if any(said.stop for said in alive.values()):
            assert wish.command.stop
    before = operators.wish(now).command.speed_mps
    after = operators.wish(now + silence)
    assert after.source == ""
    assert (after.command.heading, after.command.turn_rate) == (None, None)
    if after.command.stop:
        assert any(command and command.stop for _, _, command in events)
        assert after.command.speed_mps == 0.0
    elif any(command for _, _, command in events):
        assert after.command.speed_mps == (0.0 if when_lost is STOPPING else min(before, SETTINGS.cruise_mps))
    else:
        assert after.command.speed_mps == 1.2
