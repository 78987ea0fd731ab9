from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.retargeting.no_walk import goes_off, stays_in_place
from biped_control.motion.retargeting.take_kind import judge_take


@pytest.fixture
def walking(stick_walker):
    return stick_walker().landmarks()


def test_who_goes_somewhere_does_not_stay(walking):
    assert stays_in_place(walking) is None


def test_standing_and_jumping(walking):
    still = replace(walking, points=np.repeat(walking.points[:1], 240, axis=0))
    with pytest.raises(MotionError, match=r"the person stands: the hips stay within 0\.00 m; no complete"):
        judge_take(still)
    high = still.points.copy()
    high[100:140, :, 2] += 0.4
    assert stays_in_place(replace(still, points=high)) == "the person jumps in place: both feet are 0.40 m up"


def test_which_way():
    assert goes_off(np.radians(-177.0)).startswith("the person goes backward: the body faces -177 degrees")
    assert goes_off(np.radians(67.0)).startswith("the person goes sideways")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("cmu_amc/02_04.amc", "jumps in place"),
        ("accad_bvh/Female1_B22_SideStepLeft.bvh", "goes sideways"),
        ("accad_bvh/Female1_A01_Stand.bvh", "stands"),
    ],
)
def test_real_takes(robot, mocap, name, says):
    from biped_control.motion.retargeting.import_capture import import_capture

    with pytest.raises(MotionError, match=f"the person {says}"):
        import_capture(mocap / name, robot)
