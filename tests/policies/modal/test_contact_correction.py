"""The contact correction: its relation of actuation and forces, and the tick that comes out."""

import numpy as np
import pytest
from modal_pose import Pose
from modal_problems import DT

from biped_control.complementarity.contacts import solve_contacts
from biped_control.complementarity.directions import contact_directions
from biped_control.policies.modal.contact_correction import (
    ContactProblem,
    CorrectionWeights,
    actuation_change,
    contact_problem,
    corrected_tick,
)
from biped_control.policies.modal.tick_plan import TickPlan
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.mode_response import free_motion, joint_response
from biped_control.robot.modes import modal_forces
from biped_control.robot.state import FloatArray

LOW = 11
YAW, SLOPE = 0.4, (0.2, -0.1)
WEIGHTS = CorrectionWeights(rigid=2.0, low=500.0, actuation=1e-3, compliance=0.0)
TOUCHING = np.array([0, 1, 2, 3, 5])
NORMAL = np.array([-SLOPE[0], -SLOPE[1], 1.0]) / np.linalg.norm([*SLOPE, 1.0])


@pytest.fixture(scope="module")
def contact_modes(pose: Pose) -> FloatArray:
    return modal_forces(pose.modes, pose.jacobian)


@pytest.fixture(scope="module")
def plan(pose: Pose) -> TickPlan:
    random = np.random.default_rng(10)
    size, forces = len(pose.mass), np.zeros((8, 3))
    forces[:4] = random.normal((0.0, 0.0, 150.0), 40.0, size=(4, 3))
    return TickPlan(
        forces,
        random.normal(scale=0.2, size=size - ROOT_DOF),
        random.normal(scale=0.3, size=size),
        modal_forces(pose.modes, random.normal(scale=20.0, size=(1, size)))[0],
    )


def test_the_actuation_follows_from_the_published_optimum(pose: Pose, contact_modes: FloatArray) -> None:
    """Eq. 26 minimized by brute force: P, Q are derivatives of eq. 25, written with forces."""
    change = actuation_change(pose.modes, contact_modes, LOW, WEIGHTS, DT)
    z = DT * contact_modes.T  # Z_0
    low = slice(ROOT_DOF, ROOT_DOF + LOW)
    response = np.diag(joint_response(pose.modes.frequencies[:LOW], DT)[0])
    rigid = DT * pose.modes.root_mobility @ z[:ROOT_DOF]  # A^r Z_0
    of_actuation = np.vstack([np.zeros((ROOT_DOF, LOW)), np.sqrt(WEIGHTS.low) * response])
    of_forces = np.vstack([np.sqrt(WEIGHTS.rigid) * rigid, np.sqrt(WEIGHTS.low) * response @ z[low]])
    both = np.hstack([of_actuation, of_forces])
    p, q = both.T @ of_actuation, both.T @ of_forces
    rows = np.vstack([p, np.sqrt(WEIGHTS.actuation) * np.eye(LOW)])
    right = np.vstack([-q, np.zeros((LOW, q.shape[1]))])
    expected = np.linalg.lstsq(rows, right, rcond=None)[0] / DT
    assert np.abs(expected).max() > 1e-3
    np.testing.assert_allclose(change[:LOW], expected, rtol=1e-7, atol=1e-10)
    np.testing.assert_array_equal(change[LOW:], -contact_modes[:, ROOT_DOF + LOW :].T)


