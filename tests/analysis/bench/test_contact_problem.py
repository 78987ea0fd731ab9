"""Residuals by hand."""

import numpy as np
import pytest

from biped_control.analysis.bench.contact_problem import ContactProblem

# One contact that falls with 1 m/s and slides with 3 m/s, and a joint limit that is left alone.
FALLING = ContactProblem(np.eye(4), np.array([-1.0, 3.0, 0.0, 2.0]), 1, 0.5)


def test_a_solution_has_no_residual() -> None:
    """It stops falling; friction brakes with half of that."""
    assert FALLING.residual(np.array([1.0, -0.5, 0.0, 0.0])) == pytest.approx(0.0, abs=1e-12)
    assert FALLING.boxed_residual(np.array([1.0, -0.5, 0.0, 0.0])) == pytest.approx(0.0, abs=1e-12)
    assert FALLING.limits == 1


@pytest.mark.parametrize(
    ("impulses", "residual"),
    [
        ([0.8, -0.4, 0.0, 0.0], 0.2),  # still falls
        ([1.0, -0.7, 0.0, 0.0], 0.2),  # outside the cone
        ([1.0, -0.5, 0.0, 0.3], 0.3),  # the limit pushes though nothing moves towards it
        ([1.0, np.nan, 0.0, 0.0], np.inf),
    ],
)
def test_every_violation_is_seen(impulses: list[float], residual: float) -> None:
    assert FALLING.residual(np.array(impulses)) == pytest.approx(residual, abs=1e-9)
    assert FALLING.boxed_residual(np.array(impulses)) == pytest.approx(residual, abs=1e-9)


def test_box_and_cone_differ_in_the_corner() -> None:
    sliding = ContactProblem(np.eye(3), np.array([-1.0, 3.0, 3.0]), 1, 0.5)
    corner = np.array([1.0, -0.5, -0.5])
    assert sliding.boxed_residual(corner) == pytest.approx(0.0, abs=1e-12)
    assert sliding.residual(corner) == pytest.approx(0.5)
