"""Known ground against hand-made heights."""

import numpy as np
import pytest

from biped_control.motion.editing.ramps import Ramps


def test_up_and_level_again() -> None:
    ramps, x = Ramps(), np.array([0.6, 0.8])
    assert ramps.level
    ramps.add(1.0 * x, x, 0.1)
    ramps.add(3.0 * x, x, 0.0)
    across = np.array([-0.8, 0.6])
    heights = [ramps.height(along * x + 0.7 * across) for along in (-1.0, 1.0, 2.0, 3.0, 9.0)]
    assert heights == pytest.approx([0.0, 0.0, 0.1, 0.2, 0.2])
    assert ramps.grade == 0.0
    assert ramps.slope(2.0 * x) == pytest.approx(0.1 * x)
    assert ramps.slope(9.0 * x) == pytest.approx([0.0, 0.0])


def test_the_pelvis_has_a_smooth_way() -> None:
    """Away from the bend it is as high as the ground, near it a parabola of continuous slope."""
    ramps = Ramps()
    ramps.add(np.zeros(2), np.array([1.0, 0.0]), 0.2)
    places = np.linspace(-0.5, 0.5, 1001)
    heights = np.array([ramps.rounded_height(np.array([x, 0.0])) for x in places])
    assert heights[[0, -1]] == pytest.approx([0.0, 0.1])
    assert np.abs(np.diff(heights, 2)).max() < 1e-6
    assert np.diff(heights).max() == pytest.approx(0.2e-3)
