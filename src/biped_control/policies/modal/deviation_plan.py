"""The plan of a tick, linear about the reference instead of the pose of now.

Jain & Liu 2011 linearize about the pose of now and keep mass matrix, bias and Jacobians over the window.
Where legs swing fast, that carries even a robot on its reference somewhere else, and the plan pushes it off:
the forces planned for a run differ from those that the run needs by hundreds of newtons.

Here modes are taken of the deviation from the reference, e = q - q_r. With the reference's torques t_r,
forces f_r and accelerations a_r it obeys

    M e'' = [t_r; 0] + J^T f_r - bias - M a_r + [dt; 0] + J^T df,

for the state of now exactly. On the reference nothing is left of the right side but the plan, dt and df. So
mass matrix, Jacobians and right side may be kept over the window: what is wrong with that is in proportion to
the deviation. The same plans as for the pose of now bring e to zero: forces near f_r for its rigid modes,
impulses beside those of t_r for its joint modes.
"""

from typing import NamedTuple

import numpy as np

from biped_control.compiled import kernel
from biped_control.policies.modal.force_plan import effect_of_references, force_problem, plan_forces
from biped_control.policies.modal.tick_motion import tick_response
from biped_control.policies.modal.tick_plan import Missing, PlanWeights, TickPlan, plan_actuation
from biped_control.policies.modal.tracking import decayed
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.modes import Modes, modal_forces, to_modal
from biped_control.robot.state import BoolArray, FloatArray


class Followed(NamedTuple):
    """What the plan is linear about.

    Attributes:
        pose, velocity: (nv,) q_r and v_r, what should be measured now.
        acceleration: (nv,) a_r of the coming tick.
        torques: (nu,) t_r, and what the springs of the modes hold at q_r: t_r + K q_r [N m].
        forces: (n, p, 3) f_r in each tick of the window [N].
    """

    pose: FloatArray
    velocity: FloatArray
    acceleration: FloatArray
    torques: FloatArray
    forces: FloatArray


@kernel
def plan_deviation(
    modes: Modes,
    contact_modes: FloatArray,
    bias: FloatArray,
    q: FloatArray,
    v: FloatArray,
    followed: Followed,
    contacts: BoolArray,
    weights: PlanWeights,
    pole: float,
    dt: float,
) -> TickPlan:
    """Plans forces and actuation.

    Args:
        modes: of the pose of now.
        contact_modes: (3 p, nv) J Phi of the points that may touch.
        bias: (nv,) constant generalized force of the linearized dynamics, springs included (eq. 11's b).
        q, v: (nv,) pose and velocity now.
        followed: the reference.
        contacts: (n, p) which points touch in each tick of the window.
        weights: of the plans.
        pole: how softly fast modes are tracked, see `tracked_pose`.
        dt: length of a tick [s].
    """
    ticks = len(contacts)
    velocity = to_modal(modes, v)
    force = modal_forces(modes, bias.reshape(1, len(bias)))[0]
    deviation, rate = to_modal(modes, q - followed.pose), to_modal(modes, v - followed.velocity)
    carried = dt * (followed.torques @ modes.joint_shapes)
    remaining = force + followed.forces[0].ravel() @ contact_modes
    remaining[ROOT_DOF:] += carried / dt
    remaining[:ROOT_DOF] = modes.root_mobility @ remaining[:ROOT_DOF]
    remaining -= to_modal(modes, followed.acceleration)
    missing = missing_beside(modes, deviation, rate, remaining, pole, ticks, dt)
    problem = force_problem(
        modes.root_mobility,
        np.ascontiguousarray(contact_modes[:, :ROOT_DOF]),
        contacts,
        followed.forces,
        np.concatenate((missing.position[:ROOT_DOF], missing.velocity[:ROOT_DOF])),
        weights.state,
        weights.force,
        weights.friction,
        weights.hexagonal,
        dt,
    )
    problem.wanted[:] += effect_of_references(problem)
    forces = plan_forces(problem)
    response = tick_response(modes.frequencies, dt, semi_implicit=True)
    actuation = carried + plan_actuation(
        modes, contact_modes, missing, forces - followed.forces, response, weights, dt
    )
    return TickPlan(forces[0], actuation, velocity, force)


@kernel
def missing_beside(
    modes: Modes,
    deviation: FloatArray,
    rate: FloatArray,
    remaining: FloatArray,
    pole: float,
    ticks: int,
    dt: float,
) -> Missing:
    """What is missing until the modal deviation (nv,) is gone, with its rate and the accelerations remaining.

    Rigid modes and the coming tick go by the semi-implicit steps of the clips, see `tick_motion`.
    """
    time = ticks * dt
    position = deviation + time * rate + 0.5 * time * (time + dt) * remaining
    velocity = rate + time * remaining
    for mode in range(len(modes.frequencies)):
        w, i = modes.frequencies[mode], ROOT_DOF + mode
        sine, cosine = np.sin(w * time), np.cos(w * time)
        rest = remaining[i] / (w * w) + deviation[i]  # about which the spring swings
        position[i] = rest + (deviation[i] - rest) * cosine + rate[i] * sine / w
        velocity[i] = rate[i] * cosine - (deviation[i] - rest) * w * sine
    after = decayed(deviation, rate, pole, dt) - (deviation + dt * (rate + dt * remaining))
    return Missing(-position, -velocity, after)
