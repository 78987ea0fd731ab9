"""Inverse dynamics of the steps: values against RNEA, derivatives against differences."""

import numpy as np
import pinocchio as pin

from biped_control.motion.spacetime.dynamics_block import InverseDynamics
from biped_control.motion.spacetime.objective import torque_pattern
from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray

_STEPS = 3


def test_residual_is_newton_euler_minus_ground_forces(
    problem: SpacetimeProblem, unknowns: FloatArray
) -> None:
    robot, dt = problem.robot, problem.dt
    model, data, points = robot.pinocchio, robot.pinocchio.createData(), anticipated_points(robot)
    residuals = InverseDynamics(robot, dt).evaluate(unknowns, _STEPS).residuals
    q, forces = unknowns[:, : robot.nv], FORCE_UNIT * unknowns[:, robot.nv :].reshape(-1, 4, 3)
    for k in range(_STEPS):
        velocity, next_velocity = (q[k + 1] - q[k]) / dt, (q[k + 2] - q[k + 1]) / dt
        # Ground forces go in as spatial forces on the links, not through Jacobians.
        pin.forwardKinematics(model, data, q[k + 1])
        external = pin.StdVec_Force()
        external.extend([pin.Force.Zero()] * model.njoints)
        for joint, offset, force in zip(points.joints, points.offsets, forces[k], strict=True):
            local = data.oMi[int(joint)].rotation.T @ force
            external[int(joint)] += pin.Force(local, np.cross(offset, local))
        expected = pin.rnea(model, data, q[k + 1], velocity, (next_velocity - velocity) / dt, external)
        np.testing.assert_allclose(residuals[k], expected, atol=1e-8)


def test_derivatives_match_central_differences(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    robot = problem.robot
    dynamics = InverseDynamics(robot, problem.dt)
    window = unknowns[:3]
    jacobian = dynamics.evaluate(window, 1).jacobians[0]
    differences = np.zeros_like(jacobian)
    step = 1e-6
    for place in range(window.size):
        change = np.zeros(window.size)
        change[place] = step
        ahead, behind = (
            dynamics.evaluate(window + sign * change.reshape(window.shape), 1).residuals[0]
            for sign in (1, -1)
        )
        differences[:, place] = (ahead - behind) / (2.0 * step)
    scale = np.abs(jacobian).max()
    np.testing.assert_allclose(jacobian, differences, atol=1e-6 * scale)


def test_the_pattern_of_torques_covers_every_derivative(
    problem: SpacetimeProblem, unknowns: FloatArray
) -> None:
    rows = InverseDynamics(problem.robot, problem.dt).evaluate(unknowns, _STEPS).jacobians[:, ROOT_DOF:]
    largest = np.abs(rows).max(axis=0)
    pattern = torque_pattern(problem.robot)
    assert largest[~pattern].max() < 1e-9 * largest.max()
    assert (largest[pattern] > 0.0).mean() > 0.8  # and it is not just full
