"""Going over to another clip: nothing jumps, feet that stand stay, and in the end it is that clip."""

from dataclasses import dataclass, replace
from itertools import groupby
from math import degrees

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.editing.edit import parse_edit
from biped_control.motion.editing.edited_reference import ReferenceEditor
from biped_control.motion.editing.foot_shift import FootShift
from biped_control.motion.reference import Reference
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray, State
from biped_control.steering.clip_player import ClipPlayer

WINDOW, TICKS = 8, 500


@dataclass
class Change:
    """A motion that goes over from one clip to another."""

    references: list[Reference]
    editor: ReferenceEditor
    expected: list[str] | None = None  # clips, in order
    longer_m: float = 0.0  # each step than in the last of them

    @property
    def states(self) -> list[State]:
        return [reference.placement.to_world(reference.state) for reference in self.references]

    @property
    def positions(self) -> FloatArray:
        return np.array([state.q for state in self.states])


def changed(
    robot: RobotModel, clips: dict[str, Clip], first: str, text: str, at: int, mirrored: bool = False
) -> Change:
    start = Placement(2.0, -1.0, 0.9, Mirror.of(robot) if mirrored else None)
    player, editor = ClipPlayer(clips, first, start), ReferenceEditor(robot, clips, WINDOW, 1.0, {first})
    references = []
    for tick in range(TICKS):
        if tick:
            editor.advance(player, player.advance)
        if tick == at:
            editor.edit(parse_edit(text).edit, player)
        references.append(editor.reference(player, player.reference()))
    return Change(references, editor)


CHANGES = [
    (["walk", "walk_slow"], "clip=walk_slow", 30, False, 0.0),
    (["walk", "walk_slow"], "clip=walk_slow,over=2s", 61, True, 0.0),
    (["walk", "walk_slow"], "clip=walk_slow,over=0.1s", 20, False, 0.0),
    (["walk_slow", "walk"], "clip=walk,stride=0.05m", 47, False, 0.05),
    (["walk", "walk_fast"], "clip=walk_fast", 10, True, 0.0),
    (["walk", "turn_left_15", "walk"], "clip=turn_left_15", 90, True, 0.0),
    (["squat", "swing", "stand"], "clip=swing,over=0.5s", 20, False, 0.0),
]


@pytest.fixture(scope="module", params=CHANGES, ids=lambda change: f"{change[0][0]} {change[1]}")
def change(request: pytest.FixtureRequest, robot: RobotModel, gaits: dict[str, Clip]) -> Change:
    clips, text, at, mirrored, longer_m = request.param
    return replace(changed(robot, gaits, clips[0], text, at, mirrored), expected=clips, longer_m=longer_m)


def test_nothing_jumps(change: Change) -> None:
    """Heel strikes of the clips turn the pelvis by .5 rad/s in a tick, and bend joints by 1.3 rad/s."""
    velocities = np.diff(change.positions, axis=0) * 120.0
    changes = np.abs(np.diff(velocities, axis=0))
    assert changes[:, :3].max() < 0.1
    assert changes[:, 3:6].max() < 0.75
    assert changes[:, 6:].max() < 3.5  # a knee that gets straight on the way stops within a tick


def test_velocities_are_those_of_the_poses(change: Change) -> None:
    velocities = np.diff(change.positions, axis=0) * 120.0
    said = np.array([state.v for state in change.states])[1:]
    np.testing.assert_allclose(said, velocities, atol=1e-9)


def test_feet_that_stand_stay_where_they_are(robot: RobotModel, change: Change) -> None:
    feet = FootShift(robot)
    places = np.array([[foot.placement.translation for foot in feet.feet(s)] for s in change.states])
    flat = np.array([r.placement.contacts(r.contacts).reshape(2, 2).all(axis=1) for r in change.references])
    stays = flat[:-1] & flat[1:]
    slides = np.linalg.norm(np.diff(places[:, :, :2], axis=0), axis=2)
    assert stays.sum() > TICKS // 2
    assert slides[stays].max() < 3e-3