def test_the_corrected_tick_keeps_the_laws_of_contact(
    pose: Pose, contact_modes: FloatArray, plan: TickPlan
) -> None:
    friction, room = 0.6, np.full(8, 0.3)
    room[TOUCHING] = [0.0, 0.001, -0.002, 0.0, 0.003]
    directions = contact_directions(np.tile(NORMAL, (8, 1)), YAW)
    problem = contact_problem(
        pose.modes,
        contact_modes,
        TOUCHING,
        room,
        directions,
        np.zeros((8, 3)),
        plan,
        LOW,
        WEIGHTS,
        0.2,
        False,
        DT,
    )
    solution = solve_contacts(problem.operator, problem.velocity, len(TOUCHING), friction)
    assert solution.solved
    torques, forces = corrected_tick(pose.modes, plan, problem, solution.impulses, TOUCHING, directions, DT)

    # Where eq. 24 puts the robot, from the torques and forces that came out.
    actuation = DT * pose.modes.joint_shapes.T @ torques
    impulse = DT * contact_modes.T @ forces.ravel()
    position = free_motion(pose.modes, plan.velocity, plan.bias, DT)[0]
    position[:ROOT_DOF] += DT * pose.modes.root_mobility @ impulse[:ROOT_DOF]
    response = joint_response(pose.modes.frequencies, DT)[0]
    position[ROOT_DOF:] += response * (actuation + impulse[ROOT_DOF:])
    axes = np.column_stack(_ground_axes())
    moved = (contact_modes @ position).reshape(8, 3) @ axes
    pushes = forces @ axes

    assert not forces[np.setdiff1d(range(8), TOUCHING)].any()
    gaps = np.where(room > 0.0, room, 0.2 * room)
    pressed = pushes[:, 2] > 1e-6
    assert 0 < np.count_nonzero(pressed[TOUCHING]) < len(TOUCHING)
    assert (moved[TOUCHING, 2] + gaps[TOUCHING] > -1e-8).all()
    np.testing.assert_allclose((moved[:, 2] + gaps)[pressed], 0.0, atol=1e-8)
    assert (np.abs(pushes[:, :2]).sum(axis=1) <= friction * pushes[:, 2] + 1e-6).all()
    work = np.einsum("pi,pi->p", pushes[:, :2], moved[:, :2])
    assert (work[TOUCHING] < 1e-8).all()  # friction brakes

    # Fast modes are where they were planned to be.
    planned = DT * contact_modes[:, ROOT_DOF + LOW :].T @ plan.forces.ravel()
    high = slice(ROOT_DOF + LOW, None)
    expected = free_motion(pose.modes, plan.velocity, plan.bias, DT)[0][high]
    expected += response[LOW:] * (plan.actuation[LOW:] + planned)
    np.testing.assert_allclose(position[high], expected, atol=1e-9)


def test_compliant_contacts_give_way_to_what_was_not_planned(
    pose: Pose, contact_modes: FloatArray, plan: TickPlan
) -> None:
    directions, room = contact_directions(np.tile(NORMAL, (8, 1)), YAW), np.zeros(8)

    def problem(compliance: float) -> ContactProblem:
        weights = WEIGHTS._replace(compliance=compliance)
        return contact_problem(
            pose.modes,
            contact_modes,
            TOUCHING,
            room,
            directions,
            np.zeros((8, 3)),
            plan,
            LOW,
            weights,
            0.2,
            False,
            DT,
        )

    rigid, soft = problem(0.0), problem(0.01)
    impulses = np.random.default_rng(4).normal(size=len(rigid.planned))
    difference = (soft.operator @ impulses + soft.velocity) - (rigid.operator @ impulses + rigid.velocity)
    np.testing.assert_allclose(difference, 0.01 * (impulses - rigid.planned), atol=1e-12)


def test_points_move_as_the_clips_have_it(pose: Pose, contact_modes: FloatArray, plan: TickPlan) -> None:
    """Velocity without correction: planned forces and torques move all by whole ticks, points by curves."""
    directions, room = contact_directions(np.tile(NORMAL, (8, 1)), YAW), np.zeros(8)
    curvature = np.random.default_rng(13).normal(scale=0.1, size=(8, 3))
    problem = contact_problem(
        pose.modes,
        contact_modes,
        TOUCHING,
        room,
        directions,
        curvature,
        plan,
        LOW,
        WEIGHTS,
        0.2,
        True,
        DT,
    )
    impulse = DT * plan.bias + DT * contact_modes.T @ plan.forces.ravel()
    impulse[ROOT_DOF:] += plan.actuation
    impulse[:ROOT_DOF] = pose.modes.root_mobility @ impulse[:ROOT_DOF]
    moved = (contact_modes @ (plan.velocity + impulse)).reshape(8, 3) + curvature
    expected = np.einsum("pij,pj->pi", directions[TOUCHING], moved[TOUCHING]).ravel()
    planned = problem.operator @ problem.planned + problem.velocity
    unplanned = np.setdiff1d(np.flatnonzero(plan.forces.any(axis=1)), TOUCHING)
    assert len(unplanned) == 0
    np.testing.assert_allclose(planned, expected, atol=1e-9)


def _ground_axes() -> tuple[FloatArray, FloatArray, FloatArray]:
    """Along the heading, across it and normal to the slope."""
    across = np.cross(NORMAL, [np.cos(YAW), np.sin(YAW), 0.0])
    across /= np.linalg.norm(across)
    return np.cross(across, NORMAL), across, NORMAL
