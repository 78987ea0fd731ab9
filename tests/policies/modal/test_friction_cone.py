"""Nearest points of the two cones."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from qpsolvers import solve_qp

from biped_control.policies.modal.friction_cone import FACET_RATIO, FACETS, project
from biped_control.robot.state import FloatArray

NUMBERS = st.floats(-3.0, 3.0).map(lambda x: round(x, 6))
FRICTIONS = st.sampled_from([0.3, 0.6, 1.0, 1.5])


def nearest(force: FloatArray, friction: float, hexagonal: bool) -> FloatArray:
    return np.array(project(*force, friction, hexagonal)[:3])


@given(st.tuples(NUMBERS, NUMBERS, NUMBERS), FRICTIONS)
def test_circular_cone_by_moreaus_decomposition(force: tuple[float, float, float], friction: float) -> None:
    """Nearest is a point of the cone if what is left lies in the polar cone, perpendicular to it."""
    y = np.array(force)
    p = nearest(y, friction, hexagonal=False)
    left = y - p
    assert np.hypot(p[0], p[1]) <= friction * p[2] + 1e-12
    assert friction * np.hypot(left[0], left[1]) <= -left[2] + 1e-12
    assert abs(p @ left) < 1e-12


@given(st.tuples(NUMBERS, NUMBERS, NUMBERS), FRICTIONS)
def test_hexagonal_cone_by_a_quadratic_program(force: tuple[float, float, float], friction: float) -> None:
    y = np.array(force)
    sides = np.hstack([FACETS, np.full((6, 1), -friction * FACET_RATIO)])
    expected = solve_qp(np.eye(3), -y, sides, np.zeros(6), solver="quadprog")
    np.testing.assert_allclose(nearest(y, friction, hexagonal=True), expected, atol=1e-9)


@pytest.mark.parametrize("hexagonal", [False, True])
def test_slopes_by_finite_differences(hexagonal: bool) -> None:
    random, step = np.random.default_rng(6), 1e-6
    for force in random.normal(size=(200, 3)):
        near = project(*force, 0.8, hexagonal)
        slope = [
            [near.xx, near.xy, near.xz],
            [near.xy, near.yy, near.yz],
            [near.xz, near.yz, near.zz],
        ]
        columns = [
            (nearest(force + d, 0.8, hexagonal) - nearest(force - d, 0.8, hexagonal)) / (2.0 * step)
            for d in step * np.eye(3)
        ]
        np.testing.assert_allclose(slope, np.array(columns).T, atol=1e-6)
