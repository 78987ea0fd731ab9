"""Clips that follow each other share two poses."""

from collections.abc import Callable
from dataclasses import replace
from math import pi

import numpy as np
import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.robot.placement import Placement
from biped_control.steering.junction import require_no_jump

MakeClip = Callable[..., Clip]


def jumps(before: Clip, after: Clip) -> bool:
    try:
        require_no_jump(before, after)
    except ClipError:
        return True
    return False


def test_clips_around_a_hub_fit(make_clip: MakeClip) -> None:
    walk, turn = make_clip("walk"), make_clip("turn", "walk", "walk", advance=Placement(2.0, -1.0, 2.5))
    for before in (walk, turn):
        for after in (walk, turn):
            assert not jumps(before, after)


def test_full_turns_do_not_count(make_clip: MakeClip) -> None:
    walk, turn = make_clip("walk"), make_clip("turn", "walk", "walk", advance=Placement(0.0, 0.0, pi))
    positions = turn.positions.copy()
    positions[-2:, 3] -= 2.0 * pi
    assert not jumps(replace(turn, positions=positions), walk)
    positions[-2:, 3] += 0.1
    assert jumps(replace(turn, positions=positions), walk)


@pytest.mark.parametrize("pose", [0, 1])
def test_a_jump_is_found_and_measured(make_clip: MakeClip, pose: int) -> None:
    """Also in the second pose alone: that would be a jump of the velocity."""
    walk, turn = make_clip("walk"), make_clip("turn", "walk", "walk")
    positions = turn.positions.copy()
    positions[pose, 6] += 0.003
    with pytest.raises(ClipError, match=rf"'turn'.*'walk' ends: pose {pose}, coordinate 6 is 3\.00e-03 off"):
        require_no_jump(walk, replace(turn, positions=positions))


def test_a_wrong_advance_is_a_jump(make_clip: MakeClip) -> None:
    walk = make_clip("walk")
    with pytest.raises(ClipError, match="does not go on"):
        require_no_jump(replace(walk, advance=Placement(1.0, 0.5, 0.26)), walk)


def test_rounding_is_no_jump(make_clip: MakeClip) -> None:
    walk = make_clip("walk")
    positions = walk.positions + np.random.default_rng(0).uniform(-1e-9, 1e-9, walk.positions.shape)
    assert not jumps(walk, replace(walk, positions=positions))


def test_other_joints(make_clip: MakeClip) -> None:
    with pytest.raises(ClipError, match="different joints"):
        require_no_jump(make_clip("walk"), make_clip("walk", nv=9))
