"""How the modes move in a given time, in closed form without damping (Jain & Liu 2011, eqs. 4 to 9)."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.modes import Modes
from biped_control.robot.state import FloatArray


@kernel
def free_motion(
    modes: Modes, velocity: FloatArray, force: FloatArray, time: float
) -> tuple[FloatArray, FloatArray]:
    """Where the modes are after `time` without impulses (eqs. 4 and 6).

    Args:
        modes: of the pose that all starts from.
        velocity: (nv,) modal velocities at the start; positions start at zero.
        force: (nv,) constant modal forces.
        time: [s].

    Returns:
        (nv,) modal positions and (nv,) velocities.
    """
    position, rate = np.empty(len(velocity)), np.empty(len(velocity))
    acceleration = modes.root_mobility @ force[:ROOT_DOF]
    position[:ROOT_DOF] = velocity[:ROOT_DOF] * time + 0.5 * time * time * acceleration
    rate[:ROOT_DOF] = velocity[:ROOT_DOF] + time * acceleration
    for mode in range(len(modes.frequencies)):
        w, i = modes.frequencies[mode], ROOT_DOF + mode
        sine, cosine = np.sin(w * time), np.cos(w * time)
        position[i] = velocity[i] * sine / w + force[i] * (1.0 - cosine) / (w * w)
        rate[i] = velocity[i] * cosine + force[i] * sine / w
    return position, rate


@kernel
def joint_response(frequencies: FloatArray, time: float) -> tuple[FloatArray, FloatArray]:
    """Position and velocity (m,) of joint modes, `time` after a unit impulse (eq. 5): A(t) and its rate."""
    return np.sin(frequencies * time) / frequencies, np.cos(frequencies * time)
