from pathlib import Path

import numpy as np
import pytest

from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.inserted_poses import without_inserted_poses
from biped_control.motion.captures.landmarks import LANDMARKS


def _walk(stick_walker, rate_hz: float, seconds: float = 2.0) -> np.ndarray:
    return stick_walker().landmarks(seconds, rate_hz).points


def _t_pose(pose: np.ndarray) -> np.ndarray:
    """Arms sideways, legs straight down."""
    t_pose = pose.copy()
    for side, sign in (("right", -1.0), ("left", 1.0)):
        at = {joint: LANDMARKS.index(f"{side}_{joint}") for joint in ("hip", "ankle", "elbow", "wrist")}
        shoulder = pose[LANDMARKS.index(f"{side}_shoulder")]
        t_pose[at["elbow"]] = shoulder + np.array([0.0, 0.3 * sign, 0.0])
        t_pose[at["wrist"]] = shoulder + np.array([0.0, 0.55 * sign, 0.0])
        t_pose[at["ankle"]] = pose[at["hip"]] - [0.0, 0.0, 0.88]
    return t_pose


def _repaired(points: np.ndarray, rate_hz: float) -> Capture:
    return without_inserted_poses(Capture(Path("take"), rate_hz, LANDMARKS, points))


@pytest.mark.parametrize("rate_hz", [30.0, 60.0, 120.0])
def test_a_motion_without_jumps_stays_as_it_is(stick_walker, rate_hz):
    points = _walk(stick_walker, rate_hz)
    capture = _repaired(points, rate_hz)
    np.testing.assert_array_equal(capture.positions, points)
    assert capture.repairs == ()


@pytest.mark.parametrize("rate_hz", [30.0, 120.0])
def test_t_poses_in_front_and_behind_are_left_out(stick_walker, rate_hz):
    points = _walk(stick_walker, rate_hz)
    take = np.concatenate([[_t_pose(points[0])], points, [_t_pose(points[-1])] * 3])
    capture = _repaired(take, rate_hz)
    np.testing.assert_array_equal(capture.positions, points)
    last = len(points) + 1
    assert capture.repairs == (
        "frame 1 left out: the body jumps there (an inserted T-pose?)",
        f"frames {last + 1} to {last + 3} left out: the body jumps there (an inserted T-pose?)",
    )


def test_a_pose_inserted_into_the_motion_is_taken_out(stick_walker):
    points = _walk(stick_walker, 120.0)
    capture = _repaired(np.insert(points, 100, _t_pose(points[100]), axis=0), 120.0)
    np.testing.assert_array_equal(capture.positions, points)
    assert capture.repairs == ("frame 101 left out: inserted into the motion",)


def test_a_pose_in_place_of_others_is_interpolated(stick_walker):
    points = _walk(stick_walker, 120.0)
    take = points.copy()
    take[100:102] = _t_pose(points[0])
    capture = _repaired(take, 120.0)
    assert np.abs(capture.positions - points).max() < 2e-3
    assert capture.repairs == ("frames 101 to 102 interpolated: another pose than before and after",)


def test_a_take_that_jumps_elsewhere_keeps_its_longest_part(stick_walker):
    points = _walk(stick_walker, 120.0)
    take = points.copy()
    take[:80] += [3.0, 0.0, 0.0]
    capture = _repaired(take, 120.0)
    np.testing.assert_array_equal(capture.positions, points[80:])
    assert capture.repairs[0].startswith("frames 1 to 80 left out")


def test_one_limb_that_jumps_is_not_the_body(stick_walker):
    points = _walk(stick_walker, 120.0)
    points[50:52, LANDMARKS.index("right_ball")] += [0.3, 0.0, 0.2]
    np.testing.assert_array_equal(_repaired(points, 120.0).positions, points)


def test_an_absent_upper_body_hides_no_jump_of_the_legs(stick_walker):
    points = _walk(stick_walker, 120.0)
    upper = [i for i, name in enumerate(LANDMARKS) if name.endswith(("shoulder", "elbow", "wrist"))]
    points[:, upper] = np.nan
    take = np.concatenate([points, [_t_pose(points[-1]) + np.array([0.5, 0.0, 0.0])]])
    assert _repaired(take, 120.0).frames == len(points)


@pytest.mark.parametrize("frames", [1, 2, 3])
def test_takes_of_a_few_frames(stick_walker, frames):
    points = _walk(stick_walker, 120.0)[:frames]
    assert _repaired(points, 120.0).frames == frames
