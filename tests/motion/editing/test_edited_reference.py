"""Edited references against what a walker must see: no jumps, no slipping feet, velocities of its poses."""

from dataclasses import dataclass
from math import radians, tan

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.editing.edit import parse_edit
from biped_control.motion.editing.edited_reference import ReferenceEditor
from biped_control.motion.editing.foot_shift import FootShift
from biped_control.motion.reference import Reference
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.heel_strike import half_cycle

WINDOW, EDITED_AT, TICKS = 8, 20, 330


@dataclass
class Walk:
    """References of a walk, and the same in the world."""

    references: list[Reference]
    states: list[State]
    feet: FloatArray  # (ticks, 2, 3) of the robot

    @property
    def positions(self) -> FloatArray:
        return np.array([state.q for state in self.states])


def walked(robot: RobotModel, walk: Clip, text: str, turns_into_mirror: bool = False) -> Walk:
    mirror = Mirror.of(robot)
    half = half_cycle(walk, mirror)
    assert half is not None
    clips, start = {"walk": walk}, Placement(2.0, -1.0, 0.9)
    player = ClipPlayer(clips, "walk", start, {"walk": half} if turns_into_mirror else None)
    editor, feet = ReferenceEditor(robot, clips, WINDOW, 1.0), FootShift(robot)

    def step() -> None:
        if turns_into_mirror and player.at_decision and not player.at_last_frame:
            player.cut("walk")
        else:
            player.advance()

    references = []
    for tick in range(TICKS):
        if tick:
            editor.advance(player, step)
        if tick == EDITED_AT:
            editor.edit(parse_edit(text).edit, player)
        references.append(editor.reference(player, player.reference()))
    states = [reference.placement.to_world(reference.state) for reference in references]
    places = [[foot.placement.translation for foot in feet.feet(state)] for state in states]
    return Walk(references, states, np.array(places))


@pytest.fixture(scope="module")
def far(robot: RobotModel, walk: Clip) -> Walk:
    return walked(robot, walk, "stride=0.08m,tempo=0.9,height=0.03m,over=0.5s")


def test_steps_become_longer_and_slower(walk: Clip, far: Walk) -> None:
    cycle = round(walk.steps / 0.9)
    way = far.positions[-1, :2] - far.positions[-1 - cycle, :2]
    assert np.linalg.norm(way) == pytest.approx(walk.advance.x + 2 * 0.08, abs=0.01)
    assert np.arctan2(way[1], way[0]) == pytest.approx(0.9, abs=0.02)


@pytest.mark.parametrize("mirrored", [False, True])
def test_feet_that_stand_stay_where_they_are(robot: RobotModel, walk: Clip, mirrored: bool) -> None:
    walks = walked(robot, walk, "stride=-0.1m", mirrored)
    checked = 0
    for now, then, here, there in zip(
        walks.references[:-1], walks.references[1:], walks.feet[:-1], walks.feet[1:], strict=True
    ):
        flat = [now.placement.contacts(now.contacts), then.placement.contacts(then.contacts)]
        for foot in (0, 1):
            if all(contacts[2 * foot : 2 * foot + 2].all() for contacts in flat):
                checked += 1
                assert np.linalg.norm((there - here)[foot, :2]) < 2e-3  # as in the clip
    assert checked > TICKS // 2


def test_nothing_jumps_and_velocities_are_those_of_the_poses(robot: RobotModel, far: Walk) -> None:
    ticks = np.diff(far.positions, axis=0) * 120.0
    assert np.abs(ticks).max() < 15.0
    velocities = np.array([state.v for state in far.states])[1:]
    np.testing.assert_allclose(velocities, ticks, atol=1e-9)


