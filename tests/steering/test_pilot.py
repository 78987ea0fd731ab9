"""Who decides which clip follows: who asks for one, or the planner."""

from dataclasses import replace
from math import radians

import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.robot.placement import Placement
from biped_control.steering.greedy import GreedyPlanner
from biped_control.steering.intent import Intent
from biped_control.steering.motion_graph import motion_graph
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.operators import Wish
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.pilot import Pilot
from biped_control.steering.planner import Choice
from biped_control.steering.situation import Situation

NOBODY = Wish(Command(1.2), "", "nobody steers")
SOMEBODY = Wish(Command(1.2), "joystick", "joystick steers")
STRAIGHT = Intent(None, 1.2)


class Recorder:
    """A planner that goes on in the hub and remembers what it was asked."""

    name = "recorder"

    def __init__(self) -> None:
        self.asked: list[Situation] = []

    def choose(self, situation: Situation) -> Choice:
        self.asked.append(situation)
        return Choice(situation.hub, "because")


@pytest.fixture
def clips(steering_clips: dict[str, Clip]) -> dict[str, Clip]:
    """With a clip that no planner plays."""
    bow = replace(steering_clips["left"], name="bow", advance=Placement())
    circle = replace(steering_clips["walk"], name="circle", start_hub="circle", end_hub="circle")
    return steering_clips | {"bow": bow, "circle": circle}


@pytest.fixture
def planner() -> Recorder:
    return Recorder()


@pytest.fixture
def pilot(clips: dict[str, Clip], planner: Recorder) -> Pilot:
    graph = motion_graph((clip for clip in clips.values() if clip.name not in ("bow", "circle")), "walk")
    return Pilot(clips, graph, planner, load_operator_settings())


def end_of(clip: Clip, placement: Placement | None = None) -> Reference:
    return clip.reference(clip.steps - 1, placement or Placement())


def test_the_planner_knows_where_the_clip_ends(
    pilot: Pilot, planner: Recorder, clips: dict[str, Clip]
) -> None:
    intent = Intent(0.4, 2.5)
    choice = pilot.decide(end_of(clips["start_run"], Placement(3.0, 2.0, 0.25)), 0.7, intent, SOMEBODY)
    assert choice == Choice("run", "joystick steers; because")
    situation = planner.asked[0]
    assert (situation.hub, situation.heading, situation.cost) == ("run", 0.25, 0.7)
    assert (situation.intent, situation.wanted_hub) == (intent, "run")


def test_the_planner_counts_the_turn_that_ends(
    pilot: Pilot, planner: Recorder, clips: dict[str, Clip]
) -> None:
    pilot.decide(end_of(clips["left"], Placement(yaw=0.25)), 0.0, STRAIGHT, NOBODY)
    assert planner.asked[0].heading == pytest.approx(0.25 + radians(30.0))


def test_the_way_turns_with_the_clip(pilot: Pilot, clips: dict[str, Clip]) -> None:
    left = clips["left"]
    headings = [pilot.heading(left.reference(frame, Placement(yaw=1.0))) for frame in (0, 100)]
    assert headings == pytest.approx([1.0, 1.0 + radians(15.0)])
    assert pilot.decides(left.reference(199, Placement()))
    assert not pilot.decides(left.reference(198, Placement()))


def test_a_wanted_speed_between_two_gaits_does_not_make_them_change(
    pilot: Pilot, planner: Recorder, clips: dict[str, Clip]
) -> None:
    settings = load_operator_settings()
    for speed in (1.2, settings.still_mps + 0.01):
        pilot.decide(end_of(clips["walk"]), 0.0, Intent(None, speed), SOMEBODY)
    pilot.decide(end_of(clips["walk"]), 0.0, Intent(None, 0.0), SOMEBODY)
    pilot.decide(end_of(clips["walk"]), 0.0, Intent(None, settings.still_mps + 0.01), SOMEBODY)
    assert [situation.wanted_hub for situation in planner.asked] == ["walk", "walk", "stand", "stand"]
    pilot.begin()
    pilot.decide(end_of(clips["walk"]), 0.0, Intent(None, settings.still_mps + 0.01), SOMEBODY)
    assert planner.asked[-1].wanted_hub == "walk", "a new run does not remember"


