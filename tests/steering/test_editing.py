"""Who may edit references, and what contact adaptation hears of an edited slope."""

from math import radians, tan

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import MotionError
from biped_control.motion.editing.edit import parse_edit
from biped_control.settings import load_settings
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.editing import Editing

UPHILL = parse_edit("slope=4deg").edit


def editing(parts: WalkParts, window: int = 8, **on: bool) -> tuple[Editing, ClipPlayer]:
    settings = load_settings().replaced(**on)
    return Editing(parts.robot, parts.clips, settings, window), ClipPlayer(parts.clips, "walk")


def test_an_edited_slope_is_known_to_contact_adaptation(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    begins = player.reference().state.q[0] + 0.5
    assert edited.ground_at is None
    edited.edit(UPHILL, player)
    assert edited.ground_at is not None
    ground = edited.ground_at(np.array([[0.0, 0.0, 0.0], [begins + 1.0, 3.0, 0.0]]))
    assert ground.heights == pytest.approx([0.0, tan(radians(4.0))], abs=1e-3)
    assert ground.normals[1] == pytest.approx([-np.sin(radians(4.0)), 0.0, np.cos(radians(4.0))], abs=1e-3)
    edited.reset()
    assert edited.ground_at is None


def test_trying_changes_nothing(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    edited.check([UPHILL], player)
    planned = player.reference()
    assert edited.reference(player, planned) is planned
    with pytest.raises(MotionError, match="leg"):
        edited.check([UPHILL, parse_edit("stride=0.4m").edit], player)


@pytest.mark.parametrize("on", ["feel_ground", "adjust_steps"])
def test_not_while_something_else_moves_the_reference(walk_parts: WalkParts, on: str) -> None:
    edited, player = editing(walk_parts, **{on: True})
    with pytest.raises(MotionError, match=on):
        edited.edit(UPHILL, player)


def test_not_for_policies_that_know_the_clips_alone(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts, window=0)
    with pytest.raises(MotionError, match="choose policy 'modal'"):
        edited.edit(UPHILL, player)
