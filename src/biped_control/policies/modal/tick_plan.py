"""All that is planned in a tick before contacts are corrected (Jain & Liu 2011, sections 5.1 to 5.3)."""

from typing import NamedTuple

import numpy as np

from biped_control.compiled import kernel
from biped_control.policies.modal.actuation import actuate_high, actuate_low
from biped_control.policies.modal.force_plan import force_problem, plan_forces
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.mode_response import free_motion, joint_response
from biped_control.robot.modes import Modes, modal_forces, to_modal
from biped_control.robot.state import BoolArray, FloatArray


class PlanWeights(NamedTuple):
    """What the plans weigh.

    Attributes:
        state: (12,) W_1 and W_2: rigid modes' positions, then velocities, at the end of the window.
        force: W_3 [1/N^2].
        low_position, low_velocity, low_impulse: w_4, w_5, W_6.
        low_modes: how many joint modes, the slowest, are planned over the window.
        friction: Coulomb coefficient of planned forces.
        hexagonal: whether their cone is the published hexagon instead of the circle.
    """

    state: FloatArray
    force: float
    low_position: float
    low_velocity: float
    low_impulse: float
    low_modes: int
    friction: float
    hexagonal: bool


class Missing(NamedTuple):
    """Where the modes shall be, less where they go without what is planned.

    Attributes:
        position, velocity: (nv,) at the end of the window.
        after: (nv,) position after the coming tick.
    """

    position: FloatArray
    velocity: FloatArray
    after: FloatArray


class TickPlan(NamedTuple):
    """The coming tick as planned, in modal coordinates.

    Attributes:
        forces: (p, 3) contact forces [N].
        actuation: (nu,) impulses on the joint modes.
        velocity: (nv,) modal velocities now.
        bias: (nv,) constant modal forces.
    """

    forces: FloatArray
    actuation: FloatArray
    velocity: FloatArray
    bias: FloatArray


@kernel
def plan_tick(
    modes: Modes,
    contact_modes: FloatArray,
    bias: FloatArray,
    v: FloatArray,
    next_change: FloatArray,
    window_change: FloatArray,
    window_velocity: FloatArray,
    contacts: BoolArray,
    weights: PlanWeights,
    dt: float,
) -> TickPlan:
    """Plans forces and actuation.

    Args:
        modes: of the pose of now.
        contact_modes: (3 p, nv) J Phi of the points that may touch.
        bias: (nv,) constant generalized force of the linearized dynamics, springs included (eq. 11's b).
        v: (nv,) velocity now.
        next_change: (nv,) pose that fast modes shall take with the tick, less the pose of now.
        window_change: (nv,) the same at the end of the window.
        window_velocity: (nv,) velocity of the reference there.
        contacts: (n, p) which points touch in each tick of the window.
        weights: of the plans.
        dt: length of a tick [s].
    """
    ticks, points = contacts.shape
    velocity = to_modal(modes, v)
    force = modal_forces(modes, bias.reshape(1, len(bias)))[0]
    position, rate = free_motion(modes, velocity, force, ticks * dt)
    missing = Missing(
        to_modal(modes, window_change) - position,
        to_modal(modes, window_velocity) - rate,
        to_modal(modes, next_change) - free_motion(modes, velocity, force, dt)[0],
    )
    forces = plan_forces(
        force_problem(
            modes.root_mobility,
            np.ascontiguousarray(contact_modes[:, :ROOT_DOF]),
            contacts,
            np.zeros((ticks, points, 3)),
            np.concatenate((missing.position[:ROOT_DOF], missing.velocity[:ROOT_DOF])),
            weights.state,
            weights.force,
            weights.friction,
            weights.hexagonal,
            dt,
        )
    )
    response = joint_response(modes.frequencies, dt)[0]
    actuation = plan_actuation(modes, contact_modes, missing, forces, response, weights, dt)
    return TickPlan(forces[0], actuation, velocity, force)


@kernel
def plan_actuation(
    modes: Modes,
    contact_modes: FloatArray,
    missing: Missing,
    forces: FloatArray,
    response: FloatArray,
    weights: PlanWeights,
    dt: float,
) -> FloatArray:
    """(nu,) impulses on the joint modes (sections 5.2 and 5.3).

    Args:
        modes: of the pose of now.
        contact_modes: (3 p, nv) J Phi of the points that may touch.
        missing: what impulses and forces have to bring about together.
        forces: (n, p, 3) contact forces [N].
        response: (nu,) where joint modes are a tick after a unit impulse.
        weights: of the plans.
        dt: length of a tick [s].
    """
    ticks, points, _ = forces.shape
    low, frequencies = weights.low_modes, modes.frequencies
    contact_impulses = forces.reshape(ticks, 3 * points) @ np.ascontiguousarray(contact_modes[:, ROOT_DOF:])
    contact_impulses *= dt
    actuation = np.empty(len(frequencies))
    actuation[:low] = actuate_low(
        frequencies[:low],
        missing.position[ROOT_DOF : ROOT_DOF + low],
        missing.velocity[ROOT_DOF : ROOT_DOF + low],
        contact_impulses[:, :low],
        weights.low_position,
        weights.low_velocity,
        weights.low_impulse,
        dt,
    )
    actuation[low:] = actuate_high(response[low:], missing.after[ROOT_DOF + low :], contact_impulses[0, low:])
    return actuation
