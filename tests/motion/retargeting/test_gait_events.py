from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.captures.landmarks import LANDMARKS
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.retargeting.gait_events import cycle_events
from biped_control.motion.retargeting.take_kind import judge_take


def test_events_of_a_known_walk(stick_walker):
    walker = stick_walker()
    cycle = judge_take(walker.landmarks(), "walk").cycle
    for foot, strike, sign in (("right", 0, -1.0), ("left", 66, 1.0)):
        events = cycle_events(cycle, foot)
        assert abs(events.standing.strike - strike) <= 2
        # Pitch is linear after the strike and quadratic after heel off: that gives the crossings.
        flat = walker.flat * (1.0 - 0.05 / np.radians(20.0))
        heel_off = walker.heel_off + np.sqrt(0.06 / walker.lift_pitch) * (walker.toe_off - walker.heel_off)
        np.testing.assert_allclose(events.timing, 132 * np.array([flat, heel_off, walker.toe_off]), atol=3)
        assert events.standing.yaw == pytest.approx(0.0, abs=1e-3)
        assert events.standing.ankle[1] == pytest.approx(sign * walker.half_width, abs=1e-3)
        assert events.standing.ankle[2] == pytest.approx(0.07, abs=1e-3)
        assert events.standing.slip < 0.005
        pitch = events.standing.pitch(cycle, np.arange(cycle.frames), 0.0)
        assert pitch.max() == pytest.approx(walker.lift_pitch, abs=0.15)
        assert pitch[0] == pytest.approx(walker.strike_pitch, abs=0.05)


def test_each_foot_has_its_own_floor_and_flat_pitch(stick_walker):
    landmarks = stick_walker().landmarks()
    raised = landmarks.points.copy()
    raised[:, LANDMARKS.index("left_ball"), 2] += 0.03  # the left toe marker sits higher
    raised[:, [LANDMARKS.index("left_ball"), LANDMARKS.index("left_ankle")], 2] += 0.02
    cycle = judge_take(replace(landmarks, points=raised), "walk").cycle
    right, left = cycle_events(cycle, "right"), cycle_events(cycle, "left")
    np.testing.assert_allclose(left.timing, right.timing, atol=3)
    assert left.standing.ankle[2] - right.standing.ankle[2] == pytest.approx(0.02, abs=1e-3)


def test_toe_out_is_read_from_the_flat_foot(stick_walker):
    landmarks = stick_walker().landmarks()
    turned = landmarks.points.copy()
    turned[:, LANDMARKS.index("left_ball"), 1] += 0.13 * np.tan(0.1)
    assert cycle_events(
        judge_take(replace(landmarks, points=turned), "walk").cycle, "left"
    ).standing.yaw == pytest.approx(0.1, abs=5e-3)


def test_walks_without_a_heel_to_toe_roll(stick_walker):
    cycle = judge_take(stick_walker().landmarks(), "walk").cycle
    ball, ankle = LANDMARKS.index("right_ball"), LANDMARKS.index("right_ankle")
    flat = cycle.points.copy()
    flat[:, ball] = flat[:, ankle] + [0.13, 0.0, 0.0]
    with pytest.raises(MotionError, match="right foot never lifts its heel"):
        cycle_events(replace(cycle, points=flat), "right")
    dragged = cycle.points.copy()
    dragged[:, ankle, 0] = np.linspace(0.0, cycle.stride, cycle.frames, endpoint=False)
    with pytest.raises(MotionError, match="right foot never lands"):
        cycle_events(replace(cycle, points=dragged), "right")


def test_uneven_steps(stick_walker):
    cycle = judge_take(stick_walker().landmarks(), "walk").cycle
    late = np.roll(cycle.points, 30, axis=0)
    late[:30, :, 0] -= cycle.stride
    with pytest.raises(MotionError, match=r"right foot lands \+0\.\d\d s off the middle"):
        cycle_events(replace(cycle, points=late), "right")


def test_a_run_has_flight(mocap):
    from biped_control.motion.captures.capture_cleaning import clean_landmarks
    from biped_control.motion.captures.landmarks import find_landmarks
    from biped_control.motion.readers import read_capture

    landmarks = find_landmarks(read_capture(mocap / "cmu_amc" / "02_03.amc"))
    cycle = judge_take(clean_landmarks(landmarks, 120.0).landmarks).cycle
    standing = [cycle_events(cycle, foot).timing[2] for foot in FEET]
    assert 1.0 - np.sum(standing) / cycle.frames == pytest.approx(0.34, abs=0.02)
