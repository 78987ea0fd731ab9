"""Contact forces and actuation made to fit unilateral contact with friction (Jain & Liu 2011, section 5.4).

Impulses instead of forces and velocities instead of movements: both are then of order one, and the
complementarity problem is the one that contact adaptation solves.

Contacts give way a little to what differs from the planned impulses. Rigid ones would leave open how a load
is shared by the corners of a sole: all of it would jump from one corner to another within a tick.
"""

from typing import NamedTuple

import numpy as np

from biped_control.cholesky import solve_in_place
from biped_control.compiled import kernel
from biped_control.policies.modal.tick_motion import tick_motion, tick_response
from biped_control.policies.modal.tick_plan import TickPlan
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import IntArray
from biped_control.robot.mode_response import joint_response
from biped_control.robot.modes import Modes
from biped_control.robot.state import FloatArray


class CorrectionWeights(NamedTuple):
    """What the correction weighs.

    Attributes:
        rigid, low, actuation: diagonals of eqs. 25 and 26: W_r of rigid modes, W_l of low modes, W_a of the
            actuation's change.
        compliance: speed with which contacts give way to a unit impulse beyond the planned one, added to the
            diagonal of eq. 34 [m/s per N s]; 0 as published.
    """

    rigid: float
    low: float
    actuation: float
    compliance: float


class ContactProblem(NamedTuple):
    """What `solve_contacts` takes, and what its impulses do.

    Attributes:
        operator: (3 c, 3 c) mean velocities of the points during the tick per impulse, compliance included.
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
    gaps: FloatArray,
    directions: FloatArray,
    curvature: FloatArray,
    plan: TickPlan,
    low: int,
    weights: CorrectionWeights,
    error_reduction: float,
    semi_implicit: bool,
    dt: float,
) -> ContactProblem:
    """The problem of eq. 34 for c of p points.

    Args:
        modes: of the pose of now.
        contact_modes: (3 p, nv) J Phi of all points.
        touching: (c,) which of them may touch; those that forces are planned for must be among them.
        gaps: (p,) to the ground along its normal, negative inside [m].
        directions: (p, 3, 3) normal and friction directions of each point, see `contact_directions`.
        curvature: (p, 3) mean velocities of the points in the coming tick, less what their Jacobians of now
            say [m/s].
        plan: of the tick.
        low: number of low modes.
        weights: see `actuation_change`.
        error_reduction: share of a penetration that one tick removes.
        semi_implicit: see `tick_motion`.
        dt: length of the tick [s].
    """
    count = len(touching)
    rows, planned = np.empty((3 * count, contact_modes.shape[1])), np.empty(3 * count)
    for i in range(count):
        point = touching[i]
        rows[3 * i : 3 * i + 3] = directions[point] @ contact_modes[3 * point : 3 * point + 3]
        planned[3 * i : 3 * i + 3] = dt * (directions[point] @ plan.forces[point])
    change = actuation_change(modes, rows, low, weights, dt)
    modal = rows.T.copy()
    modal[ROOT_DOF:] += change
    response = tick_response(modes.frequencies, dt, semi_implicit) / dt
    modal[:ROOT_DOF] = modes.root_mobility @ modal[:ROOT_DOF]
    modal[ROOT_DOF:] *= response.reshape(len(response), 1)
    mean = tick_motion(modes, plan.velocity, plan.bias, dt, semi_implicit) / dt
    mean[ROOT_DOF:] += response * (plan.actuation - change @ planned)
    velocity = rows @ mean
    for i in range(count):
        gap = gaps[touching[i]]
        velocity[3 * i : 3 * i + 3] += directions[touching[i]] @ curvature[touching[i]]
        velocity[3 * i] += (gap if gap > 0.0 else error_reduction * gap) / dt
    velocity -= weights.compliance * planned
    operator = rows @ modal
    for i in range(3 * count):
        operator[i, i] += weights.compliance
    return ContactProblem(operator, velocity, change, planned)


@kernel
def corrected_tick(
    modes: Modes,
    plan: TickPlan,
    problem: ContactProblem,
    impulses: FloatArray,
    touching: IntArray,
    directions: FloatArray,
    dt: float,
) -> tuple[FloatArray, FloatArray]:
    """What the solution of a `ContactProblem` makes of the plan.

    Args:
        modes, plan, problem, touching, directions, dt: as they were for the problem.
        impulses: (3 c,) the solution.

    Returns:
        (nu,) joint torques of the actuation [N m], without springs, and (p, 3) contact forces [N].
    """
    actuation = plan.actuation + problem.actuation @ (impulses - problem.planned)
    forces = np.zeros(plan.forces.shape)
    for i in range(len(touching)):
        forces[touching[i]] = impulses[3 * i : 3 * i + 3] @ directions[touching[i]] / dt
    return modes.torque_shapes @ (actuation / dt), forces
