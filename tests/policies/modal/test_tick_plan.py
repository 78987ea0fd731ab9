"""The plan of a tick on the reference itself: it must come to what the reference does."""

import numpy as np
from modal_problems import DT

from biped_control.motion.clip import Clip
from biped_control.motion.reference_preview import ReferencePreview
from biped_control.policies.modal.settings import ABOUT_POSE, load_modal_settings
from biped_control.policies.modal.tick_plan import plan_tick
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.mode_response import free_motion, joint_response
from biped_control.robot.model import RobotModel
from biped_control.robot.modes import decompose, modal_forces, subtree_stiffness
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_corners


def test_forces_carry_the_robot_and_fast_modes_follow(robot: RobotModel, walk: Clip) -> None:
    settings = load_modal_settings(section=ABOUT_POSE)
    preview, terms = ReferencePreview({walk.name: walk}, settings.window), DynamicsTerms(robot)
    stiffness, corners, low = subtree_stiffness(robot), sole_corners(robot), settings.low_modes
    carried = []
    for frame in range(walk.steps):
        reference = walk.reference(frame, Placement())
        state, ahead = reference.state, preview.of(reference)
        computed = terms.compute(state.q, state.v)
        modes = decompose(computed.mass_inverse, stiffness)
        bias = -computed.bias
        bias[ROOT_DOF:] -= stiffness * state.q[ROOT_DOF:]
        contact_modes = modal_forces(modes, terms.point_jacobians(corners))
        contacts = np.repeat(ahead.contacts, 2, axis=1)
        change = reference.next_state.q - state.q
        plan = plan_tick(
            modes,
            contact_modes,
            bias,
            state.v,
            change,
            ahead.end.q - state.q,
            ahead.end.v,
            contacts,
            settings.plan_weights(1.0),
            DT,
        )
        carried.append(plan.forces.sum(axis=0))
        assert not plan.forces[~contacts[0]].any()
        impulse = plan.actuation + DT * plan.forces.ravel() @ contact_modes[:, ROOT_DOF:]
        position = free_motion(modes, plan.velocity, plan.bias, DT)[0][ROOT_DOF:]
        position += joint_response(modes.frequencies, DT)[0] * impulse
        wanted = change[ROOT_DOF:] @ modes.torque_shapes
        np.testing.assert_allclose(position[low:], wanted[low:], atol=1e-9)
    planned = walk.forces.sum(axis=1)
    np.testing.assert_allclose(
        np.mean(carried, axis=0), planned.mean(axis=0), atol=0.06 * planned[:, 2].mean()
    )
