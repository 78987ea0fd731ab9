"""A pose in mid-stride and its modes, and contact-force problems as they come up while walking."""

import numpy as np
import pytest
from modal_pose import Pose, pose_of
from modal_problems import DT

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip import Clip
from biped_control.motion.reference_preview import ReferencePreview
from biped_control.policies.modal.force_dual import ForceProblem
from biped_control.policies.modal.force_plan import force_problem
from biped_control.policies.modal.settings import ABOUT_POSE, load_modal_settings
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.mode_response import free_motion
from biped_control.robot.model import RobotModel
from biped_control.robot.modes import decompose, modal_forces, subtree_stiffness, to_modal
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_corners


@pytest.fixture(scope="session")
def walk(walk_parts: WalkParts) -> Clip:
    return walk_parts.clips["walk"]


@pytest.fixture(scope="session")
def pose(robot: RobotModel, walk: Clip) -> Pose:
    return pose_of(robot, walk.state(33))


@pytest.fixture(scope="session")
def force_problems(robot: RobotModel, walk: Clip) -> list[ForceProblem]:
    """Those of a walk that is some way off its reference, over a whole cycle."""
    random = np.random.default_rng(3)
    settings = load_modal_settings(section=ABOUT_POSE)
    weights = settings.plan_weights(1.0)
    preview, terms = ReferencePreview({walk.name: walk}, settings.window), DynamicsTerms(robot)
    stiffness, corners = subtree_stiffness(robot), sole_corners(robot)
    problems = []
    for frame in range(0, walk.steps, 13):
        reference = walk.reference(frame, Placement())
        q = reference.state.q + random.normal(scale=0.02, size=robot.nv)
        v = reference.state.v + random.normal(scale=0.1, size=robot.nv)
        computed, ahead = terms.compute(q, v), preview.of(reference)
        modes = decompose(computed.mass_inverse, stiffness)
        bias = -computed.bias
        bias[ROOT_DOF:] -= stiffness * q[ROOT_DOF:]
        force = modal_forces(modes, bias[None])[0]
        position, rate = free_motion(modes, to_modal(modes, v), force, settings.window * DT)
        missing = to_modal(modes, ahead.end.q - q) - position
        missing_rate = to_modal(modes, ahead.end.v) - rate
        jacobian = np.ascontiguousarray(terms.point_jacobians(corners)[:, :ROOT_DOF])
        contacts = np.repeat(ahead.contacts, 2, axis=1)
        problems.append(
            force_problem(
                modes.root_mobility,
                jacobian,
                contacts,
                np.zeros((*contacts.shape, 3)),
                np.concatenate([missing[:ROOT_DOF], missing_rate[:ROOT_DOF]]),
                weights.state,
                weights.force,
                weights.friction,
                weights.hexagonal,
                DT,
            )
        )
    return problems
