"""Merging contacts changes how many there are, never what they do together."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from biped_control.robot.state import FloatArray
from biped_control.simulation.contact_report import merge_contacts

RADIUS = 0.02
rows = st.integers(0, 30).flatmap(
    lambda n: st.tuples(
        arrays(np.float64, (n, 3), elements=st.floats(-0.05, 0.05)),
        arrays(np.float64, (n, 3), elements=st.floats(-500.0, 500.0)),
    )
)


@settings(deadline=None)  # the first call compiles
@given(rows)
def test_total_force_stays_and_no_point_is_far_from_its_own(contacts: tuple[FloatArray, FloatArray]) -> None:
    points, forces = contacts
    merged, sums = merge_contacts(points, forces, RADIUS)
    assert len(merged) == len(sums) <= len(points)
    np.testing.assert_allclose(sums.sum(axis=0), forces.sum(axis=0), atol=1e-9)
    for point in points:
        assert np.linalg.norm(merged - point, axis=1).min() < 3 * RADIUS
    for point in merged:
        assert np.linalg.norm(points - point, axis=1).min() <= 2 * RADIUS


def test_two_groups() -> None:
    points = np.array([[0.0, 0, 0], [1.0, 0, 0], [0.01, 0, 0], [1.0, 0.01, 0]])
    forces = np.array([[0.0, 0, 1], [0.0, 0, 5], [0.0, 0, 3], [0.0, 0, 5]])
    merged, sums = merge_contacts(points, forces, RADIUS)
    np.testing.assert_allclose(merged, [[0.0075, 0, 0], [1.0, 0.005, 0]], atol=1e-9)
    np.testing.assert_allclose(sums, [[0, 0, 4], [0, 0, 10]])


def test_touch_without_force_keeps_its_place() -> None:
    merged, sums = merge_contacts(np.array([[0.3, 0.2, 0.0]]), np.zeros((1, 3)), RADIUS)
    np.testing.assert_allclose(merged, [[0.3, 0.2, 0.0]])
    np.testing.assert_array_equal(sums, np.zeros((1, 3)))
