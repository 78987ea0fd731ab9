"""The plan beside a reference: nothing on it, and a deviation as the linear dynamics have it."""

import numpy as np
import pytest
from modal_pose import Pose
from modal_problems import DT

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Preview
from biped_control.policies.modal.deviation_plan import missing_beside
from biped_control.policies.modal.policy import ModalPolicy, followed
from biped_control.policies.modal.settings import load_modal_settings
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.placement import Placement
from biped_control.robot.state import State

TICKS = 9


@pytest.fixture(scope="module")
def policy(walk_parts: WalkParts) -> ModalPolicy:
    modal = load_modal_settings().model_copy(update={"about": "reference"})
    return ModalPolicy(walk_parts.robot, walk_parts.clips, modal, walk_parts.settings)


def test_on_the_reference_the_plan_is_what_the_clip_does(policy: ModalPolicy, walk: Clip) -> None:
    for frame in range(0, walk.steps, 5):
        reference = walk.reference(frame, Placement())
        state, preview = reference.state, policy._preview.of(reference)
        contacts = np.repeat(preview.contacts, 2, axis=1)
        planned = policy._plan(state, reference, preview, contacts)
        expected = 0.5 * np.repeat(walk.forces[frame] * walk.contacts[frame][:, None], 2, axis=0)
        np.testing.assert_allclose(planned.plan.forces, expected, atol=1e-2)
        torques = planned.modes.torque_shapes @ planned.plan.actuation / DT
        torques -= policy._stiffness * state.q[ROOT_DOF:]
        np.testing.assert_allclose(torques, walk.torques[frame], atol=1e-2)


def test_corrected_controls_are_those_of_the_clip_but_where_points_land_or_leave(
    policy: ModalPolicy, walk: Clip
) -> None:
    """A force of the last tick before a point leaves does not go together with the point's leaving."""
    strays = []
    for frame in range(walk.steps):
        reference = walk.reference(frame, Placement())
        controls = policy.predict(reference.state, reference)
        strays.append(np.abs(controls.torques - walk.torques[frame]).max())
    assert np.median(strays) < 0.2
    assert np.mean(strays) < 1.0


def test_deviations_go_as_the_linear_dynamics_have_it(pose: Pose) -> None:
    """Rigid modes and the tick by the clips' semi-implicit steps, joint modes by fine ones."""
    random, modes = np.random.default_rng(14), pose.modes
    size, fine = len(pose.mass), 400
    start, rate = random.normal(scale=0.02, size=size), random.normal(scale=0.2, size=size)
    acceleration, pole = random.normal(scale=2.0, size=size), 0.4
    missing = missing_beside(modes, start, rate, acceleration, pole, TICKS, DT)

    position, velocity = start.copy(), rate.copy()
    for _ in range(TICKS):
        velocity += DT * acceleration
        position += DT * velocity
    root = slice(0, ROOT_DOF)
    np.testing.assert_allclose(missing.position[root], -position[root], atol=1e-12)
    np.testing.assert_allclose(missing.velocity[root], -velocity[root], atol=1e-12)

    squares, step = modes.frequencies**2, DT / fine
    position, velocity = start[ROOT_DOF:].copy(), rate[ROOT_DOF:].copy()
    for _ in range(TICKS * fine):
        half = velocity + 0.5 * step * (acceleration[ROOT_DOF:] - squares * (position - start[ROOT_DOF:]))
        position += step * half
        velocity = half + 0.5 * step * (acceleration[ROOT_DOF:] - squares * (position - start[ROOT_DOF:]))
    np.testing.assert_allclose(missing.position[ROOT_DOF:], -position, atol=1e-6)
    np.testing.assert_allclose(missing.velocity[ROOT_DOF:], -velocity, atol=1e-4)

    after = start + DT * (rate + DT * acceleration)
    decayed = (2.0 * pole - pole**2) * start + pole**2 * DT * rate
    np.testing.assert_allclose(missing.after, decayed - after, atol=1e-12)


def test_without_forces_ahead_there_is_nothing_to_plan_beside(walk: Clip) -> None:
    reference = walk.reference(7, Placement())
    state = State(reference.state.q, reference.state.v)
    with pytest.raises(PolicyError, match="brings no ground forces for the window"):
        followed(reference, Preview(state, walk.contacts[:TICKS]), np.ones(len(reference.torques)), DT)
