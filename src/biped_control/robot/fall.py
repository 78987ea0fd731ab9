"""When a robot counts as fallen."""

import numpy as np

from biped_control.robot.state import State

_LOWEST_SHARE_OF_HEIGHT = 0.7
_STEEPEST_TILT = 1.0  # [rad] of pitch or roll away from the reference


def has_fallen(state: State, reference: State) -> bool:
    """The base is far lower or far more tilted than the motion wants it, or a number is not finite."""
    if not (np.isfinite(state.q).all() and np.isfinite(state.v).all()):
        return True
    tilt = np.abs(state.q[4:6] - reference.q[4:6]).max()
    return bool(state.q[2] < _LOWEST_SHARE_OF_HEIGHT * reference.q[2] or tilt > _STEEPEST_TILT)
