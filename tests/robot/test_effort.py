"""Clamping torques."""

import numpy as np

from biped_control.robot.effort import clamp_effort


def test_clamps_and_counts() -> None:
    limits = np.array([1.0, 2.0, 3.0, 4.0])
    clamped, count = clamp_effort(np.array([-5.0, 2.0, 3.5, 0.0]), limits)
    np.testing.assert_array_equal(clamped, [-1.0, 2.0, 3.0, 0.0])
    assert count == 2


def test_leaves_the_input_alone() -> None:
    torques = np.array([9.0])
    clamp_effort(torques, np.array([1.0]))
    assert torques[0] == 9.0
