"""Contact forces and actuation made to fit unilateral contact with friction (Jain & Liu 2011, section 5.4).

Impulses instead of forces and velocities instead of movements: both are then of order one, and the
complementarity problem is the one that contact adaptation solves.
"""

from typing import NamedTuple

import numpy as np

from biped_control.cholesky import solve_in_place
from biped_control.compiled import kernel
from biped_control.policies.modal.modes import Modes
from biped_control.policies.modal.response import free_motion, joint_response
from biped_control.policies.modal.tick_plan import TickPlan
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import IntArray
from biped_control.robot.state import FloatArray


class CorrectionWeights(NamedTuple):
    """Diagonals of eqs. 25 and 26: W_r of rigid modes, W_l of low modes, W_a of the actuation's change."""

    rigid: float
    low: float
    actuation: float


class ContactProblem(NamedTuple):
    """What `solve_contacts` takes, and what its impulses do.

    Attributes:
        operator: (3 c, 3 c) mean velocities of the points during the tick per impulse.
        velocity: (3 c,) the same without impulses, room that is left over the tick included.
        actuation: (nu, 3 c) X_f: change of modal actuation per impulse.
        planned: (3 c,) impulses of the plan.
    """

    operator: FloatArray
    velocity: FloatArray
    actuation: FloatArray
    planned: FloatArray


@kernel
def actuation_change(
    modes: Modes, rows: FloatArray, low: int, weights: CorrectionWeights, dt: float
) -> FloatArray:
    """(nu, m) X_f of eq. 27 for impulses instead of forces; fast modes keep what was planned for them.

    Args:
        modes: of the pose of now.
        rows: (m, nv) J Phi of the contact directions.
        low: number of low modes.
        weights: of eqs. 25 and 26.
        dt: length of the tick [s].
    """
    joints = len(modes.frequencies)
    change = np.empty((joints, len(rows)))
    change[low:] = -rows[:, ROOT_DOF + low :].T
    response = joint_response(modes.frequencies[:low], dt)[0]
    diagonal = weights.low * response * response
    of_low = dt * np.ascontiguousarray(rows[:, ROOT_DOF : ROOT_DOF + low].T)  # Z_0 per newton
    weighted = of_low * diagonal.reshape(low, 1)
    moved = dt * dt * (modes.root_mobility @ np.ascontiguousarray(rows[:, :ROOT_DOF].T))
    bracket = weighted @ weighted.T
    for i in range(low):
        bracket[i, i] += diagonal[i] * diagonal[i] + weights.actuation
    right = weighted @ (weights.rigid * (moved.T @ moved) + of_low.T @ weighted)
    right += weighted * diagonal.reshape(low, 1)
    solve_in_place(bracket, right)
    change[:low] = right / -dt
    return change


@kernel
def contact_problem(
    modes: Modes,
    contact_modes: FloatArray,
    touching: IntArray,
    heights: FloatArray,
    yaw: float,
    plan: TickPlan,
    low: int,
    weights: CorrectionWeights,
    error_reduction: float,
    dt: float,
) -> ContactProblem:
    """The problem of eq. 34 for c of p points, with friction directions along and across the heading.

    Args:
        modes: of the pose of now.
        contact_modes: (3 p, nv) J Phi of all points.
        touching: (c,) which of them may touch; those that forces are planned for must be among them.
        heights: (p,) over the ground, negative inside [m].
        yaw: heading of the robot [rad].
        plan: of the tick.
        low: number of low modes.
        weights: see `actuation_change`.
        error_reduction: share of a penetration that one tick removes.
        dt: length of the tick [s].
    """
    count = len(touching)
    rows, planned = np.empty((3 * count, contact_modes.shape[1])), np.empty(3 * count)
    c, s = np.cos(yaw), np.sin(yaw)
    for i in range(count):
        x, y, z = contact_modes[3 * touching[i] : 3 * touching[i] + 3]
        rows[3 * i], rows[3 * i + 1], rows[3 * i + 2] = z, c * x + s * y, c * y - s * x
        along, across, normal = plan.forces[touching[i]]
        planned[3 * i] = dt * normal
        planned[3 * i + 1], planned[3 * i + 2] = dt * (c * along + s * across), dt * (c * across - s * along)
    change = actuation_change(modes, rows, low, weights, dt)
    modal = rows.T.copy()
    modal[ROOT_DOF:] += change
    response = joint_response(modes.frequencies, dt)[0] / dt
    modal[:ROOT_DOF] = modes.root_mobility @ modal[:ROOT_DOF]
    modal[ROOT_DOF:] *= response.reshape(len(response), 1)
    mean = free_motion(modes, plan.velocity, plan.bias, dt)[0] / dt
    mean[ROOT_DOF:] += response * (plan.actuation - change @ planned)
    velocity = rows @ mean
    for i in range(count):
        height = heights[touching[i]]
        velocity[3 * i] += (height if height > 0.0 else error_reduction * height) / dt
    return ContactProblem(rows @ modal, velocity, change, planned)


@kernel
def corrected_tick(
    modes: Modes,
    plan: TickPlan,
    problem: ContactProblem,
    impulses: FloatArray,
    touching: IntArray,
    yaw: float,
    dt: float,
) -> tuple[FloatArray, FloatArray]:
    """What the solution of a `ContactProblem` makes of the plan.

    Args:
        modes, plan, problem, touching, yaw, dt: as they were for the problem.
        impulses: (3 c,) the solution.

    Returns:
        (nu,) joint torques of the actuation [N m], without springs, and (p, 3) contact forces [N].
    """
    actuation = plan.actuation + problem.actuation @ (impulses - problem.planned)
    forces = np.zeros(plan.forces.shape)
    c, s = np.cos(yaw), np.sin(yaw)
    for i in range(len(touching)):
        normal, along, across = impulses[3 * i : 3 * i + 3] / dt
        forces[touching[i], 0] = c * along - s * across
        forces[touching[i], 1] = s * along + c * across
        forces[touching[i], 2] = normal
    return modes.torque_shapes @ (actuation / dt), forces
