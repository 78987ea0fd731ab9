"""Hubs that may be left at half their cycle."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.robot.mirror import Mirror, mirror_forces
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.greedy import GreedyPlanner
from biped_control.steering.heel_strike import half_cycle, half_cycles
from biped_control.steering.intent import Intent
from biped_control.steering.motion_graph import motion_graph
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.operators import Wish
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.pilot import Pilot
from biped_control.steering.steering_settings import load_steering_settings

MIRROR = Mirror((0, 1, 2, 3, 4, 5, 7, 6), (1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0))
HALF = Placement(0.5, 0.0, 0.0, MIRROR)
NOBODY = Wish(Command(1.2), "", "nobody steers")


def mirrored_walk(clip: Clip) -> Clip:
    """The clip with its first half once more, mirrored."""
    half = clip.steps // 2
    positions = clip.positions.copy()
    positions[half : half + 2] = HALF.move(positions[:2])
    positions[half:] = HALF.move(positions[: half + 2])
    torques, forces, contacts = clip.torques.copy(), clip.forces.copy(), clip.contacts.copy()
    torques[half:] = MIRROR.torques(torques[:half])
    forces[half:] = mirror_forces(forces[:half])
    contacts[half:] = MIRROR.contacts(contacts[:half])
    return replace(clip, positions=positions, torques=torques, forces=forces, contacts=contacts)


@pytest.fixture
def clips(steering_clips: dict[str, Clip]) -> dict[str, Clip]:
    return steering_clips | {"walk": mirrored_walk(steering_clips["walk"])}


@pytest.fixture
def player(clips: dict[str, Clip]) -> ClipPlayer:
    """At the last step before the left heel strike."""
    player = ClipPlayer(clips, "walk", Placement(1.0, 2.0, 0.5), {"walk": HALF})
    while not player.at_decision:
        player.advance("left")
    return player


def test_the_half_of_a_symmetric_cycle_is_found(clips: dict[str, Clip]) -> None:
    half = half_cycle(clips["walk"], MIRROR)
    assert half is not None
    np.testing.assert_allclose((half.x, half.y, half.yaw), (0.5, 0.0, 0.0), atol=1e-12)
    assert half.mirror == MIRROR


@pytest.mark.parametrize("field", ["positions", "torques", "forces", "contacts"])
def test_what_is_not_symmetric_is_not_cut(clips: dict[str, Clip], field: str) -> None:
    array = getattr(clips["walk"], field).copy()
    array[70] = ~array[70] if field == "contacts" else array[70] + 1e-5
    assert half_cycle(replace(clips["walk"], **{field: array}), MIRROR) is None


def test_clips_that_are_no_cycles_and_odd_ones_are_not_cut(
    clips: dict[str, Clip], make_clip: Callable[..., Clip]
) -> None:
    assert half_cycle(clips["left"], MIRROR) is None
    assert half_cycle(make_clip("odd", steps=5), MIRROR) is None
    assert half_cycle(replace(clips["walk"], cyclic=False), MIRROR) is None


def test_settings_may_forbid_it(
    clips: dict[str, Clip], robot: RobotModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Mirror, "of", lambda _robot: MIRROR)
    settings = load_steering_settings()
    for allowed, found in ((True, {"walk"}), (False, set())):
        rules = settings.model_copy(update={"cut_at_heel_strike": allowed})
        assert half_cycles(clips, robot, rules).keys() == found


def test_the_hub_goes_on_unless_another_clip_follows(player: ClipPlayer) -> None:
    assert player.frame == 49
    for following in (None, "walk"):
        player.frame = 49
        player.advance(following)
        assert (player.clip.name, player.frame, player.clip_count) == ("walk", 50, 1)


def test_a_cut_is_smooth_and_plays_the_mirror_image(player: ClipPlayer) -> None:
    end = player.reference()
    player.cut("walk")
    begin = player.reference()
    was, now = end.placement.to_world(end.next_state), begin.placement.to_world(begin.state)
    np.testing.assert_allclose(now.q, was.q, atol=1e-12)
    np.testing.assert_allclose(now.v, was.v, atol=1e-9)
    assert (begin.frame, begin.placement.mirrored, player.clip_count) == (0, True, 2)


def test_a_left_turn_at_the_left_heel_strike_turns_right(player: ClipPlayer) -> None:
    player.advance("left")
    for _ in range(200):
        player.advance()
    assert (player.clip.name, player.frame) == ("walk", 0)
    assert player.placement.yaw == pytest.approx(0.5 - np.radians(30.0))
    assert player.placement.mirrored


def test_nothing_is_cut_elsewhere(player: ClipPlayer) -> None:
    player.advance()
    with pytest.raises(ClipError, match="frame 50 of 100"):
        player.cut("walk")
    while not player.at_last_frame:
        player.advance()
    with pytest.raises(ClipError, match="frame 99 of 100"):
        player.cut("walk")


@pytest.fixture
def pilot(clips: dict[str, Clip]) -> Pilot:
    graph = motion_graph(clips.values(), "walk")
    return Pilot(clips, graph, GreedyPlanner(graph), load_operator_settings(), {"walk": HALF})


@pytest.mark.parametrize(("mirrored", "frame"), [(False, 49), (True, 99)])
def test_planners_turn_to_the_wanted_side_where_clips_are_mirrored(
    pilot: Pilot, clips: dict[str, Clip], mirrored: bool, frame: int
) -> None:
    placement = Placement(yaw=0.5, mirror=MIRROR if mirrored else None)
    reference = clips["walk"].reference(frame, placement)
    assert pilot.decides(reference)
    choice = pilot.decide(reference, 0.0, Intent(0.5 + np.radians(25.0), 1.2), NOBODY)
    assert choice.clip == "right"
    assert "+25 degrees off: 'right' mirrored leaves -5" in choice.reason


@pytest.mark.parametrize("starts_mirrored", [False, True])
def test_a_decision_says_whether_its_clip_is_mirrored(
    pilot: Pilot, clips: dict[str, Clip], starts_mirrored: bool
) -> None:
    """What follows at half the cycle is the mirror image of what goes on there."""
    placement = Placement(mirror=MIRROR if starts_mirrored else None)
    for frame, wanted, expected in (
        (49, 0.5, not starts_mirrored),
        (49, None, starts_mirrored),
        (99, 0.5, starts_mirrored),
        (99, None, starts_mirrored),
    ):
        reference = clips["walk"].reference(frame, placement)
        choice = pilot.decide(reference, 0.0, Intent(wanted, 1.2), NOBODY)
        assert (choice.clip != "walk") == (wanted is not None)
        assert choice.mirrored == expected


def test_the_heading_of_a_mirrored_turn_goes_the_other_way(pilot: Pilot, clips: dict[str, Clip]) -> None:
    reference = clips["left"].reference(100, Placement(yaw=0.5, mirror=MIRROR))
    assert pilot.heading(reference) == pytest.approx(0.5 - np.radians(15.0))


def test_a_turn_that_is_asked_for_goes_to_the_side_of_its_name(pilot: Pilot, clips: dict[str, Clip]) -> None:
    pilot.ask_for("left")
    intent, straight = Intent(None, 1.2), Placement()
    assert pilot.decide(clips["walk"].reference(49, straight), 0.0, intent, NOBODY).clip == "walk"
    assert pilot.decide(clips["walk"].reference(99, straight), 0.0, intent, NOBODY).clip == "left"
    pilot.ask_for("stop")
    assert pilot.decide(clips["walk"].reference(49, straight), 0.0, intent, NOBODY).clip == "stop"


def test_a_step_aside_waits_as_a_turn_does(clips: dict[str, Clip], make_clip: Callable[..., Clip]) -> None:
    aside = make_clip("aside", "walk", "walk", advance=Placement(1.0, 0.3), steps=100)
    graph = motion_graph(clips.values(), "walk")
    pilot = Pilot(
        clips | {"aside": aside}, graph, GreedyPlanner(graph), load_operator_settings(), {"walk": HALF}
    )
    pilot.ask_for("aside")
    played = [
        pilot.decide(clips["walk"].reference(frame, Placement()), 0.0, Intent(None, 1.2), NOBODY).clip
        for frame in (49, 99)
    ]
    assert played == ["walk", "aside"]


def test_what_begins_in_a_hub_that_is_not_cut_does_not_wait(
    clips: dict[str, Clip], make_clip: Callable[..., Clip]
) -> None:
    """There will be no other heel strike to wait for."""
    bend = make_clip("bend", "run", "run", advance=Placement(2.0, 0.5, 0.4), steps=80)
    graph = motion_graph(clips.values(), "walk")
    pilot = Pilot(
        clips | {"bend": bend}, graph, GreedyPlanner(graph), load_operator_settings(), {"walk": HALF}
    )
    pilot.ask_for("bend")
    mirrored = clips["run"].reference(79, Placement(mirror=MIRROR))
    assert pilot.decide(mirrored, 0.0, Intent(None, 2.75), NOBODY).clip == "bend"
