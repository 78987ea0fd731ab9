"""Feet of normal legs: two bones by hand."""

import numpy as np
import pytest

from biped_control.motion.gaits.gait_norms import FourierCurve, GaitNorms, load_gait_norms
from biped_control.motion.gaits.norm_leg import NormLeg
from biped_control.robot.model import RobotModel

PHASE = np.zeros(1)


def leg(robot: RobotModel, hip: float, knee: float, ankle: float) -> NormLeg:
    """Angles in degrees, the same at all times."""
    angles = {
        joint: FourierCurve(mean=mean, cosines=(), sines=())
        for joint, mean in (("hip", hip), ("knee", knee), ("ankle", ankle))
    }
    norms = load_gait_norms().model_dump() | {"angles": angles, "pelvic_tilt_deg": 0.0}
    return NormLeg.of(robot, GaitNorms.model_validate(norms))


def test_a_straight_leg_hangs_down(robot: RobotModel) -> None:
    straight = leg(robot, 0.0, 0.0, 0.0)
    np.testing.assert_allclose(straight.ankle(PHASE), [[0.0, -0.82]])
    assert straight.hip_height(PHASE) == pytest.approx(0.82 + 0.075)
    assert straight.pitch(PHASE) == pytest.approx(0.0)


def test_a_thigh_held_forward_with_a_hanging_shank(robot: RobotModel) -> None:
    raised = leg(robot, 90.0, 90.0, 0.0)
    np.testing.assert_allclose(raised.ankle(PHASE), [[0.41, -0.41]], atol=1e-12)
    assert raised.pitch(PHASE) == pytest.approx(0.0, abs=1e-12)


def test_a_foot_pointing_down_stands_on_its_toes(robot: RobotModel) -> None:
    tiptoe = leg(robot, 0.0, 0.0, -90.0)
    assert tiptoe.pitch(PHASE) == pytest.approx(0.5 * np.pi)
    assert tiptoe.hip_height(PHASE) == pytest.approx(0.82 + 0.17)


def test_the_hip_passes_over_the_ankle_in_the_middle_of_a_straight_stance(robot: RobotModel) -> None:
    """The ankle is .07 m before the heel; half of the stance's way is still to come at the strike."""
    at_strike = leg(robot, 0.0, 0.0, 0.0).hip_at_strike(0.0, 0.4, stride=1.0)
    assert at_strike == pytest.approx(0.07 - 0.2)
