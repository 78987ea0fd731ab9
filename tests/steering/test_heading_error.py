"""Heading errors on the circle."""

from math import pi

import numpy as np
import pytest

from biped_control.steering.heading_error import between, heading_errors, mean_error


def test_errors_between_bins() -> None:
    """Interpolation is exact for straight lines, and knows that the circle is closed."""
    errors = np.array([-pi, -3.0, -0.1, 0.0, 0.05, 1.0, 3.1, pi])
    lower, upper, share = between(errors, 24)
    bins = heading_errors(24)
    np.testing.assert_allclose(np.exp(1j * (bins[lower] + share * 2.0 * pi / 24)), np.exp(1j * errors))
    np.testing.assert_array_equal(upper, (lower + 1) % 24)
    assert (share >= 0.0).all()
    assert (share < 1.0).all()
    np.testing.assert_array_equal(share[[0, 3, 7]], 0.0)


def test_an_error_that_hits_a_bin_but_for_rounding_belongs_to_it() -> None:
    bins = heading_errors(24)
    for off in (-1e-9, 1e-9):
        lower, _, share = between(bins + off, 24)
        np.testing.assert_array_equal(lower, np.arange(24))
        np.testing.assert_array_equal(share, 0.0)


@pytest.mark.parametrize("turn", [0.0, 1e-9, 0.3, -1.2, pi, -pi, 7.0])
def test_mean_error_along_a_turn(turn: float) -> None:
    """Against the mean of many places on the way: past the wanted heading, and past its opposite."""
    errors = np.linspace(-pi, pi, 41)
    way = errors[:, None] - turn * (np.arange(20_000) + 0.5) / 20_000
    expected = np.abs(np.angle(np.exp(1j * way))).mean(axis=1)
    np.testing.assert_allclose(mean_error(errors, turn), expected, atol=1e-6)
