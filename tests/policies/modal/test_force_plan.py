"""Effect of forces over a window against the same window tick by tick."""

import numpy as np
from force_qp import dense_effect
from modal_pose import Pose
from modal_problems import DT

from biped_control.policies.modal.force_dual import ForceProblem
from biped_control.policies.modal.force_plan import (
    FORCE_UNIT,
    effect_of_references,
    force_problem,
    plan_forces,
)
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import BoolArray, FloatArray

TICKS = 7


def problem_of(
    pose: Pose, contacts: BoolArray, wanted: FloatArray, references: FloatArray | None = None
) -> ForceProblem:
    jacobian = np.ascontiguousarray(pose.jacobian[:, :ROOT_DOF])
    return force_problem(
        pose.modes.root_mobility,
        jacobian,
        contacts,
        np.zeros((*contacts.shape, 3)) if references is None else references,
        wanted,
        np.ones(12),
        1e-9,
        1.0,
        False,
        DT,
    )


def test_forces_move_the_rigid_modes_as_impulses_do(pose: Pose) -> None:
    random = np.random.default_rng(8)
    contacts = random.random((TICKS, 8)) < 0.5
    jacobian = pose.jacobian[:, :ROOT_DOF]
    forces = random.normal(scale=100.0, size=(TICKS, 8, 3)) * contacts[:, :, None]
    position, velocity = np.zeros(ROOT_DOF), np.zeros(ROOT_DOF)
    for tick in range(TICKS):
        velocity = velocity + DT * pose.modes.root_mobility @ jacobian.T @ forces[tick].ravel()
        position = position + DT * velocity
    moved = dense_effect(problem_of(pose, contacts, np.zeros(12))) @ forces[contacts].ravel() / FORCE_UNIT
    np.testing.assert_allclose(moved, [*position, *velocity], rtol=1e-9)


def test_nothing_that_does_not_touch_carries(pose: Pose) -> None:
    contacts = np.zeros((TICKS, 8), dtype=np.bool_)
    contacts[:4, :4] = True
    wanted = np.zeros(12)
    wanted[8] = 0.3
    forces = plan_forces(problem_of(pose, contacts, wanted))
    assert forces[contacts][:, 2].sum() > 100.0
    assert not forces[~contacts].any()


def test_a_flight_has_no_forces(pose: Pose) -> None:
    contacts = np.zeros((TICKS, 8), dtype=np.bool_)
    forces = plan_forces(problem_of(pose, contacts, np.ones(12)))
    assert forces.shape == (TICKS, 8, 3)
    assert not forces.any()


def test_references_that_do_what_is_wanted_are_kept(pose: Pose) -> None:
    random = np.random.default_rng(9)
    contacts = random.random((TICKS, 8)) < 0.5
    references = random.normal([0.0, 0.0, 200.0], 30.0, size=(TICKS, 8, 3)) * contacts[:, :, None]
    problem = problem_of(pose, contacts, np.zeros(12), references)
    effect = effect_of_references(problem)
    np.testing.assert_allclose(effect, dense_effect(problem) @ references[contacts].ravel() / FORCE_UNIT)
    np.testing.assert_allclose(plan_forces(problem._replace(wanted=effect)), references, atol=1e-4)
    pushed = plan_forces(problem._replace(wanted=effect + 0.01))
    assert np.abs(pushed - references).max() > 1.0
