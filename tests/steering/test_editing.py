"""Who may edit references, and what they tell of it."""

from math import radians, tan

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import MotionError
from biped_control.motion.editing.edit import parse_edit
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.state import FloatArray
from biped_control.settings import load_settings
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.editing import Editing

UPHILL = parse_edit("slope=4deg").edit


def editing(parts: WalkParts, window: int = 8, **on: bool) -> tuple[Editing, ClipPlayer]:
    settings = load_settings().replaced(**on)
    return Editing(parts.robot, parts.clips, settings, window), ClipPlayer(parts.clips, "walk")


def test_before_an_edit_nothing_is_different(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    for _ in range(3):
        edited.advance(player, None)
        planned = player.reference()
        assert edited.reference(player, planned) is planned


def test_what_is_refused_changes_nothing(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    with pytest.raises(MotionError, match="leg"):
        edited.edit(parse_edit("stride=0.4m").edit, player)
    planned = player.reference()
    assert edited.reference(player, planned) is planned


def test_a_told_slope_lies_under_the_feet_of_the_reference(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    begins = player.reference().state.q[0] + 0.5
    edited.edit(UPHILL, player)
    for _ in range(240):
        edited.advance(player, None)
    planned = player.reference()
    reference = edited.reference(player, planned)
    assert reference.edited
    assert reference.ground is not None
    grade = tan(radians(4.0))
    for plane in reference.placement.planes(reference.ground):
        assert plane == pytest.approx([-grade * begins, grade, 0.0], abs=1e-3)
    edited.reset()
    assert edited.reference(player, planned) is planned


def test_an_edit_that_is_taken_back_leaves_a_reference_like_the_clip(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    for text, after in (("stride=-0.1m,over=0.1s", True), ("stride=0,over=0.1s", False)):
        edited.edit(parse_edit(text).edit, player)
        for _ in range(150):  # until both feet have stepped
            edited.advance(player, None)
        assert edited.reference(player, player.reference()).edited is after


def test_not_while_the_policy_knows_the_clips_alone(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    edited.allowed = False
    with pytest.raises(MotionError, match="choose policy 'modal'"):
        edited.edit(UPHILL, player)
    edited.allowed = True
    edited.edit(UPHILL, player)
    assert edited.reference(player, player.reference()).edited


def test_what_is_edited_may_be_taken_back_under_any_policy(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    edited.edit(parse_edit("stride=-0.1m,over=0.1s").edit, player)
    edited.allowed = False
    with pytest.raises(MotionError, match="choose policy 'modal'"):
        edited.edit(parse_edit("stride=0,tempo=1.1").edit, player)
    edited.edit(parse_edit("slope=0,stride=0,height=0,hands=0,tempo=1,over=0.1s").edit, player)
    for _ in range(15):
        edited.advance(player, None)
    assert not edited.reference(player, player.reference()).edited


def test_trying_changes_nothing(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    edited.check([UPHILL], player)
    planned = player.reference()
    assert edited.reference(player, planned) is planned
    with pytest.raises(MotionError, match="leg"):
        edited.check([UPHILL, parse_edit("stride=0.4m").edit], player)


def test_a_clip_that_is_not_there_is_refused_alike_whenever_it_is_asked_for(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts)
    unknown = parse_edit("clip=wlk").edit
    for ask in (lambda: edited.check([unknown], player), lambda: edited.edit(unknown, player)):
        with pytest.raises(MotionError, match=r"edit: no clip 'wlk' \(did you mean 'walk'"):
            ask()


@pytest.mark.parametrize("on", ["feel_ground", "adjust_steps"])
def test_not_while_something_else_moves_the_reference(walk_parts: WalkParts, on: str) -> None:
    edited, player = editing(walk_parts, **{on: True})
    with pytest.raises(MotionError, match=on):
        edited.edit(UPHILL, player)


def test_not_for_policies_that_know_the_clips_alone(walk_parts: WalkParts) -> None:
    edited, player = editing(walk_parts, window=0)
    with pytest.raises(MotionError, match="choose policy 'modal'"):
        edited.edit(UPHILL, player)


def test_rehearsing_edits_nothing_whoever_runs(
    walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It calls what forces of another clip are found with: no kernel is loaded while a robot waits."""
    asked, jacobians_at = list[FloatArray](), DynamicsTerms.jacobians_at
    monkeypatch.setattr(
        DynamicsTerms, "jacobians_at", lambda *args: (asked.append(args[1]), jacobians_at(*args))[1]
    )
    edited, player = editing(walk_parts)
    edited.allowed = False
    edited.rehearse(player)
    assert asked
    planned = player.reference()
    assert edited.reference(player, planned) is planned
