"""The planner of references: decisions that come late, never, or cannot be followed."""

from math import nan
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import ClipDecision, Reference
from biped.srv import Edit

from biped_control.motion.library.named_clip import named_clip
from biped_control.nodes.qos import DECISION_QOS
from biped_control.nodes.reference_planner import ReferencePlanner
from biped_control.robot.model import RobotModel

RATE = 120.0


def reference_of(bench: Any, idle: Any, tick: int) -> Reference:
    heard = bench.heard["reference"]
    bench.tell("robot_state", idle.state(tick))
    bench.until(lambda: bool(heard) and heard[-1].tick == tick, f"the reference of tick {tick}")
    return heard[-1]


def decide(bench: Any, steps: int, clip: str) -> None:
    """Steering lets a clip follow on the first one, at the end of its steps."""
    decision = ClipDecision(clip_count=2, frame=steps - 1, clip=clip)
    bench.tell("clip_decision", decision, DECISION_QOS)


def test_it_waits_for_steering_where_a_clip_ends(bench: Any, idle: Any, robot: RobotModel) -> None:
    clip = named_clip("walk", robot, RATE)
    node = bench.start(ReferencePlanner)
    node._patience = 1e9
    heard = bench.listen(Reference, "reference")
    last = reference_of(bench, idle, clip.steps - 1)
    assert (last.frame, last.frames, last.clip_count) == (clip.steps - 1, clip.steps, 1)
    for _ in range(2):  # the simulator repeats what gets no answer
        bench.tell("robot_state", idle.state(clip.steps))
    bench.until(lambda: len(heard) == 2, "the last reference again")
    assert heard[-1] == last
    decide(bench, clip.steps, "walk")
    bench.until(lambda: heard[-1].tick == clip.steps, "the next clip")
    assert (heard[-1].frame, heard[-1].clip_count, heard[-1].x) == (0, 2, clip.advance.x)


def test_a_silent_steering_is_done_without(bench: Any, idle: Any, robot: RobotModel) -> None:
    clip = named_clip("walk", robot, RATE)
    node = bench.start(ReferencePlanner)
    node._patience = 0.0
    bench.listen(Reference, "reference")
    assert reference_of(bench, idle, 0).clip_count == 1
    following = reference_of(bench, idle, clip.steps + 3)
    assert (following.clip, following.frame, following.clip_count) == ("walk", 3, 2)


def test_an_unknown_clip_is_not_taken(bench: Any, idle: Any, robot: RobotModel) -> None:
    clip = named_clip("walk", robot, RATE)
    node = bench.start(ReferencePlanner)
    node._patience = 1e9
    heard = bench.listen(Reference, "reference")
    reference_of(bench, idle, clip.steps - 1)
    decide(bench, clip.steps, "moonwalk")
    decide(bench, clip.steps, "walk")
    reference_of(bench, idle, clip.steps)
    assert {reference.clip for reference in heard} == {"walk"}


