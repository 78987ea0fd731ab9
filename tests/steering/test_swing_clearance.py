"""How much higher feet swing on uneven ground."""

from itertools import pairwise

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.reference import Reference
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.swing_clearance import MOST_M, SwingClearance
from biped_control.steering.swings import feet_on_ground


def references(parts: WalkParts) -> list[Reference]:
    player, played = ClipPlayer(parts.clips, "walk"), []
    for _ in range(parts.clips["walk"].steps):
        played.append(player.reference())
        player.advance()
    return played


@pytest.fixture
def clearance(walk_parts: WalkParts) -> SwingClearance:
    return SwingClearance(walk_parts.clips)


@pytest.mark.parametrize("unevenness", [0.03, 1.0])
def test_feet_rise_by_the_steps_that_were_felt_and_land_where_they_were_planned(
    walk_parts: WalkParts, clearance: SwingClearance, unevenness: float
) -> None:
    walk, played = walk_parts.clips["walk"], references(walk_parts)
    lifts = [clearance.lift(reference, unevenness) for reference in played]
    heights = np.array([np.zeros(2) if lift is None else lift.now for lift in lifts])
    standing = feet_on_ground(walk.contacts)
    assert np.abs(heights[standing]).max() == 0.0
    assert heights.min() > -1e-12
    assert heights.max(axis=0) == pytest.approx([min(unevenness, MOST_M)] * 2, rel=0.01)
    for foot in (0, 1):
        lands = standing[:, foot] & ~np.roll(standing[:, foot], 1)
        last = np.roll(lands, -1)
        assert heights[last, foot] == pytest.approx(np.zeros(last.sum()), abs=1e-12)


def test_what_is_told_of_the_next_tick_is_what_it_brings(
    walk_parts: WalkParts, clearance: SwingClearance
) -> None:
    walk, played = walk_parts.clips["walk"], references(walk_parts)
    lifts = [clearance.lift(reference, 0.04) for reference in played]
    swinging = ~feet_on_ground(walk.contacts)
    compared = 0
    for frame, (lift, after) in enumerate(pairwise(lifts)):
        if lift is None or after is None:
            continue
        assert lift.next.min() > -1e-12
        assert lift.tick == pytest.approx(1.0 / walk.rate_hz)
        goes_on = swinging[frame] & swinging[frame + 1]
        assert lift.next[goes_on] == pytest.approx(after.now[goes_on])
        compared += int(goes_on.sum())
    assert compared > 50


def test_level_ground_changes_nothing(walk_parts: WalkParts, clearance: SwingClearance) -> None:
    assert all(clearance.lift(reference, 0.009) is None for reference in references(walk_parts))
