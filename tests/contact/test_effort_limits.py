"""Clamping to effort limits."""

import numpy as np

from biped_control.contact.effort_limits import clamp_torques


def test_only_torques_beyond_a_limit_are_cut() -> None:
    clamped, joints = clamp_torques(np.array([5.0, -11.0, 10.0, 30.0]), np.array([10.0, 10.0, 10.0, 20.0]))
    np.testing.assert_array_equal(clamped, [5.0, -10.0, 10.0, 20.0])
    np.testing.assert_array_equal(joints, [1, 3])
