"""Clips in sequence: frames, counts and placements."""

from collections.abc import Callable
from math import pi

import numpy as np
import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.robot.placement import Placement
from biped_control.robot.state import State
from biped_control.steering.clip_player import ClipPlayer

MakeClip = Callable[..., Clip]
QUARTER_TURN = Placement(2.0, 1.0, pi / 2)


@pytest.fixture
def clips(make_clip: MakeClip) -> dict[str, Clip]:
    return {
        "turn": make_clip("turn", advance=QUARTER_TURN),
        "shift": make_clip("shift", "turn", "turn", steps=2, advance=Placement(5.0, 0.0, 0.0)),
    }


def test_plays_every_frame_once_and_counts_clips(clips: dict[str, Clip]) -> None:
    player = ClipPlayer(clips, "turn")
    seen = []
    for _ in range(7):
        reference = player.reference()
        seen.append((reference.clip, reference.frame, player.clip_count))
        player.advance("shift" if player.clip_count == 1 else "turn")
    first = [("turn", frame, 1) for frame in range(3)]
    assert seen == [*first, ("shift", 0, 2), ("shift", 1, 2), ("turn", 0, 3), ("turn", 1, 3)]


def test_next_clip_is_placed_where_the_last_one_ended(clips: dict[str, Clip]) -> None:
    """Turning left by 90 degrees, then going 5 m ahead, ends 5 m to the left."""
    player = ClipPlayer(clips, "turn", Placement(10.0, 0.0, 0.0))
    for following in ("turn", "turn", "shift", "turn", "turn"):
        player.advance(following)
    assert (player.placement.x, player.placement.y) == pytest.approx((12.0, 6.0))
    assert player.placement.yaw == pytest.approx(pi / 2)


def test_four_quarter_turns_close_a_square(clips: dict[str, Clip]) -> None:
    player = ClipPlayer(clips, "turn")
    for _ in range(4 * 3):
        player.advance()
    start, end = ClipPlayer(clips, "turn").reference(), player.reference()
    q = start.state.q
    expected = start.placement.to_world(State(q, q))
    returned = end.placement.to_world(State(q, q))
    np.testing.assert_allclose(returned.q[:3], expected.q[:3], atol=1e-12)
    assert returned.q[3] - expected.q[3] == pytest.approx(2.0 * pi)


def test_decision_before_the_last_frame_is_ignored(clips: dict[str, Clip]) -> None:
    player = ClipPlayer(clips, "turn")
    player.advance("shift")
    assert player.clip.name == "turn"
    assert not player.at_last_frame
    player.advance("shift")
    assert player.at_last_frame


def test_unknown_clips_are_named(clips: dict[str, Clip]) -> None:
    with pytest.raises(ClipError, match=r"'run'.*shift.*turn"):
        ClipPlayer(clips, "run")
    player = ClipPlayer(clips, "shift")
    player.advance()
    with pytest.raises(ClipError, match=r"'run'.*shift.*turn"):
        player.advance("run")


def test_without_a_decision_the_end_hub_follows(clips: dict[str, Clip]) -> None:
    player = ClipPlayer(clips, "shift")
    seen = []
    for _ in range(8):
        seen.append((player.clip.name, player.frame))
        player.advance()
    turn = [("turn", frame) for frame in range(3)]
    assert seen == [("shift", 0), ("shift", 1), *turn, *turn]


def test_a_clip_that_starts_elsewhere_is_refused(clips: dict[str, Clip], make_clip: MakeClip) -> None:
    clips["run"] = make_clip("run")
    clips["speed_up"] = make_clip("speed_up", "turn", "run")
    player = ClipPlayer(clips, "turn")
    player.advance()
    player.advance()
    with pytest.raises(ClipError, match=r"'run' starts from 'run' but clip 'turn' ends in 'turn'"):
        player.advance("run")
    assert (player.clip.name, player.frame, player.clip_count) == ("turn", 2, 1)
    player.advance("speed_up")
    for _ in range(2):
        player.advance()
    with pytest.raises(ClipError, match=r"'shift' starts from 'turn' but clip 'speed_up' ends in 'run'"):
        player.advance("shift")
    player.advance("run")
    assert (player.clip.name, player.clip_count) == ("run", 3)


def test_clips_of_different_rates_are_refused(clips: dict[str, Clip], make_clip: MakeClip) -> None:
    clips["fast"] = make_clip("fast", rate_hz=240.0)
    with pytest.raises(ClipError, match="fast 240 Hz"):
        ClipPlayer(clips, "turn")


@pytest.mark.parametrize("frame", [0, 3, 7])
def test_skips_only_ahead_and_within_the_clip(clips: dict[str, Clip], frame: int) -> None:
    player = ClipPlayer(clips, "turn")
    with pytest.raises(ClipError, match=f"cannot skip from step 0 to {frame}"):
        player.skip_to(frame)
    assert player.frame == 0
