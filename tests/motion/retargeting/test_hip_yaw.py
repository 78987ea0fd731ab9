import numpy as np
import pytest

from biped_control.motion.retargeting.hip_yaw import hip_yaw_range, limited_pelvis, within_reach
from biped_control.motion.retargeting.stances import Stance


def _stance(yaw, strike, frames=60):
    return Stance(np.zeros(2), yaw, strike, (5, 40, frames))


def test_the_range_is_that_of_the_narrower_side(robot):
    index = robot.joint_index["r_hip_yaw"]
    assert hip_yaw_range(robot) == pytest.approx(
        min(-robot.lower_limits[index], robot.upper_limits[index]) - 0.1
    )


def test_a_foot_turns_as_little_as_needed():
    pelvis = np.linspace(0.0, 2.0, 201)  # 0.01 rad a frame
    ends = _stance(0.0, 0), _stance(2.0, 150)
    turned = within_reach([ends[0], _stance(0.3, 50), ends[1]], pelvis, 0.7)
    # Meanwhile the pelvis turns from 0.5 to 1.09: at the end the foot is 0.79 behind.
    assert turned[1].yaw == pytest.approx(1.09 - 0.7)
    assert (turned[0], turned[2]) == ends
    assert within_reach([ends[0], _stance(0.8, 50), ends[1]], pelvis, 0.7)[1].yaw == 0.8
    # No heading is within 0.2 of all that: the middle is best.
    assert within_reach([ends[0], _stance(0.3, 50), ends[1]], pelvis, 0.2)[1].yaw == pytest.approx(0.795)


def test_the_pelvis_waits_for_the_feet():
    pelvis = np.linspace(0.0, 2.0, 201)
    stances = {"right": [_stance(0.0, 0, 100)], "left": [_stance(2.0, 120, 100)]}
    limited = limited_pelvis(pelvis, stances, 0.5)
    assert limited[:80].max() < 0.5 + 0.1
    assert limited[140:].min() > 1.5 - 0.1
    assert np.abs(np.diff(limited)).max() < 0.1
    free = limited_pelvis(pelvis, {"right": [_stance(1.0, 0, 200)], "left": []}, 1.2)
    np.testing.assert_array_equal(free, pelvis)