def test_in_the_end_it_is_the_other_clip(gaits: dict[str, Clip], change: Change) -> None:
    assert [name for name, _ in groupby(r.clip for r in change.references)] == change.expected
    last = change.references[-1]
    assert last.edited is (last.clip != change.references[0].clip)  # there are gains for the first alone
    assert change.editor.change is None
    assert (change.editor.parameters.stretch != 0.0) is (change.longer_m != 0.0)
    if change.longer_m:
        cycle = gaits[last.clip]
        way = change.positions[-1, :2] - change.positions[-1 - cycle.steps, :2]
        assert np.linalg.norm(way) == pytest.approx(cycle.way_m + 2.0 * change.longer_m, abs=0.01)
    else:
        # Time warping has left it between two frames.
        here, after = (gaits[last.clip].state(last.frame + k).q[2:] for k in (0, 1))
        share = (last.state.q[2:] - here) @ (after - here) / ((after - here) @ (after - here))
        np.testing.assert_allclose(last.state.q[2:], here + share * (after - here), atol=1e-4)


def test_what_lies_ahead_is_what_comes(change: Change) -> None:
    """On the way to the other clip, too: what a policy feeds forward is how velocities change in the tick."""
    clips, states = [reference.clip for reference in change.references], change.states
    checked = 0
    for tick in range(TICKS - WINDOW):
        reference = change.references[tick]
        if reference.ahead is None or clips[tick] != clips[tick + WINDOW]:
            continue
        checked += 1
        end = reference.placement.to_world(reference.ahead.end)
        np.testing.assert_allclose(end.q, states[tick + WINDOW].q, atol=2e-3)
        after = reference.placement.to_world(reference.next_state)
        np.testing.assert_allclose(after.v, states[tick + 1].v, atol=0.05)
    assert checked > TICKS // 2


def test_torques_and_forces_of_a_tick_move_the_robot_as_it_moves(robot: RobotModel, change: Change) -> None:
    """They were found when the tick came into the window, and fit the poses that came."""
    terms, points, checked = DynamicsTerms(robot), anticipated_points(robot), 0
    taken_over = next(k for k, r in enumerate(change.references) if r.clip != change.references[0].clip)
    for reference in change.references[taken_over:]:
        assert reference.ahead is not None
        assert reference.ahead.forces is not None
        np.testing.assert_array_equal(reference.forces, reference.ahead.forces[0])
        now, after = reference.state, reference.next_state
        needed = pin.rnea(robot.pinocchio, terms.data, now.q, now.v, (after.v - now.v) * 120.0).copy()
        terms.compute(now.q, now.v)
        needed -= reference.forces.ravel() @ terms.point_jacobians(points)
        np.testing.assert_allclose(needed[ROOT_DOF:], reference.torques, atol=0.5)
        assert 0.2 < reference.forces[:, 2].sum() / (robot.mass * GRAVITY) < 2.0
        checked += 1
    assert checked > TICKS // 4


def test_what_does_not_fit_changes_nothing(robot: RobotModel, gaits: dict[str, Clip]) -> None:
    player, editor = ClipPlayer(gaits, "walk"), ReferenceEditor(robot, gaits, WINDOW, 1.0)
    for text, words in (("clip=stand", "capture points are"), ("clip=wlk", "did you mean 'walk'")):
        with pytest.raises(MotionError, match=words):
            editor.edit(parse_edit(text).edit, player)
        assert (editor.change, editor.gone_over) == (None, False)
        assert not editor.reference(player, player.reference()).edited


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("at", [5, 40, 64, 100, 120])
def test_a_turn_to_the_left_goes_left(
    robot: RobotModel, gaits: dict[str, Clip], at: int, mirrored: bool
) -> None:
    change = changed(robot, gaits, "walk", "clip=turn_left_15", at, mirrored)
    turned = np.unwrap(change.positions[:, 3])
    assert degrees(turned[-128:].mean() - turned[:128].mean()) == pytest.approx(15.0, abs=4.0)


def test_other_edits_go_along_with_a_change_that_waits(robot: RobotModel, gaits: dict[str, Clip]) -> None:
    player, editor = ClipPlayer(gaits, "walk"), ReferenceEditor(robot, gaits, WINDOW, 1.0)
    assert "takes over" in editor.edit(parse_edit("clip=turn_left_15").edit, player)
    for _ in range(2):
        assert "takes over" in editor.edit(parse_edit("tempo=0.9,over=0.5s").edit, player)
    for _ in range(200):
        editor.advance(player, player.advance)
    assert player.clip.name == "turn_left_15"
    assert editor.parameters.tempo == 0.9


