"""How the modes move in the coming tick: as published, or as clips do."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.mode_response import free_motion, joint_response
from biped_control.robot.modes import Modes
from biped_control.robot.state import FloatArray


@kernel
def tick_motion(
    modes: Modes, velocity: FloatArray, force: FloatArray, dt: float, semi_implicit: bool
) -> FloatArray:
    """(nv,) modal positions after a tick without impulses.

    As published, a constant force moves the modes by half of dt^2 and an impulse at the beginning of the tick
    by a whole one. In the semi-implicit map of the clips both move them by a whole one; what carries a clip
    then carries the tick, too.

    Args:
        modes, velocity, force: see `free_motion`.
        dt: length of the tick [s].
        semi_implicit: as the clips have it.
    """
    if not semi_implicit:
        return free_motion(modes, velocity, force, dt)[0]
    position = dt * velocity + dt * dt * force
    position[:ROOT_DOF] = dt * velocity[:ROOT_DOF] + dt * dt * (modes.root_mobility @ force[:ROOT_DOF])
    return position


@kernel
def tick_response(frequencies: FloatArray, dt: float, semi_implicit: bool) -> FloatArray:
    """(m,) positions of joint modes a tick after a unit impulse."""
    if semi_implicit:
        return np.full(len(frequencies), dt)
    return joint_response(frequencies, dt)[0]
