"""Uneven ground: level pieces, as high and as long as was asked for."""

import numpy as np

from biped_control.simulation.terrain import FLAT
from biped_control.simulation.uneven_ground import uneven_ground


def test_pieces() -> None:
    ground = uneven_ground(3, 0.004, (0.4, 1.2))
    x = np.linspace(-50.0, 50.0, 50_001)
    heights = ground.height(x, np.zeros_like(x))
    assert 0.0038 < np.abs(heights).max() <= 0.004
    assert abs(heights.mean()) < 0.001
    lengths = np.diff(x[np.flatnonzero(np.diff(heights))])
    assert lengths.min() > 0.39
    assert lengths.max() < 1.21
    np.testing.assert_array_equal(ground.normal(x, x)[:, 2], 1.0)
    np.testing.assert_array_equal(ground.height(np.array([-900.0, 70.0, 900.0]), np.zeros(3)), 0.0)


def test_seeds() -> None:
    first = uneven_ground(3, 0.004, (0.4, 1.2))
    assert first == uneven_ground(3, 0.004, (0.4, 1.2))
    assert first != uneven_ground(4, 0.004, (0.4, 1.2))
    assert uneven_ground(3, 0.0, (0.4, 1.2)) is FLAT
