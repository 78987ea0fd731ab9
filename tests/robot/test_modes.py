"""Modes against a dense generalized eigenproblem of the whole robot."""

import numpy as np
from modal_pose import Pose
from scipy.linalg import eigh

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.modes import (
    from_modal,
    modal_forces,
    reordered,
    subtree_stiffness,
    to_modal,
)


def test_frequencies_are_those_of_the_dense_problem(pose: Pose) -> None:
    squares = eigh(pose.stiffness, pose.mass, eigvals_only=True)
    np.testing.assert_allclose(squares[:ROOT_DOF], 0.0, atol=1e-8)
    np.testing.assert_allclose(pose.modes.frequencies**2, squares[ROOT_DOF:], rtol=1e-8)


def test_modes_are_orthogonal_in_mass_and_stiffness(pose: Pose) -> None:
    phi = pose.shapes
    mass, stiffness = phi.T @ pose.mass @ phi, phi.T @ pose.stiffness @ phi
    mobility = mass[:ROOT_DOF, :ROOT_DOF] @ pose.modes.root_mobility
    np.testing.assert_allclose(mobility, np.eye(ROOT_DOF), atol=1e-9)
    np.testing.assert_allclose(mass[:ROOT_DOF, ROOT_DOF:], 0.0, atol=1e-9)
    np.testing.assert_allclose(mass[ROOT_DOF:, ROOT_DOF:], np.eye(len(mass) - ROOT_DOF), atol=1e-9)
    expected = np.concatenate([np.zeros(ROOT_DOF), pose.modes.frequencies**2])
    np.testing.assert_allclose(stiffness, np.diag(expected), atol=1e-6)


def test_coordinates_and_forces_go_through_the_shapes(pose: Pose) -> None:
    random = np.random.default_rng(1)
    deviation, force = random.normal(size=len(pose.mass)), random.normal(size=(2, len(pose.mass)))
    modal = to_modal(pose.modes, deviation)
    np.testing.assert_allclose(modal, np.linalg.solve(pose.shapes, deviation), atol=1e-9)
    np.testing.assert_allclose(from_modal(pose.modes, modal), deviation, atol=1e-10)
    np.testing.assert_allclose(modal_forces(pose.modes, force), force @ pose.shapes, atol=1e-10)


def test_actuation_of_joint_modes_is_one_by_joint_torques(pose: Pose) -> None:
    impulse = np.random.default_rng(2).normal(size=pose.modes.frequencies.shape)
    generalized = np.linalg.solve(pose.shapes.T, np.concatenate([np.zeros(ROOT_DOF), impulse]))
    np.testing.assert_allclose(generalized[:ROOT_DOF], 0.0, atol=1e-10)
    np.testing.assert_allclose(generalized[ROOT_DOF:], pose.modes.torque_shapes @ impulse, atol=1e-10)


def test_a_hip_carries_its_leg_and_an_ankle_its_foot(robot: RobotModel) -> None:
    stiffness = subtree_stiffness(robot)
    model = robot.pinocchio
    foot = model.frames[robot.frame_id("r_foot")].parentJoint
    assert stiffness[foot - ROOT_DOF - 1] == model.inertias[foot].mass
    assert (stiffness > 0.0).all()
    assert stiffness.max() < sum(inertia.mass for inertia in model.inertias)


def test_another_order_is_another_order_and_nothing_else(pose: Pose) -> None:
    random = np.random.default_rng(3)
    order = random.permutation(len(pose.modes.frequencies))
    modes, deviation = reordered(pose.modes, order), random.normal(size=len(pose.mass))
    np.testing.assert_array_equal(modes.frequencies, pose.modes.frequencies[order])
    modal = to_modal(modes, deviation)
    np.testing.assert_allclose(
        modal[ROOT_DOF:], to_modal(pose.modes, deviation)[ROOT_DOF:][order], atol=1e-12
    )
    np.testing.assert_allclose(from_modal(modes, modal), deviation, atol=1e-10)
