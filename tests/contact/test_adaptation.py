"""Contact adaptation against the minimization it solves (eq. 12) and against forward dynamics (eq. 16b)."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.contact.adaptation import AdaptedControls, ContactAdaptation, torque_law
from biped_control.contact.weights import AdaptationWeights, adaptation_weights, load_table
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.features import feature_points
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray, State
from biped_control.settings import load_settings

SETTINGS = load_settings()


@pytest.fixture(scope="module")
def weights(robot: RobotModel) -> AdaptationWeights:
    return adaptation_weights(robot, load_table())


@pytest.fixture(scope="module")
def predicted(robot: RobotModel) -> PredictedControls:
    random = np.random.default_rng(8)
    forces = np.array([[20.0, 5.0, 150.0], [-10.0, 3.0, 300.0], [5.0, 0.0, 180.0], [0.0, 0.0, 0.0]])
    return PredictedControls(
        random.normal(scale=20.0, size=robot.nu), forces, np.array([True, True, True, False])
    )


def adapt(
    robot: RobotModel, weights: AdaptationWeights, state: State, predicted: PredictedControls, gamma: float
) -> AdaptedControls:
    return ContactAdaptation(robot, weights, SETTINGS.replaced(gamma=gamma)).adapt(state, predicted)


def acceleration(robot: RobotModel, state: State, torques: FloatArray, generalized: FloatArray) -> FloatArray:
    model, data = robot.pinocchio, robot.pinocchio.createData()
    return np.asarray(
        pin.aba(model, data, state.q, state.v, np.concatenate([np.zeros(6), torques]) + generalized)
    )


@pytest.mark.parametrize("gamma", [0.005, 0.05, 1.0])
def test_torques_minimize_equation_12(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls, gamma: float
) -> None:
    """Given the contact forces found, a plain least-squares problem says which torques are best."""
    result = adapt(robot, weights, touching, predicted, gamma)
    terms = DynamicsTerms(robot)
    terms.compute(touching.q, touching.v)
    planned = terms.point_jacobians(anticipated_points(robot))
    joints = np.eye(robot.nv)[ROOT_DOF:]
    features = np.vstack([terms.point_jacobians(feature_points(robot)), joints])
    real = result.constraints.jacobian.T @ result.solution.impulses / SETTINGS.dt
    wished = features @ acceleration(robot, touching, predicted.torques, planned.T @ predicted.forces.ravel())
    without = features @ acceleration(robot, touching, np.zeros(robot.nu), real)
    effect = np.column_stack(
        [features @ acceleration(robot, touching, unit, real) - without for unit in np.eye(robot.nu)]
    )
    root = np.sqrt(np.concatenate([weights.body, weights.joints]))
    rows = np.vstack([root[:, None] * effect, np.eye(robot.nu) / np.sqrt(gamma)])
    right = np.concatenate([root * (wished - without), predicted.torques / np.sqrt(gamma)])
    best = np.linalg.lstsq(rows, right, rcond=None)[0]
    np.testing.assert_allclose(result.torques, best, rtol=1e-6, atol=1e-5)
    assert np.abs(result.torques - predicted.torques).max() > 1e-2


def test_without_gamma_the_policy_has_its_way(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls
) -> None:
    result = adapt(robot, weights, touching, predicted, 0.0)
    np.testing.assert_array_equal(result.torques, predicted.torques)
    assert result.solution.impulses.max() > 0.0


def test_consistent_policies_are_passed_through(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls
) -> None:
    consistent = PredictedControls(
        predicted.torques, predicted.forces, predicted.contacts, contact_consistent=True
    )
    result = adapt(robot, weights, touching, consistent, 0.05)
    np.testing.assert_array_equal(result.torques, predicted.torques)


def test_nothing_changes_when_the_contacts_are_as_planned(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls
) -> None:
    """If the real contacts give exactly the planned generalized force, the torques stay."""
    terms = DynamicsTerms(robot)
    computed = terms.compute(touching.q, touching.v)
    planned = terms.point_jacobians(anticipated_points(robot))
    body = terms.point_jacobians(feature_points(robot))
    loads = np.column_stack([planned.T @ predicted.forces.ravel(), planned.T])
    base, gain = torque_law(
        computed.mass_inverse,
        body,
        computed.mass_inverse @ loads,
        predicted.torques,
        weights.body,
        weights.joints,
        0.05,
    )
    np.testing.assert_allclose(base + gain @ predicted.forces.ravel(), predicted.torques, atol=1e-8)
    assert np.abs(base - predicted.torques).max() > 1.0


@pytest.mark.parametrize("gamma", [0.0, 0.02])
def test_the_predicted_velocity_is_what_forward_dynamics_gives(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls, gamma: float
) -> None:
    result = adapt(robot, weights, touching, predicted, gamma)
    real = result.constraints.jacobian.T @ result.solution.impulses / SETTINGS.dt
    expected = touching.v + SETTINGS.dt * acceleration(robot, touching, result.torques, real)
    np.testing.assert_allclose(result.next_velocity, expected, atol=1e-8)


def test_the_expected_contacts_respect_the_ground(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls
) -> None:
    result = adapt(robot, weights, touching, predicted, 0.02)
    rates = result.constraints.jacobian @ result.next_velocity + result.constraints.shift
    normals = np.arange(0, 3 * result.constraints.contacts, 3)
    assert result.solution.solved
    assert result.constraints.contacts == 4
    assert rates[normals].min() > -1e-7
    assert result.solution.impulses[normals].min() >= 0.0


def test_forces_may_be_planned_at_the_corners(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls
) -> None:
    """A force in the middle of an edge is half of it at each end; what rolls the foot makes a difference."""
    at_edges = adapt(robot, weights, touching, predicted, 0.05).torques
    corners = replace(predicted, forces=predicted.corner_forces)
    np.testing.assert_allclose(adapt(robot, weights, touching, corners, 0.05).torques, at_edges, atol=1e-8)
    shifted = corners.forces.copy()
    shifted[0] += corners.forces[1]
    shifted[1] = 0.0
    rolled = adapt(robot, weights, touching, replace(predicted, forces=shifted), 0.05).torques
    assert np.abs(rolled - at_edges).max() > 1.0
