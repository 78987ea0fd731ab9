"""Which points stand: hand-made feet."""

import numpy as np

from biped_control.estimation.standing_points import standing_points

FEET = np.array([-0.900, -0.899, -0.850, -0.800])  # the right foot is flat, the left one is on its heel


def test_a_flat_foot_stands_on_both_points_and_a_tilted_one_on_its_lower() -> None:
    assert standing_points(FEET, np.array([400.0, 400.0])).tolist() == [True, True, True, False]


def test_an_unloaded_foot_does_not_stand_however_low_it_is() -> None:
    assert standing_points(FEET, np.array([0.0, 400.0])).tolist() == [False, False, True, False]
    assert not standing_points(FEET, np.zeros(2)).any()