def test_a_clip_is_played_once_when_the_way_there_is_gone(pilot: Pilot, clips: dict[str, Clip]) -> None:
    pilot.ask_for("bow")
    played = ["run"]
    for _ in range(4):
        played.append(pilot.decide(end_of(clips[played[-1]]), 0.0, STRAIGHT, SOMEBODY).clip)
    assert played == ["run", "end_run", "bow", "walk", "walk"]


def test_a_hub_goes_on_until_somebody_steers(pilot: Pilot, clips: dict[str, Clip]) -> None:
    pilot.ask_for("stand")
    played = ["walk"]
    for _ in range(3):
        choice = pilot.decide(end_of(clips[played[-1]]), 0.0, STRAIGHT, NOBODY)
        assert "asked for" in choice.reason
        played.append(choice.clip)
    assert played == ["walk", "stop", "stand", "stand"]
    choice = pilot.decide(end_of(clips["stand"]), 0.0, STRAIGHT, SOMEBODY)
    assert "because" in choice.reason
    assert "because" in pilot.decide(end_of(clips["stand"]), 0.0, STRAIGHT, NOBODY).reason


def test_a_stop_takes_the_quickest_way_whatever_planner_or_wish(pilot: Pilot, clips: dict[str, Clip]) -> None:
    """The planner here would go on in its hub for ever."""
    stop = Wish(Command(0.0, stop=True), "page", "page says stop")
    pilot.ask_for("bow")
    played = ["run"]
    for _ in range(4):
        choice = pilot.decide(end_of(clips[played[-1]]), 9.0, Intent(None, 0.0), stop)
        assert "page says stop" in choice.reason
        played.append(choice.clip)
    assert played == ["run", "end_run", "stop", "stand", "stand"]
    after = pilot.decide(end_of(clips["stand"]), 0.0, STRAIGHT, NOBODY)
    assert "because" in after.reason, "what was asked for before the stop is forgotten"


def test_standing_without_a_stop_is_the_planners_business(pilot: Pilot, clips: dict[str, Clip]) -> None:
    wish = Wish(Command(0.0), "cmd_vel", "cmd_vel steers")
    assert pilot.decide(end_of(clips["run"]), 9.0, Intent(None, 0.0), wish).clip == "run"


def test_what_a_stop_or_an_operator_forbids_is_refused_with_the_reason(
    pilot: Pilot, clips: dict[str, Clip]
) -> None:
    stop = Wish(Command(0.0, stop=True), "page", "page says stop")
    with pytest.raises(ClipError, match=r"'bow' is not played while page says stop; let go"):
        pilot.ask_for("bow", stop)
    with pytest.raises(ClipError, match=r"'run' would go on until somebody steers, and joystick steers"):
        pilot.ask_for("run", SOMEBODY)
    assert pilot.decide(end_of(clips["walk"]), 0.0, STRAIGHT, NOBODY).clip == "walk"
    pilot.ask_for("bow", SOMEBODY)
    assert pilot.decide(end_of(clips["walk"]), 0.0, STRAIGHT, SOMEBODY).clip == "bow"
    pilot.ask_for("run", replace(stop, source=""))
    assert pilot.decide(end_of(clips["walk"]), 0.0, STRAIGHT, NOBODY).clip == "start_run"


def test_it_stands_in_clips_from_standing_to_standing(clips: dict[str, Clip], planner: Recorder) -> None:
    hop = replace(clips["stand"], name="hop", cyclic=False)
    graph = motion_graph((clip for clip in clips.values() if clip.name not in ("bow", "circle")), "walk")
    pilot = Pilot(clips | {"hop": hop}, graph, planner, load_operator_settings())
    standing = [name for name in (*clips, "hop") if pilot.stands(end_of((clips | {"hop": hop})[name]))]
    assert standing == ["stand", "hop"]


def test_what_was_asked_for_can_be_taken_back(pilot: Pilot, clips: dict[str, Clip]) -> None:
    pilot.ask_for("stand")
    pilot.ask_for("")
    assert pilot.decide(end_of(clips["walk"]), 0.0, STRAIGHT, NOBODY).clip == "walk"


def test_without_a_way_nothing_happens(pilot: Pilot, clips: dict[str, Clip]) -> None:
    pilot.ask_for("circle")
    assert pilot.decide(end_of(clips["walk"]), 0.0, STRAIGHT, NOBODY).clip == "walk"


