"""The dual method against solvers that know nothing of it, on problems of a walk."""

import numpy as np
import pytest
from force_qp import SOLVERS, dense_effect, solve_program

from biped_control.policies.modal.force_dual import ForceProblem, solve_dual
from biped_control.robot.state import FloatArray


def forces_of(problem: ForceProblem) -> FloatArray:
    forces, left = solve_dual(problem, 1e-11)
    assert left < 1e-11
    return forces


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("friction", [1.0, 0.4])
def test_hexagonal_cones(force_problems: list[ForceProblem], solver: str, friction: float) -> None:
    for problem in force_problems[::4]:
        hexagonal = problem._replace(friction=friction, hexagonal=True)
        expected = solve_program(hexagonal, solver)
        assert np.abs(expected).max() > 0.5  # [100 N]: the robot is carried
        np.testing.assert_allclose(forces_of(hexagonal), expected, atol=1e-6)


@pytest.mark.parametrize("friction", [1.0, 0.4, 0.05])
def test_circular_cones_by_the_optimality_conditions(
    force_problems: list[ForceProblem], friction: float
) -> None:
    """Forces in the cone, their cost's slope in its dual cone, and both orthogonal: enough for a minimum."""
    sliding = 0
    for problem in force_problems:
        f = forces_of(problem._replace(friction=friction, hexagonal=False))[problem.contacts]
        effect = dense_effect(problem)
        error = effect @ f.ravel() - problem.wanted
        slope = effect.T @ (problem.weights * error) + problem.force_weight * f.ravel()
        g = slope.reshape(-1, 3) / problem.force_weight
        tangential = np.hypot(f[:, 0], f[:, 1])
        assert (tangential <= friction * f[:, 2] + 1e-9).all()
        assert (friction * np.hypot(g[:, 0], g[:, 1]) <= g[:, 2] + 1e-6).all()
        np.testing.assert_allclose((f * g).sum(axis=1), 0.0, atol=1e-6)
        sliding += np.count_nonzero((f[:, 2] > 1e-3) & (tangential > friction * f[:, 2] - 1e-9))
    assert sliding > 0 or friction == 1.0


@pytest.mark.parametrize("solver", SOLVERS)
def test_forces_near_those_of_a_reference(force_problems: list[ForceProblem], solver: str) -> None:
    random = np.random.default_rng(6)
    for problem in force_problems[1::4]:
        references = random.normal([0.0, 0.0, 1.0], 0.5, size=(*problem.contacts.shape, 3))
        held = problem._replace(references=references, force_weight=1e-3, friction=0.6, hexagonal=True)
        expected = solve_program(held, solver)
        np.testing.assert_allclose(forces_of(held), expected, atol=1e-6)
        without = solve_program(held._replace(references=0.0 * references), solver)
        assert np.abs(expected - without).max() > 0.1


def test_wide_cones_leave_the_forces_free(force_problems: list[ForceProblem]) -> None:
    """Where no force pulls, the problem is an ordinary regularized least-squares one."""
    problem, effect = force_problems[0], dense_effect(force_problems[0])
    root = np.sqrt(problem.weights)[:, None]
    shifted = problem.wanted + effect @ np.tile([0.0, 0.0, 50.0], effect.shape[1] // 3)
    stacked = np.vstack([root * effect, np.sqrt(problem.force_weight) * np.eye(effect.shape[1])])
    right = np.concatenate([root[:, 0] * shifted, np.zeros(effect.shape[1])])
    free = np.linalg.lstsq(stacked, right, rcond=None)[0]
    assert free[2::3].min() > 0.0
    forces = forces_of(problem._replace(wanted=shifted, friction=1e3, hexagonal=False))
    np.testing.assert_allclose(forces[problem.contacts].ravel(), free, atol=1e-6)
    assert not forces[~problem.contacts].any()