def test_a_clip_that_starts_elsewhere_is_not_taken(
    bench: Any, idle: Any, robot: RobotModel, cut_walk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The robot would have to jump from one hub to the other."""
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    clip = named_clip("one", robot, RATE)
    node = bench.start(ReferencePlanner, clip="one_to_two")
    node._patience = 1e9
    bench.listen(Reference, "reference")
    assert reference_of(bench, idle, clip.steps - 1).clip == "one"
    for name in ("two", "two_to_one", "one_to_two"):
        decide(bench, clip.steps, name)
    following = reference_of(bench, idle, clip.steps)
    assert (following.clip, following.frame, following.clip_count) == ("one_to_two", 0, 2)


def test_with_a_silent_steering_the_hub_goes_on(
    bench: Any, idle: Any, robot: RobotModel, cut_walk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    steps = {name: named_clip(name, robot, RATE).steps for name in ("one", "one_to_two", "two")}
    node = bench.start(ReferencePlanner, clip="one_to_two")
    node._patience = 0.0
    bench.listen(Reference, "reference")
    reference_of(bench, idle, 0)
    decide(bench, steps["one"], "one_to_two")
    arrived = steps["one"] + steps["one_to_two"]
    assert reference_of(bench, idle, arrived - 1).clip == "one_to_two"
    assert reference_of(bench, idle, arrived).clip == "two"
    again = reference_of(bench, idle, arrived + steps["two"])
    assert (again.clip, again.frame, again.clip_count) == ("two", 0, 4)


def test_a_tick_that_goes_back_starts_the_motion_again(bench: Any, idle: Any) -> None:
    bench.start(ReferencePlanner)
    bench.listen(Reference, "reference")
    assert reference_of(bench, idle, 40).frame == 40
    again = reference_of(bench, idle, 0)
    assert (again.frame, again.clip_count, again.x) == (0, 1, 0.0)


def test_a_bad_state_neither_takes_the_place_of_a_good_one_nor_starts_again(bench: Any, idle: Any) -> None:
    node = bench.start(ReferencePlanner, feel_ground=True)
    bench.listen(Reference, "reference")
    assert reference_of(bench, idle, 40).frame == 40
    felt: list[Any] = []
    node._reference.feel = lambda *sensed: felt.append(sensed)
    for tick in (0, 41):
        bad = idle.state(tick)
        bad.contact_points = bad.contact_forces = [nan] * 3
        bench.tell("robot_state", bad)
    bench.until(lambda: node.dropped == 2, "two dropped messages")
    assert reference_of(bench, idle, 41).frame == 41
    assert len(felt) == 1


def test_an_edit_is_done_as_a_whole_from_the_next_tick_on(bench: Any, idle: Any) -> None:
    bench.start(ReferencePlanner, policy="modal")
    bench.listen(Reference, "reference")
    before = reference_of(bench, idle, 0)
    assert not before.edited
    assert not len(before.end_positions)
    answer = bench.ask(Edit, "reference_planner/edit", Edit.Request(edit="stride=-0.1m,tempo=0.9,over=0.1s"))
    assert answer.success, answer.message
    assert answer.message.startswith("'walk', way -1")
    after = reference_of(bench, idle, 30)
    assert after.edited
    assert after.frame < 30, "slower"
    assert len(after.end_positions) == len(after.positions)
    assert len(after.window_contacts) % 4 == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("stride=0.1m,slope=80deg", "slope: Input should be less than or equal to 15"),
        ("stride=0.4m", "leg"),
        ("stride=0.1m@3s", "expected no time"),
        ("stride=nan", "'nan'"),
        ("", "expected such as"),
    ],
)
def test_a_bad_edit_changes_nothing(bench: Any, idle: Any, text: str, words: str) -> None:
    bench.start(ReferencePlanner, policy="modal")
    bench.listen(Reference, "reference")
    reference_of(bench, idle, 0)
    answer = bench.ask(Edit, "reference_planner/edit", Edit.Request(edit=text))
    assert not answer.success
    assert words in answer.message
    after = reference_of(bench, idle, 1)
    assert (after.edited, after.frame) == (False, 1)


def test_only_a_policy_that_plans_ahead_is_given_edits(bench: Any, idle: Any) -> None:
    """Which one runs is heard from its node; that of another namespace is another robot's."""
    from rcl_interfaces.msg import Parameter, ParameterEvent, ParameterType, ParameterValue
    from rclpy.qos import qos_profile_parameter_events

    node = bench.start(ReferencePlanner)
    bench.listen(Reference, "reference")
    reference_of(bench, idle, 0)
    edit = Edit.Request(edit="stride=-0.1m")

    def change(name: str, sender: str = "/look_ahead_policy") -> None:
        value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=name)
        event = ParameterEvent(node=sender, changed_parameters=[Parameter(name="policy", value=value)])
        bench.tell("/parameter_events", event, qos_profile_parameter_events)

    assert "choose policy 'modal'" in bench.ask(Edit, "reference_planner/edit", edit).message
    plan_ahead, told = node._reference.plan_ahead, list[bool]()
    node._reference.plan_ahead = lambda does: (told.append(does), plan_ahead(does))
    change("modal", "/another/look_ahead_policy")
    change("lqr")
    change("modal")
    bench.until(lambda: len(told) >= 2 and told[-1], "the changes")
    assert told == [False, True]
    assert bench.ask(Edit, "reference_planner/edit", edit).success
