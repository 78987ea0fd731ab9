"""Contact directions against their definition."""

import numpy as np
import pytest

from biped_control.complementarity.directions import contact_directions


def test_directions_are_a_right_handed_frame_on_any_ground() -> None:
    random = np.random.default_rng(2)
    normals = random.normal(size=(20, 3)) + np.array([0.0, 0.0, 4.0])
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    for frame in contact_directions(normals, 1.1):
        np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(frame) == pytest.approx(1.0)
        assert frame[1] @ np.array([-np.sin(1.1), np.cos(1.1), 0.0]) == pytest.approx(0.0, abs=0.3)
