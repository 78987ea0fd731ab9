"""Effect of forces over a window against the same window tick by tick."""

import numpy as np
from modal_problems import DT, Pose

from biped_control.policies.modal.force_plan import force_effect, plan_forces
from biped_control.robot.chain_root import ROOT_DOF

TICKS = 7


def test_forces_move_the_rigid_modes_as_impulses_do(pose: Pose) -> None:
    random = np.random.default_rng(8)
    contacts = random.random((TICKS, 8)) < 0.5
    jacobian = np.ascontiguousarray(pose.jacobian[:, :ROOT_DOF])
    forces = random.normal(scale=100.0, size=(TICKS, 8, 3)) * contacts[:, :, None]
    position, velocity = np.zeros(ROOT_DOF), np.zeros(ROOT_DOF)
    for tick in range(TICKS):
        velocity = velocity + DT * pose.modes.root_mobility @ jacobian.T @ forces[tick].ravel()
        position = position + DT * velocity
    effect = force_effect(pose.modes.root_mobility, jacobian, contacts, DT)
    np.testing.assert_allclose(effect @ forces[contacts].ravel(), [*position, *velocity], rtol=1e-9)


def test_nothing_that_does_not_touch_carries(pose: Pose) -> None:
    contacts = np.zeros((TICKS, 8), dtype=np.bool_)
    contacts[:4, :4] = True
    jacobian = np.ascontiguousarray(pose.jacobian[:, :ROOT_DOF])
    effect = force_effect(pose.modes.root_mobility, jacobian, contacts, DT)
    wanted = np.zeros(12)
    wanted[8] = 0.3
    forces = plan_forces(effect, wanted, contacts, np.ones(12), 1e-9, 1.0, False)
    assert forces[contacts][:, 2].sum() > 100.0
    assert not forces[~contacts].any()


def test_a_flight_has_no_forces(pose: Pose) -> None:
    contacts = np.zeros((TICKS, 8), dtype=np.bool_)
    jacobian = np.ascontiguousarray(pose.jacobian[:, :ROOT_DOF])
    effect = force_effect(pose.modes.root_mobility, jacobian, contacts, DT)
    forces = plan_forces(effect, np.ones(12), contacts, np.ones(12), 1e-9, 1.0, False)
    assert forces.shape == (TICKS, 8, 3)
    assert not forces.any()
