"""Differences that vanish: against finite differences, and at both ends."""

import numpy as np
import pytest

from biped_control.motion.editing.blend import Blend, Difference

VALUE, RATE, TICKS = np.array([0.3, -0.2, 0.0]), np.array([0.02, 0.0, -0.05]), np.array([40.0, 20.0, 60.0])


@pytest.fixture
def difference() -> Difference:
    return Difference(VALUE, RATE, TICKS)


def test_it_begins_as_it_is_and_with_its_rate(difference: Difference) -> None:
    small = 1e-4
    np.testing.assert_allclose(difference.after(0.0), VALUE, atol=1e-12)
    np.testing.assert_allclose((difference.after(small) - difference.after(0.0)) / small, RATE, atol=1e-6)
    np.testing.assert_allclose(difference.after(-1.0), VALUE - RATE, atol=1e-12)


def test_it_ends_without_rate_or_acceleration(difference: Difference) -> None:
    small = 1e-3
    for i, end in enumerate(TICKS):
        late = [difference.after(end - k * small)[i] for k in range(3)]
        assert late[0] == pytest.approx(0.0, abs=1e-12)
        assert (late[0] - late[1]) / small == pytest.approx(0.0, abs=1e-6)
        assert (late[0] - 2.0 * late[1] + late[2]) / small**2 == pytest.approx(0.0, abs=1e-5)
        assert difference.after(end + 5.0)[i] == pytest.approx(0.0, abs=1e-12)


def test_a_blend_lasts_as_long_as_its_longest_part(difference: Difference) -> None:
    foot = Difference(np.zeros(6), np.zeros(6), np.full(6, 70.0))
    short = Difference(np.zeros(6), np.zeros(6), np.full(6, 7.0))
    assert Blend(difference, (short, foot)).ticks == 70.0
    assert Blend(difference, (short, short)).ticks == 60.0
