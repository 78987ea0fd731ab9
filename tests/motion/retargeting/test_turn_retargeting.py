from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.retargeting.retargeting import retarget
from biped_control.motion.retargeting.take_kind import judge_take
from biped_control.motion.retargeting.turn_retargeting import retarget_turn
from biped_control.motion.retargeting.turn_stances import Hub
from biped_control.motion.spacetime import optimize_between, optimize_cycle
from biped_control.robot.soles import anticipated_points


@pytest.fixture(scope="module")
def turned(robot, stick_walker, bend):
    """A stick walker's turn of 60 degrees to the left, the walk around it, and both on the robot."""
    landmarks = stick_walker().landmarks(seconds=8.0, heading=0.7, turn=bend(np.radians(60.0), 4.0, 5.5))
    take = judge_take(landmarks)
    cycle = retarget(take.cycle, robot, landmarks.leg_length).cycle
    hub = Hub.of_clip(robot, optimize_cycle(robot, cycle, "hub"))
    return take, hub, retarget_turn(landmarks, take.turn, hub, robot), cycle


def test_the_hub_stands_where_it_was_planned_to(turned):
    hub, cycle = turned[1], turned[3]
    for foot in FEET:
        stance, planned = hub.stances[foot], cycle.foothold(foot).at(0, cycle.frames, cycle.advance)
        np.testing.assert_allclose([*stance.heel, stance.yaw], planned, atol=1e-7)
        np.testing.assert_array_equal(stance.timing, cycle.timing(foot))
    assert (hub.stances["right"].strike, hub.stances["left"].strike) == (0, -cycle.frames // 2)


def test_a_hub_begins_with_the_right_heel(robot, turned):
    late = replace(turned[1].clip, contacts=np.roll(turned[1].clip.contacts, 5, axis=0))
    with pytest.raises(
        MotionError, match=r"clip 'hub': the right heel lands at frames \[5\]; expected a walk"
    ):
        Hub.of_clip(robot, late)


def test_it_begins_as_the_walk_and_ends_in_it(turned):
    take, hub, turn, cycle = turned
    motion, steps = turn.motion, take.turn.end - take.turn.start
    assert motion.frames == steps + 2
    assert np.degrees(turn.advance.yaw) == pytest.approx(60.0, abs=2.0)
    start, end = hub.clip.positions[:2], turn.advance.move(hub.clip.positions[:2])
    np.testing.assert_allclose(motion.positions[:1], start[:1], atol=1e-9)
    np.testing.assert_allclose(motion.positions[-2], end[0], atol=1e-9)
    np.testing.assert_array_equal(motion.contacts[:2], cycle.contacts[:2])
    np.testing.assert_array_equal(motion.contacts[-2:], cycle.contacts[:2])
    for foot in range(2):
        first = cycle.motion().footholds[0, foot]
        np.testing.assert_allclose(motion.footholds[0, foot], first, atol=1e-12)
        last = turn.advance.move(np.array([*first[:2], 0.0, first[2]]))
        np.testing.assert_allclose(motion.footholds[-2, foot], last[[0, 1, 3]], atol=1e-12)
    assert (motion.headings[0], motion.headings[-1]) == (0.0, pytest.approx(turn.advance.yaw))


def test_it_goes_where_the_walker_went(turned):
    """Walked distance and speed as captured, scaled; the walker's steps are even, so little is snapped."""
    take, _, turn, _ = turned
    path = np.linalg.norm(np.diff(turn.motion.positions[:, :2], axis=0), axis=1).sum()
    seconds = (take.turn.end - take.turn.start) / 120.0
    assert path / seconds == pytest.approx(turn.scale * 1.2, rel=0.05)
    assert turn.snapped < 0.03
    assert turn.ik_error < 0.01


def test_standing_feet_stand(robot, turned):
    """Where the schedule says so, heels and toes are on their footholds."""
    motion, data = turned[2].motion, robot.pinocchio.createData()
    points = anticipated_points(robot)
    for frame in range(20, motion.frames - 20):  # the ends are blended
        pin.forwardKinematics(robot.pinocchio, data, motion.positions[frame])
        for point in np.flatnonzero(motion.contacts[frame]):
            at = data.oMi[int(points.joints[point])].act(points.offsets[point])
            x, y, yaw = motion.footholds[frame, point // 2]
            along = 0.24 * (point % 2)
            np.testing.assert_allclose(at, [x + along * np.cos(yaw), y + along * np.sin(yaw), 0.0], atol=2e-3)


def test_the_optimized_turn_joins_the_walk(robot, turned):
    _, hub, turn, _ = turned
    clip = optimize_between(robot, turn.motion, hub.clip, hub.clip, turn.advance, "turn")
    assert (clip.start_hub, clip.end_hub, clip.cyclic) == ("hub", "hub", False)
    np.testing.assert_allclose(clip.positions[-2:], turn.advance.move(hub.clip.positions[:2]), atol=1e-9)
    away = clip.positions[:, 6:] - turn.motion.positions[:, 6:]
    assert np.degrees(np.sqrt(np.mean(away**2))) < 5.0
