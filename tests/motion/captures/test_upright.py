from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.landmarks import LANDMARKS
from biped_control.motion.captures.upright import turned_upright


def _capture(points: np.ndarray) -> Capture:
    return Capture(Path("take"), 120.0, LANDMARKS, points)


def test_a_standing_body_stays_as_it_is(stick_walker):
    capture = _capture(stick_walker().landmarks(1.0).points)
    assert turned_upright(capture) is capture


@pytest.mark.parametrize("order", [[2, 0, 1], [1, 2, 0]])
def test_another_axis_up_is_turned_and_nothing_mirrored(stick_walker, order):
    points = stick_walker().landmarks(1.0).points
    turned = turned_upright(_capture(points[..., order]))
    np.testing.assert_allclose(turned.positions[..., 2], points[..., 2])
    assert turned.repairs == ("turned upright: the body stood along another axis than usual in the format",)
    # A rotation keeps triple products.
    triple = np.linalg.det(turned.positions[:, [1, 3, 8]] - turned.positions[:, [0]])
    np.testing.assert_allclose(triple, np.linalg.det(points[:, [1, 3, 8]] - points[:, [0]]), atol=1e-12)


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
def test_upside_down(stick_walker, order):
    points = stick_walker().landmarks(1.0).points * [1.0, -1.0, -1.0]
    with pytest.raises(CaptureError, match=r"take: upside down: the feet are 0\.\d+ m above the hips\. Turn"):
        turned_upright(_capture(points[..., order]))


def test_a_body_along_no_axis(stick_walker):
    tilt = Rotation.align_vectors([[1.0, 1.0, 1.0]], [[0.0, 0.0, 1.0]])[0].as_matrix()
    tilted = stick_walker().landmarks(1.0).points @ tilt.T
    with pytest.raises(CaptureError, match=r"take: the hips are not above the feet"):
        turned_upright(_capture(tilted))
