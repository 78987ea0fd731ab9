"""Clips in sequence: frames, counts and placements."""

from math import pi

import numpy as np
import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.robot.placement import Placement
from biped_control.robot.state import State
from biped_control.steering.clip_player import ClipPlayer

NV, NU = 8, 2
QUARTER_TURN = Placement(2.0, 1.0, pi / 2)


def make_clip(
    name: str, steps: int, advance: Placement, *, cyclic: bool = True, rate_hz: float = 120.0
) -> Clip:
    rng = np.random.default_rng(len(name) + steps)
    return Clip(
        name=name,
        rate_hz=rate_hz,
        positions=rng.normal(size=(steps + 2, NV)),
        torques=rng.normal(size=(steps, NU)),
        forces=rng.normal(size=(steps, 4, 3)),
        contacts=rng.random((steps, 4)) > 0.5,
        advance=advance,
        cyclic=cyclic,
        start_hub=name if cyclic else "walk",
        end_hub=name if cyclic else "walk",
        robot="toy",
        source="test",
    )


@pytest.fixture
def clips() -> dict[str, Clip]:
    return {
        "turn": make_clip("turn", 3, QUARTER_TURN),
        "shift": make_clip("shift", 2, Placement(5.0, 0.0, 0.0), cyclic=False),
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


def test_a_clip_that_is_not_cyclic_does_not_repeat(clips: dict[str, Clip]) -> None:
    player = ClipPlayer(clips, "shift")
    player.advance()
    with pytest.raises(ClipError, match="not cyclic"):
        player.advance()


def test_clips_of_different_rates_are_refused(clips: dict[str, Clip]) -> None:
    clips["fast"] = make_clip("fast", 2, Placement(), rate_hz=240.0)
    with pytest.raises(ClipError, match="fast 240 Hz"):
        ClipPlayer(clips, "turn")
