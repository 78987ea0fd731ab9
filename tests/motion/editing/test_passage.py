"""Passages between clips: where they are known to be, and what they promise."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.motion.clip import Clip
from biped_control.motion.editing.foot_shift import FootShift
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.moments import MomentSampler
from biped_control.motion.editing.pace import pace_of
from biped_control.motion.editing.parameters import EditParameters
from biped_control.motion.editing.passage import Part, Passage, Passages
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel

AS_IT_IS = EditParameters()


def passage(robot: RobotModel, clips: dict[str, Clip], here: str, there: str, frame: float) -> Passage | None:
    tracks = {name: GaitTrack.of(clips[name], clips) for name in (here, there)}
    hub = clips[clips[here].end_hub]
    left = Part(tracks[here], frame, float(clips[here].steps + hub.steps), AS_IT_IS)
    entered = Part(tracks[there], 0.0, clips[there].steps * (1.0 if clips[there].cyclic else 0.25), AS_IT_IS)
    return Passages(robot, FootShift(robot)).best(left, entered, frame, 120.0)


@pytest.mark.parametrize("frame", [0.0, 11.0, 77.0])
def test_a_cycle_goes_over_to_itself_in_step(robot: RobotModel, gaits: dict[str, Clip], frame: float) -> None:
    found = passage(robot, gaits, "walk", "walk", frame)
    assert found is not None
    assert found.wait <= 8.0
    assert (found.frame - found.wait, found.mirrored) == (frame, False)
    assert found.distance == pytest.approx(0.0, abs=1e-6)


def test_feet_have_time_to_get_to_another_foothold(robot: RobotModel, gaits: dict[str, Clip]) -> None:
    """In the last moments of a swing these two are alike enough, but the foot would be thrown."""
    walk, slow = gaits["walk"], gaits["walk_slow"]
    running, track = GaitTrack.of(walk, gaits), GaitTrack.of(slow, gaits)
    pace = pace_of(walk, slow, AS_IT_IS)
    entered = Part(track, 0.0, float(slow.steps), pace)
    for frame in range(0, walk.steps, 16):
        left = Part(running, float(frame), 2.0 * walk.steps, AS_IT_IS)
        found = Passages(robot, FootShift(robot)).best(left, entered, float(frame), 120.0)
        assert found is not None
        rest = [track.swing_left(found.frame, foot) for foot in (0, 1)]
        assert all(time == 0.0 or time > 0.15 * 120.0 * pace.tempo for time in rest)


def test_a_turn_begins_where_its_hub_ends(robot: RobotModel, gaits: dict[str, Clip]) -> None:
    walk = gaits["walk"]
    found = passage(robot, gaits, "walk", "turn_left_15", walk.steps - 9.0)
    assert found is not None
    assert found.fits
    assert found.wait - found.frame == 9.0
    assert found.distance < 0.05


def test_where_one_foot_goes_as_well_as_the_other_the_clip_is_taken_as_it_is(
    robot: RobotModel, gaits: dict[str, Clip]
) -> None:
    found = passage(robot, gaits, "stand", "squat", 0.0)
    assert found is not None
    assert not found.mirrored


def test_a_stand_cannot_take_over_from_a_walk(robot: RobotModel, gaits: dict[str, Clip]) -> None:
    found = passage(robot, gaits, "walk", "stand", 0.0)
    assert found is not None
    assert not found.fits
    assert found.capture > 0.3


def test_a_gait_begins_with_the_steps_of_the_one_before(gaits: dict[str, Clip]) -> None:
    walk, slow = gaits["walk"], gaits["walk_slow"]
    edited = EditParameters(stretch=0.1, tempo=0.9, hands=0.05)
    pace = pace_of(walk, slow, edited)
    assert slow.advance.x * (1.0 + pace.stretch) == pytest.approx(walk.advance.x * 1.1)
    assert slow.steps / pace.tempo == pytest.approx(walk.steps / 0.9)
    assert pace.hands == 0.05
    assert pace_of(walk, gaits["stand"], edited) == edited
    flight = replace(walk, contacts=walk.contacts & (np.arange(walk.steps) > 9)[:, None])
    assert pace_of(flight, slow, edited) == edited


def test_moments_are_seen_from_the_feet_that_stand(robot: RobotModel, gaits: dict[str, Clip]) -> None:
    """Half a cycle later the walk is its mirror image, two metres farther on."""
    walk, of, mirror = gaits["walk"], MomentSampler(robot, FootShift(robot)), Mirror.of(robot)
    track, frames = GaitTrack.of(walk, gaits), np.arange(0.0, 40.0, 5.0)
    first = of.track(track, frames, 120.0, 0.0, 1.0)
    second = of.track(track, frames + walk.steps // 2, 120.0, 0.0, 1.0).mirrored(mirror)
    np.testing.assert_array_equal(first.stands, second.stands)
    np.testing.assert_allclose(first.positions, second.positions, atol=1e-6)
    np.testing.assert_allclose(first.velocities, second.velocities, atol=1e-4)
    np.testing.assert_allclose(first.capture, second.capture, atol=1e-5)


def test_the_capture_point_is_where_a_pendulum_comes_to_rest(
    robot: RobotModel, gaits: dict[str, Clip]
) -> None:
    walk, frame = gaits["walk"], 30.0
    track = GaitTrack.of(walk, gaits)
    moments = MomentSampler(robot, FootShift(robot)).track(track, np.array([frame]), 120.0, 0.0, 1.0)
    data = robot.pinocchio.createData()
    pin.centerOfMass(robot.pinocchio, data, moments.positions[0], moments.velocities[0])
    place, rate, foot = data.com[0][:2].copy(), data.vcom[0][:2].copy(), moments.capture[0]
    over = 9.81 / data.com[0][2]
    away = np.linalg.norm(place - foot)
    for _ in range(100_000):  # a second of x'' = (x - foot) g / z
        rate += (place - foot) * over * 1e-5
        place += rate * 1e-5
    assert np.linalg.norm(place - foot) < 0.05 * away


def test_after_half_a_turn_moments_are_those_of_the_walk_ahead(
    robot: RobotModel, gaits: dict[str, Clip]
) -> None:
    """Yaw angles that differ by a full turn are the same."""
    turn, of, frames = (
        gaits["turn_left_180"],
        MomentSampler(robot, FootShift(robot)),
        np.arange(0.0, 60.0, 7.0),
    )
    walk = of.track(GaitTrack.of(gaits["walk"], gaits), frames, 120.0, 0.0, 1.0)
    after = of.track(GaitTrack.of(turn, gaits), frames + turn.steps, 120.0, 0.0, 1.0)
    np.testing.assert_allclose(after.positions, walk.positions, atol=1e-6)
