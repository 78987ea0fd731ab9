"""Linearized constraints against the nonlinear ones."""

import numpy as np
import pytest

from biped_control.motion.spacetime.constraints import Constraints, LinearConstraints, Violations
from biped_control.motion.spacetime.contact_block import FootPlacement
from biped_control.motion.spacetime.dynamics_block import InverseDynamics
from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.motion.spacetime.unknowns import Unknowns
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import FloatArray


def linearize(problem: SpacetimeProblem, unknowns: FloatArray) -> tuple[LinearConstraints, Violations]:
    frames = problem.ends.extended(unknowns)
    dynamics = InverseDynamics(problem.robot, problem.dt).evaluate(frames, problem.ends.windows + 1)
    return Constraints(problem, Unknowns(problem)).linearize(frames, dynamics)


def test_equality_rows_match_central_differences(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    numbering = Unknowns(problem)
    constraints, _ = linearize(problem, unknowns)
    random, step = np.random.default_rng(4), 1e-6
    for _ in range(3):
        direction = random.standard_normal(numbering.size)
        change = step * numbering.frames(direction)
        ahead, behind = (-linearize(problem, unknowns + sign * change)[0].equality_rhs for sign in (1, -1))
        difference, predicted = (ahead - behind) / (2 * step), constraints.equality @ direction
        np.testing.assert_allclose(predicted, difference, atol=1e-5 * np.abs(predicted).max())


def test_every_equality_is_about_an_unknown(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    """Rows of zeros, as of a step between known frames, look like a contradiction to the solver."""
    equality = linearize(problem, unknowns)[0].equality
    assert abs(equality).sum(axis=1).min() > 1e-9


def test_violations_are_the_worst_of_their_kind(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    frames = problem.ends.extended(unknowns)
    windows = problem.ends.windows
    residuals = InverseDynamics(problem.robot, problem.dt).evaluate(frames, windows).residuals
    placed, _ = FootPlacement(problem).evaluate(unknowns[:, : problem.robot.nv])
    _, violations = linearize(problem, unknowns)
    assert violations.dynamics == pytest.approx(np.abs(residuals[:, :ROOT_DOF]).max())
    assert violations.placement == pytest.approx(np.abs(placed.values).max())
    excess = np.abs(residuals[:, ROOT_DOF:]) - problem.effort_limits
    assert violations.torque == pytest.approx(max(0.0, excess.max()))


def test_friction_rows_are_the_cone(problem: SpacetimeProblem) -> None:
    """A force on the edge of the cone leaves no room in one direction; one inside leaves room in all."""
    nv, settings = problem.robot.nv, problem.settings
    frames = problem.initial()
    forces = frames[:, nv:].reshape(-1, 4, 3)
    active = problem.free[:, nv::3]
    heading = problem.motion.headings[: problem.frames]
    along = np.stack([np.cos(heading), np.sin(heading)], axis=1) * settings.friction_forward
    edge = np.insert(along, 2, 1.0, axis=1)
    forces[active] = np.repeat(edge[:, None], 4, axis=1)[active]
    constraints, _ = linearize(problem, frames)
    cone = constraints.inequality_high[: 4 * active.sum()].reshape(-1, 4)
    np.testing.assert_allclose(cone[:, 0], 0.0, atol=1e-12)
    np.testing.assert_allclose(cone[:, 1], 2 * settings.friction_forward)
    np.testing.assert_allclose(cone[:, 2:], settings.friction_lateral)


def test_bounds_are_joint_limits_and_the_smallest_normal_force(problem: SpacetimeProblem) -> None:
    numbering, nv, robot = Unknowns(problem), problem.robot.nv, problem.robot
    frames = problem.initial()
    constraints, _ = linearize(problem, frames)
    low, high = (numbering.frames(bound) for bound in (constraints.step_low, constraints.step_high))
    margin = problem.settings.limit_margin
    for name, column in robot.joint_index.items():
        upper = high[:, ROOT_DOF + column] + frames[:, ROOT_DOF + column]
        lower = low[:, ROOT_DOF + column] + frames[:, ROOT_DOF + column]
        open_frames = problem.free[:, ROOT_DOF + column]
        np.testing.assert_allclose(upper[open_frames], robot.upper_limits[column] - margin)
        smallest = robot.lower_limits[column] + margin
        if robot.group_of_joint[name] == "knee":
            smallest = max(smallest, problem.settings.smallest_knee)
        np.testing.assert_allclose(lower[open_frames], smallest)
    assert np.isinf(high[:, :ROOT_DOF][problem.free[:, :ROOT_DOF]]).all()
    vertical = (low + frames)[:, nv + 2 :: 3][problem.free[:, nv + 2 :: 3]]
    np.testing.assert_allclose(vertical, problem.settings.smallest_normal_force / FORCE_UNIT)


def test_torques_near_their_limit_are_constrained(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    """Rows appear for torques above 70 % of the limit, and they predict how the torque changes."""
    numbering = Unknowns(problem)
    constraints, _ = linearize(problem, unknowns)

    def torques(frames: FloatArray) -> FloatArray:
        extended = problem.ends.extended(frames)
        dynamics = InverseDynamics(problem.robot, problem.dt).evaluate(extended, problem.ends.windows)
        return dynamics.residuals[:, ROOT_DOF:]

    now = torques(unknowns)
    near = np.abs(now) > 0.7 * problem.effort_limits
    assert near.any()
    rows = constraints.inequality.tocsr()[-int(near.sum()) :]
    direction = np.random.default_rng(5).standard_normal(numbering.size)
    change = 1e-6 * numbering.frames(direction)
    difference = (torques(unknowns + change) - torques(unknowns - change))[near] / 2e-6
    predicted = rows @ direction
    ratio = difference / predicted  # the unit of the rows
    np.testing.assert_allclose(ratio, np.median(ratio), rtol=1e-3)
    room = constraints.inequality_high[-len(predicted) :] * np.median(ratio)
    limits = np.broadcast_to(problem.effort_limits, now.shape)[near]
    np.testing.assert_allclose(room, limits - now[near])
