"""Reaction delay: slow plans for another state than fast ones (Jain & Liu 2011, section 6)."""

from dataclasses import dataclass

import numpy as np

from biped_control.policies.modal.tick_plan import TickPlan
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.modes import Modes
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class PlannedState:
    """A state and what is planned for it.

    Attributes:
        modes: of its pose.
        contact_modes: (3 p, nv) J Phi of the points that may touch.
        plan: of the coming tick.
        corners: (p, 3) these points [m].
        curvature: (p, 3) see `contact_problem` [m/s].
    """

    modes: Modes
    contact_modes: FloatArray
    plan: TickPlan
    corners: FloatArray
    curvature: FloatArray


def plan_of_two(believed: PlannedState, measured: PlannedState, low: int, dt: float) -> TickPlan:
    """Contact forces and low modes as planned for one state, high modes as for another, in its modes.

    Actuation goes from the modes of one pose to those of the other as joint torques.

    Args:
        believed: what slow plans are made for.
        measured: what fast ones are made for.
        low: number of low modes.
        dt: length of the tick [s].
    """
    plan = measured.plan
    torques = believed.modes.torque_shapes[:, :low] @ believed.plan.actuation[:low]
    actuation = measured.modes.joint_shapes.T @ torques
    # What high modes were to balance were the forces of their own plan.
    other = dt * (plan.forces - believed.plan.forces).ravel() @ measured.contact_modes[:, ROOT_DOF + low :]
    actuation[low:] += plan.actuation[low:] + other
    return TickPlan(believed.plan.forces, np.ascontiguousarray(actuation), plan.velocity, plan.bias)
