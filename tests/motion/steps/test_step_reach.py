import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import MotionError
from biped_control.motion.steps.step_detours import foot_motions
from biped_control.motion.steps.step_reach import pelvis_drop

_RATE, _FRAMES = 120.0, 60


def _standing(robot, walk, up=0.0, ahead=0.0):
    """A robot that stands like a post, hips `up` higher than its legs are long and feet `ahead` of them."""
    positions = np.zeros((_FRAMES, robot.nv))
    leg = 0.82
    feet = {}
    for foot, y in (("right", -0.09), ("left", 0.09)):
        feet[foot] = [pin.SE3(np.eye(3), np.array([ahead, y, -leg - up])) for _ in range(_FRAMES)]
    return positions, feet


def test_legs_that_are_long_enough_need_no_drop(robot, walk, step_plan):
    positions, feet = _standing(robot, walk, up=-0.01)
    np.testing.assert_array_equal(pelvis_drop(robot, step_plan(), positions, feet, _RATE), 0.0)


@pytest.mark.parametrize("ahead", [0.0, 0.3])
def test_the_drop_is_what_pythagoras_says(robot, walk, step_plan, ahead):
    positions, feet = _standing(robot, walk, up=0.03, ahead=ahead)
    drop = pelvis_drop(robot, step_plan(), positions, feet, _RATE)
    reach = 0.9992 * 0.82
    expected = 0.82 + 0.03 - np.sqrt(reach**2 - ahead**2)
    np.testing.assert_allclose(drop[12:-12], expected, atol=1e-9)
    np.testing.assert_array_equal(drop[[0, 1, -2, -1]], 0.0)
    assert np.abs(np.diff(drop, 2)).max() < 0.1 * expected


def test_a_moment_out_of_reach_lowers_the_pelvis_smoothly_around_it(robot, walk, step_plan):
    positions, feet = _standing(robot, walk, up=-0.01)
    feet["left"][30] = pin.SE3(np.eye(3), np.array([0.0, 0.09, -0.82 - 0.02]))
    drop = pelvis_drop(robot, step_plan(), positions, feet, _RATE)
    assert drop[30] == pytest.approx(0.82 + 0.02 - 0.9992 * 0.82)
    assert np.abs(np.diff(drop, 2)).max() < 0.1 * drop[30]


def test_out_of_all_reach(robot, walk, step_plan):
    positions, feet = _standing(robot, walk, ahead=0.9)
    with pytest.raises(
        MotionError, match=r"step 1: at frame 0 the right foot is 0\.90 m away .* legs of 0\.82 m"
    ):
        pelvis_drop(robot, step_plan(), positions, feet, _RATE)


def test_plain_steps_keep_the_height_of_the_walk(robot, walk, step_plan):
    plan = step_plan()
    laps = np.vstack([walk.positions[:-2], walk.advance.move(walk.positions)])
    poses = {
        foot: [motion.pose(k) for k in range(len(laps))] for foot, motion in foot_motions(robot, plan).items()
    }
    assert pelvis_drop(robot, plan, laps, poses, _RATE).max() < 1e-4


def test_the_message_names_the_step_that_is_too_long(robot, step_plan):
    from biped_control.motion.steps.step_motion import step_motion

    plan = step_plan(forward_m=0.8)
    with pytest.raises(MotionError, match=r"step 2: .* expected shorter steps"):
        step_motion(robot, plan, 120.0, "too far")
