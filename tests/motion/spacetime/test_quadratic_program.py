"""The solver of one step, against a problem solved by hand."""

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp

from biped_control.errors import MotionError
from biped_control.motion.spacetime.constraints import LinearConstraints
from biped_control.motion.spacetime.quadratic_program import solve_step

# minimize x'x / 2 - 3 x0 - x1 - 5 x2 with x0 + x1 = 1, x0 - x1 <= 0.5, x2 <= 2.
# Without the inequalities x = (1.5, -0.5, 5); with them x0 - x1 = 0.5: x = (0.75, 0.25, 2).
HESSIAN = sp.csc_matrix(np.eye(3))
GRADIENT = np.array([-3.0, -1.0, -5.0])
CONSTRAINTS = LinearConstraints(
    equality=sp.csc_matrix(np.array([[1.0, 1.0, 0.0]])),
    equality_rhs=np.array([1.0]),
    inequality=sp.csc_matrix(np.array([[1.0, -1.0, 0.0]])),
    inequality_low=np.array([-np.inf]),
    inequality_high=np.array([0.5]),
    step_low=np.full(3, -np.inf),
    step_high=np.array([np.inf, np.inf, 2.0]),
)


def test_solution_by_hand() -> None:
    np.testing.assert_allclose(solve_step(HESSIAN, GRADIENT, CONSTRAINTS), [0.75, 0.25, 2.0], atol=1e-6)


def test_contradicting_constraints_are_an_error() -> None:
    impossible = replace(CONSTRAINTS, step_low=np.array([0.8, -np.inf, -np.inf]))
    with pytest.raises(MotionError, match="INFEASIBLE"):
        solve_step(HESSIAN, GRADIENT, impossible)


def test_numbers_that_are_not_finite_are_an_error() -> None:
    with pytest.raises(MotionError):
        solve_step(HESSIAN, np.array([np.nan, 0.0, 0.0]), CONSTRAINTS)