def test_unknown_clips_are_refused_with_those_that_are_known(pilot: Pilot, clips: dict[str, Clip]) -> None:
    pilot.ask_for("stand")
    with pytest.raises(ClipError, match=r"'cartwheel'.*bow, circle"):
        pilot.ask_for("cartwheel")
    assert pilot.decide(end_of(clips["walk"]), 0.0, STRAIGHT, NOBODY).clip == "stop", "as before"
    with pytest.raises(ClipError, match="'elsewhere'"):
        pilot.decide(replace(end_of(clips["walk"]), clip="elsewhere"), 0.0, STRAIGHT, NOBODY)


def test_a_planner_at_a_loss_means_straight_on(clips: dict[str, Clip]) -> None:
    graph = motion_graph((clip for clip in clips.values() if clip.name not in ("bow", "circle")), "walk")
    blind = GreedyPlanner(graph.without(["start_run", "end_run"]))
    choice = Pilot(clips, graph, blind, load_operator_settings()).decide(
        end_of(clips["run"]), 0.0, STRAIGHT, SOMEBODY
    )
    assert choice.clip == "run"
    assert "no hub 'run'" in choice.reason


def test_a_planner_may_hold_a_wish_back_but_not_for_ever(pilot: Pilot, clips: dict[str, Clip]) -> None:
    wish = Intent(None, 0.0)
    chosen = [pilot.decide(end_of(clips["run"]), 0.0, wish, SOMEBODY).clip for _ in range(6)]
    assert chosen[:4] == ["run"] * 4
    assert chosen[4] != "run"
    assert clips[chosen[4]].start_hub == "run"


class Turner(Recorder):
    """Turns left in the walk where that is more than 20 degrees away; never leaves a run."""

    def choose(self, situation: Situation) -> Choice:
        turns = situation.hub == "walk" and situation.heading_error > radians(20.0) and situation.cost < 0.5
        going = "start_run" if (situation.hub, situation.wanted_hub) == ("walk", "run") else situation.hub
        return Choice("left" if turns else going, "because")


def test_a_hub_without_turns_is_left_to_turn_and_taken_up_again(clips: dict[str, Clip]) -> None:
    """A planner that never leaves the run by itself; each turn is one of 30 degrees."""
    graph = motion_graph((clip for clip in clips.values() if clip.name not in ("bow", "circle")), "walk")
    pilot = Pilot(clips, graph, Turner(), load_operator_settings())
    fast, intent = Wish(Command(2.8), "cmd_vel", "cmd_vel steers"), Intent(radians(90.0), 2.8)
    at, played, reasons = end_of(clips["run"]), list[str](), list[str]()
    for _ in range(12):
        choice = pilot.decide(at, 0.7 if at.clip == "run" else 0.1, intent, fast)
        clip, end = clips[choice.clip], at.placement.compose(clips[at.clip].advance)
        at = end_of(clip, end)
        played, reasons = [*played, choice.clip], [*reasons, choice.reason]
    assert played == ["run"] * 4 + ["end_run"] + ["left"] * 3 + ["start_run"] + ["run"] * 3
    assert "'walk' to turn there comes when it has settled" in reasons[0]
    assert "on the way to 'walk' to turn there" in reasons[4]


@pytest.mark.parametrize("heading", [None, 0.0, radians(19.0)])
def test_a_run_goes_on_where_the_planner_would_not_turn_anyhow(
    clips: dict[str, Clip], heading: float | None
) -> None:
    graph = motion_graph((clip for clip in clips.values() if clip.name not in ("bow", "circle")), "walk")
    pilot = Pilot(clips, graph, Turner(), load_operator_settings())
    chosen = [pilot.decide(end_of(clips["run"]), 0.0, Intent(heading, 2.8), SOMEBODY) for _ in range(8)]
    assert {(choice.clip, choice.reason) for choice in chosen} == {("run", "joystick steers; because")}


def test_a_graph_without_turns_runs_on(clips: dict[str, Clip]) -> None:
    straight = [clip for clip in clips.values() if clip.name not in ("bow", "circle", "left", "right")]
    pilot = Pilot(clips, motion_graph(straight, "walk"), Turner(), load_operator_settings())
    intent = Intent(radians(90.0), 2.8)
    assert {pilot.decide(end_of(clips["run"]), 0.0, intent, SOMEBODY).clip for _ in range(8)} == {"run"}


def test_a_planner_that_does_what_is_wanted_is_not_overruled(pilot: Pilot, clips: dict[str, Clip]) -> None:
    chosen = [pilot.decide(end_of(clips["walk"]), 0.0, STRAIGHT, SOMEBODY).clip for _ in range(10)]
    assert set(chosen) == {"walk"}
