"""The ground under sole corners, from a plane under each foot."""

import numpy as np
import pytest

from biped_control.contact.told_ground import ground_under_feet


def test_each_foot_has_its_own_plane() -> None:
    planes = np.array([[0.1, 0.2, -0.3], [0.5, 0.0, 0.0]])
    points = np.random.default_rng(2).normal(size=(8, 3))
    ground_at = ground_under_feet(planes)
    assert ground_at is not None
    ground = ground_at(points)
    for corner, point in enumerate(points):
        a, b, c = planes[corner // 4]
        assert ground.heights[corner] == pytest.approx(a + b * point[0] + c * point[1])
        normal = np.cross([1.0, 0.0, b], [0.0, 1.0, c])  # of two directions within the plane
        np.testing.assert_allclose(ground.normals[corner], normal / np.linalg.norm(normal), atol=1e-15)


def test_nothing_told_is_no_ground() -> None:
    assert ground_under_feet(None) is None
