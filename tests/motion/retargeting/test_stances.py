import numpy as np
import pytest

from biped_control.motion.foot_roll import standing_foot_pose
from biped_control.motion.kinematic_cycle import FEET
from biped_control.motion.retargeting.gait_events import cycle_events
from biped_control.motion.retargeting.stances import OUTWARD, even_stances
from biped_control.motion.retargeting.take_kind import judge_take
from biped_control.robot.soles import Sole

_SOLE = Sole(heel_x=-0.07, toe_x=0.17, centre_y=0.0, half_width=0.045, z=-0.075)


def _stances(walker, yaw=0.0, scale=0.9):
    cycle = judge_take(walker.landmarks(), "walk").cycle
    events = {foot: cycle_events(cycle, foot) for foot in FEET}
    for foot, sign in OUTWARD.items():
        object.__setattr__(events[foot].standing, "yaw", sign * yaw)
    return cycle, events, even_stances(cycle, events, dict.fromkeys(FEET, _SOLE), scale)


def test_half_a_stride_and_half_a_cycle_apart(stick_walker):
    cycle, events, stances = _stances(stick_walker())
    right, left = stances.of["right"], stances.of["left"]
    np.testing.assert_allclose(left.heel - right.heel, [0.5 * 0.9 * cycle.stride, 2 * 0.9 * 0.08], atol=1e-3)
    assert (right.strike, left.strike) == (0, 66)
    assert right.timing == left.timing
    assert stances.half_width == pytest.approx(0.9 * 0.08, abs=1e-3)
    middle = (
        0.5 * (right.heel + left.heel)
        - 0.5 * 0.9 * (events["right"].standing.ankle + events["left"].standing.ankle)[:2]
    )
    np.testing.assert_allclose(middle, [_SOLE.heel_x, 0.0], atol=1e-9)


@pytest.mark.parametrize("yaw", [-0.15, 0.0, 0.2])
def test_narrow_walks_are_widened_until_the_soles_clear_the_midline(stick_walker, yaw):
    _, _, stances = _stances(stick_walker(half_width=0.03), yaw)
    assert stances.captured_half_width == pytest.approx(0.9 * 0.03, abs=1e-3)
    nearest = []
    for foot, stance in stances.of.items():
        pose = standing_foot_pose(_SOLE, stance.heel, stance.yaw, 0.0)
        corners = np.array([pose.act(corner) for corner in _SOLE.corners()])
        nearest.append((OUTWARD[foot] * (corners[:, 1] - stances.midline)).min())
    assert min(nearest) == pytest.approx(0.005, abs=1e-9)


def test_wide_walks_stay_as_wide_as_they_are(stick_walker):
    _, _, stances = _stances(stick_walker(half_width=0.1))
    assert stances.half_width == stances.captured_half_width
