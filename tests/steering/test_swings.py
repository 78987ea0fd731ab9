"""Feet on the ground and in the air."""

import numpy as np

from biped_control.steering.swings import feet_on_ground, swing_shares


def test_a_foot_stands_on_heel_or_toe() -> None:
    contacts = np.array([[1, 0, 0, 0], [0, 1, 0, 1], [0, 0, 1, 1], [0, 0, 0, 0]], dtype=bool)
    wanted = [[True, False], [True, True], [False, True], [False, False]]
    np.testing.assert_array_equal(feet_on_ground(contacts), wanted)


def test_shares_of_a_swing_count_from_lift_off_to_landing() -> None:
    right = [0, 0, 1, 1, 0, 0]  # a cycle whose right foot is in the air at its seam
    contacts = np.array([[on, 0, 1, 1] for on in right], dtype=bool)
    np.testing.assert_allclose(swing_shares(contacts, cyclic=True)[:, 0], [0.75, 1.0, 0.0, 0.0, 0.25, 0.5])
    np.testing.assert_allclose(swing_shares(contacts, cyclic=False)[:, 0], [0.5, 1.0, 0.0, 0.0, 0.5, 1.0])
    assert not swing_shares(contacts, cyclic=True)[:, 1].any()
