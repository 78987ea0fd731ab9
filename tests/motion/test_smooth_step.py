"""Shares against what they promise at their ends."""

import numpy as np
import pytest

from biped_control.motion.smooth_step import bump, smooth_step

SMALL = 1e-4


def test_a_smooth_step_goes_up_from_none_to_all() -> None:
    values = [smooth_step(share) for share in np.linspace(0.0, 1.0, 11)]
    assert values[0] == 0.0
    assert values[5] == pytest.approx(0.5)
    assert values[-1] == 1.0
    assert (np.diff(values) > 0.0).all()


def test_a_bump_goes_up_and_down_alike() -> None:
    values = [bump(share) for share in np.linspace(0.0, 1.0, 11)]
    assert values == pytest.approx(values[::-1])
    assert values[0] == values[-1] == 0.0
    assert values[5] == 1.0
    assert (np.diff(values[:6]) > 0.0).all()


def test_ends_are_level() -> None:
    assert smooth_step(SMALL) < 10.0 * SMALL**2
    assert smooth_step(1.0 - SMALL) > 1.0 - 10.0 * SMALL**2
    assert bump(SMALL) < 20.0 * SMALL**2
    assert bump(0.5 + SMALL) > 1.0 - 10.0 * SMALL**2


def test_beyond_the_ends_nothing_changes() -> None:
    assert [smooth_step(share) for share in (-0.3, 1.2)] == [0.0, 1.0]
    assert [bump(share) for share in (-0.3, 1.2)] == [0.0, 0.0]