@pytest.mark.parametrize(
    ("first", "text", "words"),
    [
        ("walk", "clip=walk_slow,over=2s", "over 2 s; then"),
        ("walk", "clip=walk_slow", "over 1 s; then"),
        ("walk", "clip=walk_slow,over=0.1s", "over 1 s instead of 0.1 s, which would throw the robot; then"),
        ("squat", "clip=swing,over=0.5s", "over 0.5 s; then"),
        ("squat", "clip=swing,over=0.1s", "over 0.4 s instead of 0.1 s, which would throw the robot; then"),
    ],
)
def test_the_answer_says_over_how_long_a_change_goes(
    robot: RobotModel, gaits: dict[str, Clip], first: str, text: str, words: str
) -> None:
    player, editor = ClipPlayer(gaits, first), ReferenceEditor(robot, gaits, WINDOW, 1.0)
    assert words in editor.edit(parse_edit(text).edit, player)


def test_no_edit_hurries_a_change_that_waits(robot: RobotModel, gaits: dict[str, Clip]) -> None:
    player, editor = ClipPlayer(gaits, "walk"), ReferenceEditor(robot, gaits, WINDOW, 1.0)
    editor.edit(parse_edit("clip=turn_left_15").edit, player)
    assert "over 0.4 s instead of 0.1 s" in editor.edit(parse_edit("tempo=0.9,over=0.1s").edit, player)
    while player.clip.name != "turn_left_15":
        editor.advance(player, player.advance)
    for _ in range(40):
        editor.advance(player, player.advance)
        assert editor.parameters.tempo > 0.9
    for _ in range(20):
        editor.advance(player, player.advance)
    assert editor.parameters.tempo == 0.9


def test_a_change_that_is_called_off_leaves_what_was_to_be_played(
    robot: RobotModel, gaits: dict[str, Clip]
) -> None:
    player, editor = ClipPlayer(gaits, "walk"), ReferenceEditor(robot, gaits, WINDOW, 1.0)
    editor.edit(parse_edit("clip=walk_slow").edit, player)
    editor.edit(parse_edit("clip=walk").edit, player)
    assert (editor.change, editor.gone_over) == (None, False)
    for _ in range(300):
        editor.advance(player, player.advance)
    assert player.clip.name == "walk"
    assert not editor.reference(player, player.reference()).edited


def test_what_was_to_be_played_is_left_at_a_decision_that_comes_before_the_change(
    robot: RobotModel, gaits: dict[str, Clip]
) -> None:
    player, editor = ClipPlayer(gaits, "turn_left_15"), ReferenceEditor(robot, gaits, WINDOW, 1.0)
    editor.edit(parse_edit("clip=walk_slow").edit, player)  # a turn is made to its end
    while not player.at_decision:
        editor.advance(player, player.advance)
        assert not editor.gone_over
    editor.advance(player, player.advance)
    assert player.clip.name == "walk"
    assert editor.gone_over


def test_a_turn_is_made_to_its_end(robot: RobotModel, gaits: dict[str, Clip]) -> None:
    player, editor = ClipPlayer(gaits, "walk"), ReferenceEditor(robot, gaits, WINDOW, 1.0)
    editor.edit(parse_edit("clip=turn_left_15").edit, player)
    while player.clip.name != "turn_left_15":
        editor.advance(player, player.advance)
    editor.edit(parse_edit("clip=walk_slow").edit, player)
    left = player.clip.steps - player.frame
    for _ in range(left - 2):
        editor.advance(player, player.advance)
    assert player.clip.name == "turn_left_15"


def test_a_run_takes_over_from_no_walk(robot: RobotModel, gaits: dict[str, Clip]) -> None:
    player, editor = ClipPlayer(gaits, "walk"), ReferenceEditor(robot, gaits, WINDOW, 1.0)
    with pytest.raises(MotionError, match="flights"):
        editor.edit(parse_edit("clip=run").edit, player)


def test_gaits_far_apart_keep_as_much_of_the_pace_as_legs_can(
    robot: RobotModel, gaits: dict[str, Clip]
) -> None:
    player, editor = ClipPlayer(gaits, "walk_fast"), ReferenceEditor(robot, gaits, WINDOW, 1.0)
    assert "takes over" in editor.edit(parse_edit("clip=walk_slow").edit, player)
    assert editor.change is not None
    assert 0.0 < editor.change.kept_pace < 1.0
