"""Axes that do not move without need."""

import pytest

from biped_control.dashboard.panels.steady_range import steady_range


@pytest.mark.parametrize("middle", [0.0, 90.0, -7.4, 1234.5])
def test_noise_does_not_fill_it(middle: float) -> None:
    low, high = steady_range(middle - 0.01, middle + 0.01, 10.0, None)
    assert low <= middle - 10.0
    assert high >= middle + 10.0
    assert high - low <= 45.0


def test_it_stays_while_the_numbers_fit_in() -> None:
    present = steady_range(-1.0, 1.0, 10.0, None)
    assert present == (-15.0, 15.0)
    assert steady_range(-14.0, 8.0, 10.0, present) == present
    wider = steady_range(-14.0, 80.0, 10.0, present)
    assert wider == (-30.0, 90.0)
    assert steady_range(0.0, 50.0, 10.0, wider) == wider
    assert steady_range(40.0, 41.0, 10.0, wider) == (30.0, 60.0), "little is left of what it was made for"
