"""Rigid-body terms against other algorithms of pinocchio and finite differences."""

from collections.abc import Callable

import numpy as np
import pinocchio as pin
import pytest

from biped_control.robot.dynamics import DynamicsTerms, fill_lower_triangle, force_stiffness, joint_supports
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points, sole_corners
from biped_control.robot.state import FloatArray, State


@pytest.fixture(scope="module")
def terms(robot: RobotModel) -> DynamicsTerms:
    return DynamicsTerms(robot)


@pytest.mark.parametrize("seed", range(3))
def test_mass_inverse_and_bias(
    robot: RobotModel, terms: DynamicsTerms, random_state: Callable[[int], State], seed: int
) -> None:
    state, model = random_state(seed), robot.pinocchio
    computed = terms.compute(state.q, state.v)
    mass = pin.crba(model, model.createData(), state.q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    np.testing.assert_allclose(computed.mass_inverse @ mass, np.eye(robot.nv), atol=1e-9)
    rest = pin.rnea(model, model.createData(), state.q, state.v, np.zeros(robot.nv))
    np.testing.assert_allclose(computed.bias, rest, atol=1e-9)


def test_point_positions_and_jacobians(
    robot: RobotModel, terms: DynamicsTerms, random_state: Callable[[int], State]
) -> None:
    state, points, step = random_state(5), sole_corners(robot), 1e-6

    def positions(q: FloatArray) -> FloatArray:
        data = robot.pinocchio.createData()
        pin.forwardKinematics(robot.pinocchio, data, q)
        placed = zip(points.joints, points.offsets, strict=True)
        return np.array([data.oMi[int(joint)].act(offset) for joint, offset in placed])

    terms.compute(state.q, state.v)
    computed = terms.point_positions(points)
    np.testing.assert_allclose(computed, positions(state.q), atol=1e-12)
    jacobian = terms.point_jacobians(points, computed)
    for j in range(robot.nv):
        nudge = step * np.eye(robot.nv)[j]
        column = (positions(state.q + nudge) - positions(state.q - nudge)).ravel() / (2 * step)
        np.testing.assert_allclose(jacobian[:, j], column, atol=1e-8)


def test_without_any_terms_points_are_where_they_are_with_them(
    robot: RobotModel, terms: DynamicsTerms, random_state: Callable[[int], State]
) -> None:
    state, points = random_state(8), sole_corners(robot)
    terms.compute(state.q, state.v)
    positions, jacobian = terms.point_positions(points), terms.point_jacobians(points)
    alone = DynamicsTerms(robot)
    np.testing.assert_allclose(alone.positions_at(state.q, points), positions, atol=1e-12)
    np.testing.assert_allclose(alone.jacobians_at(state.q, points), jacobian, atol=1e-12)
    np.testing.assert_array_equal(alone.point_positions(points), alone.positions_at(state.q, points))


def test_supports_say_which_coordinate_moves_which_joint(
    robot: RobotModel, random_state: Callable[[int], State]
) -> None:
    """A coordinate moves a joint if and only if its column of that joint's Jacobian is not zero."""
    state, model = random_state(6), robot.pinocchio
    supports = joint_supports(robot)
    assert not supports[0].any()
    data = model.createData()
    pin.computeJointJacobians(model, data, state.q)
    for joint in range(1, model.njoints):
        jacobian = pin.getJointJacobian(model, data, joint, pin.WORLD)
        np.testing.assert_array_equal(supports[joint], np.abs(jacobian).max(axis=0) > 1e-12)


def test_force_stiffness_by_finite_differences(
    robot: RobotModel, terms: DynamicsTerms, random_state: Callable[[int], State]
) -> None:
    state, points, step = random_state(7), anticipated_points(robot), 1e-6
    forces = np.random.default_rng(1).normal(size=12)
    forces[3:6] = 0.0  # a point in the air

    def generalized(q: FloatArray) -> FloatArray:
        terms.compute(q, state.v)
        return np.asarray(terms.point_jacobians(points).T @ forces)

    differences = np.empty((robot.nv, robot.nv))
    for j in range(robot.nv):
        nudge = step * np.eye(robot.nv)[j]
        differences[:, j] = (generalized(state.q + nudge) - generalized(state.q - nudge)) / (2 * step)
    computed = terms.compute(state.q, state.v)
    jacobian = terms.point_jacobians(points)
    stiffness = force_stiffness(computed.axes, terms.supports, points.joints, jacobian, forces)
    np.testing.assert_allclose(stiffness, differences, atol=1e-8)


def test_lower_triangle() -> None:
    matrix = np.array([[1.0, 2.0], [9.0, 3.0]])
    fill_lower_triangle(matrix)
    np.testing.assert_array_equal(matrix, [[1.0, 2.0], [2.0, 3.0]])
