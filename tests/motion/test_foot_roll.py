"""The pose of a standing foot."""

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.motion.foot_roll import foot_pose, heel_of_standing_foot, standing_foot_pose
from biped_control.robot.soles import Sole

SOLE = Sole(heel_x=-0.07, toe_x=0.17, centre_y=0.01, half_width=0.045, z=-0.075)
HEEL, YAW = np.array([0.3, -0.1]), 0.2


@given(pitch=st.floats(-1.0, 1.0))
def test_the_foot_never_slips_or_sinks(pitch: float) -> None:
    """The pivot edge stays on the ground where it is when the foot lies flat; nothing is below the ground."""
    pose, flat = standing_foot_pose(SOLE, HEEL, YAW, pitch), standing_foot_pose(SOLE, HEEL, YAW, 0.0)
    edge = slice(0, 2) if pitch < 0.0 else slice(2, 4)
    corners, lying = (np.array([p.act(corner) for corner in SOLE.corners()]) for p in (pose, flat))
    np.testing.assert_allclose(corners[edge], lying[edge], atol=1e-12)
    assert corners[:, 2].min() > -1e-12


def test_a_flat_foot_stands_on_its_heel_point() -> None:
    pose = standing_foot_pose(SOLE, HEEL, YAW, 0.0)
    np.testing.assert_allclose(pose.act(SOLE.heel()), [*HEEL, 0.0], atol=1e-12)
    np.testing.assert_allclose(heel_of_standing_foot(SOLE, pose.translation, YAW), HEEL, atol=1e-12)


def test_toes_down_is_positive_pitch() -> None:
    pose = foot_pose(np.zeros(3), 0.0, 0.3)
    assert pose.act(np.array([0.1, 0.0, 0.0]))[2] < 0.0


@pytest.mark.parametrize("side", [-1e-9, 1e-9])
def test_the_pose_is_continuous_where_the_pivot_changes(side: float) -> None:
    difference = standing_foot_pose(SOLE, HEEL, YAW, side).actInv(standing_foot_pose(SOLE, HEEL, YAW, 0.0))
    assert np.linalg.norm(pin.log6(difference).vector) < 1e-8
