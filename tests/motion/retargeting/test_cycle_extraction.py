from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.captures.capture_cleaning import clean_landmarks
from biped_control.motion.captures.landmarks import LANDMARKS, find_landmarks
from biped_control.motion.readers import read_capture
from biped_control.motion.retargeting.strides import heel_strikes
from biped_control.motion.retargeting.take_kind import judge_take


def test_heel_strikes_are_found_where_they_are(stick_walker):
    landmarks = clean_landmarks(stick_walker(period=1.1).landmarks(seconds=4.0), 120.0).landmarks
    np.testing.assert_allclose(heel_strikes(landmarks, "right"), [132, 264, 396], atol=2)
    np.testing.assert_allclose(heel_strikes(landmarks, "left"), [66, 198, 330, 462], atol=2)


@pytest.mark.parametrize("heading", [0.0, 0.6, -2.8])
@pytest.mark.parametrize("slope", [0.0, 0.02])
def test_heading_and_slope_are_straightened(stick_walker, heading, slope):
    walker = stick_walker()
    cycle = judge_take(walker.landmarks(heading=heading, slope=slope), "walk").cycle
    assert cycle.frames == 132
    assert cycle.stride == pytest.approx(walker.stride, rel=1e-3)
    assert cycle.floor_slope == pytest.approx(np.arctan(slope), abs=2e-4)
    assert abs(cycle.heading_drift) < 1e-3
    assert cycle.fit_error < 0.003
    plain = judge_take(walker.landmarks(), "walk").cycle
    along = cycle.points - cycle.points[:1, :1] - (plain.points - plain.points[:1, :1])
    assert np.abs(along).max() < 0.002 + 0.5 * slope


def test_a_slow_turn_is_straightened(stick_walker):
    landmarks = stick_walker().landmarks()
    radius = 8.0  # [m]: 9.5 degrees a cycle
    x, y, z = np.moveaxis(landmarks.points, 2, 0)
    bent = np.stack(
        [(radius - y) * np.sin(x / radius), radius - (radius - y) * np.cos(x / radius), z], axis=2
    )
    cycle = judge_take(replace(landmarks, points=bent), "walk").cycle
    assert np.degrees(cycle.heading_drift) == pytest.approx(np.degrees(1.32 / radius), rel=0.03)
    width = np.mean(cycle["left_hip"] - cycle["right_hip"], axis=0)
    np.testing.assert_allclose(width, [0.0, 0.18, 0.0], atol=0.01)
    assert cycle.stride == pytest.approx(1.32, rel=0.01)


def test_indices_stay_signed(stick_walker):
    cycle = judge_take(stick_walker().landmarks(), "walk").cycle
    track = cycle.at("left_ankle", np.array([-1, 0, cycle.frames - 1, cycle.frames, 2 * cycle.frames]))
    stride = np.array([cycle.stride, 0.0, 0.0])
    np.testing.assert_array_equal(track[1], cycle["left_ankle"][0])
    np.testing.assert_allclose(track[0] + stride, track[2])
    np.testing.assert_allclose(track[3], track[1] + stride)
    np.testing.assert_allclose(track[4], track[1] + 2 * stride)


def test_speed_is_the_derivative(stick_walker):
    cycle = judge_take(stick_walker().landmarks(), "walk").cycle
    assert cycle.speed("lower_back").mean() == pytest.approx(1.2, rel=0.01)
    assert (cycle.speed("right_ankle", axes=2) <= cycle.speed("right_ankle") + 1e-12).all()


def _turned(landmarks, angle):
    c, s = np.cos(angle), np.sin(angle)
    middle = landmarks["lower_back"][:, None, :2]
    points = landmarks.points.copy()
    points[..., :2] = middle + (points[..., :2] - middle) @ np.array([[c, s], [-s, c]])
    return replace(landmarks, points=points)


def test_what_is_no_straight_forward_walk(stick_walker):
    walker = stick_walker()
    standing = replace(walker.landmarks(), points=np.repeat(walker.landmarks().points[:1], 300, axis=0))
    with pytest.raises(
        MotionError, match=r"no complete gait cycle \(heel strikes: right at no time; left at no time"
    ):
        judge_take(standing, "walk")
    with pytest.raises(MotionError, match=r"no complete gait cycle"):
        judge_take(walker.landmarks(seconds=1.0), "walk")
    with pytest.raises(MotionError, match=r"the body faces -?1[78]\d degrees off"):
        judge_take(_turned(walker.landmarks(), np.pi), "walk")
    with pytest.raises(MotionError, match=r"the take ends 0\.\d\d s before the cycle"):
        judge_take(walker.landmarks(seconds=1.7), "walk")
    with pytest.raises(
        MotionError, match=r"not a steady walk: heel strikes .*expected cycles of 0\.5 to 2\.0 s"
    ):
        judge_take(stick_walker(period=2.4, speed=0.5).landmarks(seconds=8.0), "walk")


def test_real_walks(mocap):
    for name, speed, slope in (("02_01", 1.19, 1.05), ("35_01", 1.27, None), ("02_02", 1.65, None)):
        landmarks = find_landmarks(read_capture(mocap / "cmu_amc" / f"{name}.amc"))
        cycle = judge_take(clean_landmarks(landmarks, 120.0).landmarks, "walk").cycle
        # Speeds as listed beside the captures, not scaled to the robot.
        assert cycle.stride * 120.0 / cycle.frames == pytest.approx(speed, abs=0.02)
        assert cycle.fit_error < 0.015
        if slope is not None:
            assert np.degrees(cycle.floor_slope) == pytest.approx(slope, abs=0.05)


def test_real_motions_that_are_no_walks(mocap):
    for name in ("cmu_amc/02_04.amc", "cmu_amc/49_18.amc", "accad_bvh/Female1_B05_WalkBackwards.bvh"):
        landmarks = find_landmarks(read_capture(mocap / name))
        with pytest.raises(MotionError, match=name.split("/")[1]):
            judge_take(clean_landmarks(landmarks, 120.0).landmarks, "walk")


def test_the_order_of_landmarks_is_kept(stick_walker):
    cycle = judge_take(stick_walker().landmarks(), "walk").cycle
    assert cycle.points.shape == (132, len(LANDMARKS), 3)
    assert (cycle["left_shoulder"][:, 1] > 0.15).all()
