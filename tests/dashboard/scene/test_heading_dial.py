"""Clicks on the dial become headings."""

from math import atan2, pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.dashboard.scene.heading_dial import heading_of_click

EYE = np.array([2.0, -3.0, 1.5])


@given(angle=st.floats(-pi, pi), x=st.floats(-5.0, 5.0), y=st.floats(-5.0, 5.0))
def test_the_heading_is_where_the_ray_meets_the_ring(angle: float, x: float, y: float) -> None:
    centre = np.array([x, y])
    clicked = np.array([x + np.cos(angle), y + np.sin(angle), 0.01])
    heading = heading_of_click(EYE, clicked - EYE, centre, 0.01)
    assert heading is not None
    assert abs(atan2(np.sin(heading - angle), np.cos(heading - angle))) < 1e-9


def test_rays_that_miss_the_ground_say_nothing() -> None:
    for direction in ([0.0, 1.0, 0.0], [0.0, 1.0, 0.5]):
        assert heading_of_click(EYE, np.array(direction), np.zeros(2), 0.0) is None


def test_straight_ahead_is_zero() -> None:
    assert heading_of_click(EYE, np.array([1.0, 3.0, -1.5]), np.zeros(2), 0.0) == pytest.approx(0.0)
