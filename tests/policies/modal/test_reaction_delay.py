"""Slow plans for one state and fast ones for another."""

import modal_problems
import numpy as np
import pytest
from modal_problems import FRAME

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip import Clip
from biped_control.policies.modal.policy import ModalPolicy
from biped_control.policies.modal.reaction_delay import PlannedState, plan_of_two
from biped_control.policies.modal.settings import ABOUT_POSE, load_modal_settings
from biped_control.policies.modal.tracking import tracked_pose
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.mode_response import free_motion, joint_response
from biped_control.robot.modes import from_modal
from biped_control.robot.placement import Placement
from biped_control.robot.state import State

LOW = 13


@pytest.fixture(scope="module")
def policy(walk_parts: WalkParts) -> ModalPolicy:
    settings = load_modal_settings(section=ABOUT_POSE).model_copy(update={"low_modes": LOW})
    return ModalPolicy(walk_parts.robot, walk_parts.clips, settings, walk_parts.settings)


@pytest.fixture(scope="module")
def pushed(walk: Clip) -> State:
    return modal_problems.disturbed(walk, speed=0.1)


def planned(policy: ModalPolicy, walk: Clip, state: State) -> PlannedState:
    reference = walk.reference(FRAME, Placement())
    preview = policy._preview.of(reference)
    return policy._plan(state, reference, preview, np.repeat(preview.contacts, 2, axis=1))


def test_what_is_felt_at_once_is_planned_as_ever(policy: ModalPolicy, walk: Clip, pushed: State) -> None:
    reference = walk.reference(FRAME, Placement(1.0, 2.0, 0.5))
    state = reference.placement.to_world(pushed)
    at_once, late = policy.predict(state, reference), policy.predict(state, reference, believed=state)
    np.testing.assert_allclose(late.torques, at_once.torques, atol=1e-8)
    np.testing.assert_allclose(late.forces, at_once.forces, atol=1e-8)
    elsewhere = policy.predict(state, reference, believed=reference.placement.to_world(reference.state))
    assert np.abs(elsewhere.torques - at_once.torques).max() > 1.0


def test_forces_and_slow_torques_are_believed_and_fast_modes_arrive(
    policy: ModalPolicy, walk: Clip, pushed: State
) -> None:
    dt = policy._control.dt
    believed, measured = planned(policy, walk, walk.state(FRAME)), planned(policy, walk, pushed)
    plan, modes = plan_of_two(believed, measured, LOW, dt), measured.modes
    np.testing.assert_array_equal(plan.forces, believed.plan.forces)
    # Of an actuation of slow modes alone the joint torques are those of the believed plan.
    slow = believed.modes.torque_shapes[:, :LOW] @ believed.plan.actuation[:LOW]
    np.testing.assert_allclose(plan.actuation[:LOW], modes.joint_shapes.T[:LOW] @ slow, atol=1e-9)
    # The rest of its actuation makes up for what the believed torques do to fast modes: not of its making.
    impulse = plan.actuation + dt * plan.forces.ravel() @ measured.contact_modes[:, ROOT_DOF:]
    position = free_motion(modes, plan.velocity, plan.bias, dt)[0]
    position[ROOT_DOF:] += joint_response(modes.frequencies, dt)[0] * impulse
    wanted = tracked_pose(pushed, walk.reference(FRAME, Placement()), policy._pole, dt) - pushed.q
    stray = joint_response(modes.frequencies, dt)[0] * (modes.joint_shapes.T @ slow)
    stray[:LOW] = 0.0
    position[ROOT_DOF:] -= stray
    reached = from_modal(modes, position)[ROOT_DOF:] @ modes.torque_shapes
    np.testing.assert_allclose(
        reached[LOW:], (wanted[ROOT_DOF:] @ modes.torque_shapes)[LOW:], rtol=1e-6, atol=1e-9
    )
