"""The cost and its model."""

import numpy as np

from biped_control.motion.spacetime.dynamics_block import InverseDynamics
from biped_control.motion.spacetime.ends import REACH
from biped_control.motion.spacetime.objective import CostRows, Objective
from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.motion.spacetime.sparse_assembly import WindowedLeastSquares
from biped_control.motion.spacetime.unknowns import Unknowns
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import FloatArray


def evaluate(problem: SpacetimeProblem, unknowns: FloatArray) -> CostRows:
    frames = problem.ends.extended(unknowns)
    dynamics = InverseDynamics(problem.robot, problem.dt).evaluate(frames, problem.ends.windows + 1)
    return Objective(problem).evaluate(frames, dynamics)


def test_the_cost_is_the_sum_of_its_terms(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    settings, nv, count = problem.settings, problem.robot.nv, problem.ends.windows
    frames = problem.ends.extended(unknowns)
    dynamics = InverseDynamics(problem.robot, problem.dt).evaluate(frames, count + 1)
    torques = dynamics.residuals[:, ROOT_DOF:]
    q, f = frames[:, :nv], FORCE_UNIT * frames[:, nv:]
    total = 0.0
    for k in range(count):
        deviation = q[k] - problem.motion.positions[k]
        acceleration = (q[k + 2] - 2 * q[k + 1] + q[k]) * problem.motion.rate_hz**2
        total += settings.deviation.diagonal(problem.robot) @ deviation**2
        total += settings.acceleration * acceleration @ acceleration
        total += settings.torque * torques[k] @ torques[k]
        total += settings.torque_change * np.sum((torques[k + 1] - torques[k]) ** 2)
        total += settings.force * f[k] @ f[k] + settings.force_change * np.sum((f[k + 1] - f[k]) ** 2)
    np.testing.assert_allclose(evaluate(problem, unknowns).value, 0.5 * total, rtol=1e-12)


def test_the_gradient_matches_central_differences(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    """Along random directions, with the windows gathered as the solver gathers them."""
    numbering = Unknowns(problem)
    gradient = gathered(problem, numbering, unknowns)[1]
    random = np.random.default_rng(2)
    step = 1e-6
    for _ in range(5):
        direction = random.standard_normal(numbering.size)
        change = step * numbering.frames(direction)
        ahead, behind = evaluate(problem, unknowns + change).value, evaluate(problem, unknowns - change).value
        np.testing.assert_allclose(gradient @ direction, (ahead - behind) / (2 * step), rtol=1e-5)


def test_the_matrix_is_that_of_the_linearized_residuals(
    problem: SpacetimeProblem, unknowns: FloatArray
) -> None:
    """Gauss-Newton: direction^T H direction is the squared change of all weighted residuals."""
    numbering = Unknowns(problem)
    matrix = gathered(problem, numbering, unknowns)[0]
    direction = np.random.default_rng(6).standard_normal(numbering.size)
    change = 1e-6 * numbering.frames(direction)
    ahead, behind = evaluate(problem, unknowns + change), evaluate(problem, unknowns - change)
    rates = [(ahead.plain - behind.plain) / 2e-6, (ahead.torque - behind.torque) / 2e-6]
    curvature = direction @ (matrix @ direction)
    np.testing.assert_allclose(curvature, sum(float((rate**2).sum()) for rate in rates), rtol=1e-5)


def test_the_pattern_holds_all_rows(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    rows = np.abs(evaluate(problem, unknowns).torque_rows).max(axis=0)
    pattern = Objective(problem).pattern()
    outside = (rows.T @ rows)[~pattern]
    assert outside.size > 0
    assert outside.max() < 1e-9 * (rows.T @ rows).max()


def gathered(
    problem: SpacetimeProblem, numbering: Unknowns, unknowns: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Symmetric Gauss-Newton matrix and gradient, gathered as the solver gathers them."""
    objective, cost = Objective(problem), evaluate(problem, unknowns)
    squares = WindowedLeastSquares(
        numbering.windows(REACH), numbering.patterns(objective.pattern(), REACH), numbering.size
    )
    plain_rows = np.repeat(objective.plain_rows[None], problem.ends.windows, axis=0)
    for rows in (plain_rows, cost.torque_rows):
        numbering.pull_back(rows, REACH)
    upper = squares.matrix(squares.values(plain_rows) + squares.values(cost.torque_rows)).toarray()
    gradient = squares.gradient(cost.plain, plain_rows) + squares.gradient(cost.torque, cost.torque_rows)
    return upper + np.triu(upper, 1).T, gradient
