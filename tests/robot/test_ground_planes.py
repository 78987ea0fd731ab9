"""Planes under the feet."""

import numpy as np

from biped_control.robot.ground_planes import of_corners, upward_normals


def test_each_sole_has_four_corners_on_its_own_plane() -> None:
    planes = np.array([[0.1, 0.2, -0.3], [0.0, 0.0, 0.5]])
    under = of_corners(planes)
    assert under.shape == (8, 3)
    np.testing.assert_array_equal(under[:4], planes[:1].repeat(4, axis=0))
    np.testing.assert_array_equal(under[4:], planes[1:].repeat(4, axis=0))


def test_normals_are_upright_on_both_slopes() -> None:
    slopes = np.random.default_rng(4).normal(size=(20, 2))
    normals = upward_normals(slopes)
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0)
    assert (normals[:, 2] > 0.0).all()
    for axis in (0, 1):  # a step along the ground rises as it says, and is square to the normal
        along = np.zeros((20, 3))
        along[:, axis], along[:, 2] = 1.0, slopes[:, axis]
        np.testing.assert_allclose(np.einsum("ij,ij->i", normals, along), 0.0, atol=1e-12)
