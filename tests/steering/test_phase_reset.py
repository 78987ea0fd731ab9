"""Clips that keep the feet's time."""

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip import Clip
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.phase_reset import Landing, PhaseReset, landings

NOTHING, ON_RIGHT, ON_LEFT, ON_BOTH = ([0.0, 0.0], [700.0, 0.0], [0.0, 700.0], [350.0, 350.0])
HALF, WHOLE = 64, 128


@pytest.fixture
def walk(walk_parts: WalkParts) -> Clip:
    return walk_parts.clips["walk"]


@pytest.fixture
def player(walk: Clip) -> ClipPlayer:
    return ClipPlayer({"walk": walk}, "walk")


def play(
    reset: PhaseReset, player: ClipPlayer, loads: list[float], ticks: int, climb: float = 0.0
) -> list[int]:
    """Frames after each of so many ticks; the foot that landed last did so so much higher."""
    frames = []
    for _ in range(ticks):
        reset.advance(player, np.array(loads), np.array([0.0, climb]))
        frames.append(player.frame)
    return frames


def test_a_walk_lands_right_at_its_first_step_and_left_at_half_its_cycle(walk: Clip) -> None:
    assert landings(walk, {"walk": walk}) == (Landing(0, 0), Landing(HALF, 1), Landing(WHOLE, 0))


def test_feet_that_feel_nothing_change_nothing(walk: Clip, player: ClipPlayer) -> None:
    frames = play(PhaseReset({"walk": walk}), player, NOTHING, 2 * WHOLE)
    assert frames == [tick % WHOLE for tick in range(1, 2 * WHOLE + 1)]


def test_feet_that_land_in_time_change_nothing(walk: Clip, player: ClipPlayer) -> None:
    reset, frames = PhaseReset({"walk": walk}), []
    for tick in range(1, WHOLE + 1):
        in_the_air = (14 <= tick < HALF, HALF + 14 <= tick < WHOLE)
        frames += play(reset, player, ON_RIGHT if in_the_air[0] else ON_LEFT if in_the_air[1] else ON_BOTH, 1)
    assert frames == [*range(1, WHOLE), 0]


def test_a_foot_that_lands_early_on_higher_ground_skips_to_the_step_before_its_landing(
    player: ClipPlayer, walk: Clip
) -> None:
    reset = PhaseReset({"walk": walk})
    play(reset, player, ON_RIGHT, 55)
    before = player.placement.move(player.reference().next_state.q)
    assert play(reset, player, ON_BOTH, 3, climb=0.03) == [HALF - 1, HALF, HALF + 1]
    skipped = player.placement.move(walk.reference(HALF + 1, Placement()).state.q)
    walked = (
        walk.reference(HALF + 1, Placement()).state.q[0] - walk.reference(HALF - 1, Placement()).state.q[0]
    )
    assert skipped[0] == pytest.approx(before[0] + walked, abs=2e-3), "nobody is to catch up"


def test_a_foot_that_lands_early_on_level_ground_goes_on(player: ClipPlayer, walk: Clip) -> None:
    """The robot has been pushed."""
    reset = PhaseReset({"walk": walk})
    play(reset, player, ON_RIGHT, 55)
    assert play(reset, player, ON_BOTH, 3) == [56, 57, 58]


def test_much_too_early_is_a_stumble_and_no_landing(player: ClipPlayer, walk: Clip) -> None:
    reset = PhaseReset({"walk": walk})
    play(reset, player, ON_RIGHT, 40)
    assert play(reset, player, ON_BOTH, 3, climb=0.03) == [41, 42, 43]


def test_a_foot_that_lands_late_is_waited_for_but_not_for_ever(player: ClipPlayer, walk: Clip) -> None:
    reset = PhaseReset({"walk": walk})
    play(reset, player, ON_RIGHT, HALF)
    before = player.reference()
    assert play(reset, player, ON_RIGHT, 12) == [HALF] * 10 + [HALF + 1, HALF + 2]
    waited = player.placement.move(before.state.q)[0] - before.placement.move(before.state.q)[0]
    one = before.next_state.q[0] - before.state.q[0]
    assert waited == pytest.approx(10 * one, rel=1e-2), "the clip goes along"


def test_a_mirrored_clip_lands_on_the_other_foot(walk_parts: WalkParts, walk: Clip) -> None:
    reset = PhaseReset({"walk": walk})
    mirrored = ClipPlayer({"walk": walk}, "walk", Placement(mirror=Mirror.of(walk_parts.robot)))
    play(reset, mirrored, ON_LEFT, HALF)
    assert play(reset, mirrored, ON_LEFT, 2) == [HALF, HALF], "the robot's right foot is late"
    assert play(reset, mirrored, ON_BOTH, 1) == [HALF + 1]
