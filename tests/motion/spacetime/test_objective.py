"""The cost and its model."""

import numpy as np

from biped_control.motion.spacetime.dynamics_block import InverseDynamics
from biped_control.motion.spacetime.objective import REACH, CostWindows, Objective
from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.motion.spacetime.sparse_assembly import WindowedMatrix
from biped_control.motion.spacetime.unknowns import Unknowns
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import FloatArray


def evaluate(problem: SpacetimeProblem, unknowns: FloatArray) -> CostWindows:
    frames = problem.closure.extended(unknowns, REACH - 1)
    dynamics = InverseDynamics(problem.robot, problem.dt).evaluate(frames, problem.frames + 1)
    return Objective(problem).evaluate(frames, dynamics)


def test_the_cost_is_the_sum_of_its_terms(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    settings, nv, count = problem.settings, problem.robot.nv, problem.frames
    frames = problem.closure.extended(unknowns, REACH - 1)
    dynamics = InverseDynamics(problem.robot, problem.dt).evaluate(frames, count + 1)
    torques = dynamics.residuals[:, ROOT_DOF:]
    q, f = frames[:, :nv], FORCE_UNIT * frames[:, nv:]
    total = 0.0
    for k in range(count):
        deviation = q[k] - problem.cycle.positions[k]
        acceleration = (q[k + 2] - 2 * q[k + 1] + q[k]) * problem.cycle.rate_hz**2
        total += settings.deviation.diagonal(problem.robot) @ deviation**2
        total += settings.acceleration * acceleration @ acceleration
        total += settings.torque * torques[k] @ torques[k]
        total += settings.torque_change * np.sum((torques[k + 1] - torques[k]) ** 2)
        total += settings.force * f[k] @ f[k] + settings.force_change * np.sum((f[k + 1] - f[k]) ** 2)
    np.testing.assert_allclose(evaluate(problem, unknowns).value, 0.5 * total, rtol=1e-12)


def test_the_gradient_matches_central_differences(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    """Along random directions, with the windows gathered as the solver gathers them."""
    numbering = Unknowns(problem)
    columns, signs = numbering.windows(REACH)
    windows = WindowedMatrix(columns, signs, Objective(problem).pattern(), numbering.size)
    gradient = windows.vector(evaluate(problem, unknowns).gradients)
    random = np.random.default_rng(2)
    step = 1e-6
    for _ in range(5):
        direction = random.standard_normal(numbering.size)
        change = step * numbering.frames(direction)
        ahead, behind = evaluate(problem, unknowns + change).value, evaluate(problem, unknowns - change).value
        np.testing.assert_allclose(gradient @ direction, (ahead - behind) / (2 * step), rtol=1e-5)


def test_the_pattern_holds_the_whole_hessian(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    hessians = evaluate(problem, unknowns).hessians
    outside = np.abs(hessians).max(axis=0)[~Objective(problem).pattern()]
    assert outside.size > 0
    assert outside.max() < 1e-9 * np.abs(hessians).max()