def test_what_lies_ahead_is_what_comes(far: Walk) -> None:
    for tick in range(EDITED_AT + 1, TICKS - WINDOW, 7):
        reference = far.references[tick]
        assert reference.ahead is not None
        end = reference.placement.to_world(reference.ahead.end)
        np.testing.assert_allclose(end.q, far.states[tick + WINDOW].q, atol=1e-6)
        np.testing.assert_allclose(end.v, far.states[tick + WINDOW].v, atol=1e-4)
        came = [later.contacts for later in far.references[tick : tick + WINDOW]]
        np.testing.assert_array_equal(reference.ahead.contacts, came)
        after = reference.placement.to_world(reference.next_state)
        np.testing.assert_allclose(after.q, far.states[tick + 1].q, atol=1e-6)
        np.testing.assert_allclose(after.v, far.states[tick + 1].v, atol=1e-4)


def test_on_the_way_a_policy_is_told_how_the_motion_accelerates(robot: RobotModel, walk: Clip) -> None:
    """In vertical forces of the centre of mass; what comes is seen in the poses that come.

    The pelvis comes down by centimetres in a quarter of a second. Told to stop within a tick, robots jump.
    """
    way, model = walked(robot, walk, "stride=0.1m,over=0.5s"), robot.pinocchio
    data = model.createData()
    heights = [pin.centerOfMass(model, data, q)[2] for q in way.positions]
    needed = robot.mass * (GRAVITY + np.diff(heights, 2) * 120.0**2)  # in the ticks 1, 2, ...
    told = []
    for reference in way.references[1:-1]:
        now, after = reference.state, reference.next_state
        pin.centerOfMass(model, data, now.q, now.v, (after.v - now.v) * 120.0)
        told.append(robot.mass * (GRAVITY + data.acom[0][2]))
    changing = slice(EDITED_AT, EDITED_AT + 60)
    np.testing.assert_allclose(told[changing], needed[changing], atol=0.1 * robot.mass * GRAVITY)
    assert max(told[changing]) < 1.6 * robot.mass * GRAVITY


def test_edits_without_another_clip_keep_its_torques_and_forces(robot: RobotModel, walk: Clip) -> None:
    for reference in walked(robot, walk, "stride=0.1m,over=0.5s").references:
        np.testing.assert_array_equal(reference.torques, walk.torques[reference.frame])
        np.testing.assert_array_equal(reference.forces, walk.forces[reference.frame])


def test_up_a_slope_pelvis_and_feet_rise(robot: RobotModel, walk: Clip) -> None:
    up, flat = walked(robot, walk, "slope=4deg"), walked(robot, walk, "stride=0m")
    heading, grade = np.array([np.cos(0.9), np.sin(0.9)]), tan(radians(4.0))
    begins = flat.positions[EDITED_AT, :2] @ heading + 0.5
    for tick in (250, 300, TICKS - 1):
        for foot in (0, 1):
            rise = up.feet[tick, foot, 2] - flat.feet[tick, foot, 2]
            beyond = up.feet[tick, foot, :2] @ heading - begins
            assert rise == pytest.approx(grade * beyond, abs=0.01)
        reference = up.references[tick]
        assert reference.ground is not None
        assert np.hypot(*reference.ground[0, 1:]) == pytest.approx(grade, abs=2e-3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("stride=0.4m", "leg is"),
        ("hands=0.3m", "arm is"),
        ("tempo=1.5,stride=.1m", "friction"),
    ],
)
def test_what_cannot_be_done_changes_nothing(robot: RobotModel, walk: Clip, text: str, words: str) -> None:
    editor, player = ReferenceEditor(robot, {"walk": walk}, WINDOW, 0.45), ClipPlayer({"walk": walk}, "walk")
    if words != "friction":
        editor = ReferenceEditor(robot, {"walk": walk}, WINDOW, 2.0)
    with pytest.raises(MotionError, match=words):
        editor.edit(parse_edit(text).edit, player)
    planned = player.reference()
    reference = editor.reference(player, planned)
    assert not reference.edited
    np.testing.assert_allclose(reference.state.q, planned.state.q, atol=1e-9)
    np.testing.assert_allclose(reference.next_state.v, planned.next_state.v, atol=1e-6)


def test_ground_that_goes_on_as_it_is_is_no_edit(robot: RobotModel, walk: Clip) -> None:
    assert not walked(robot, walk, "slope=0,tempo=1").references[-1].edited
