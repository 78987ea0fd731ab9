"""When a robot counts as fallen."""

import numpy as np

from biped_control.robot.state import State

_LOWEST_SHARE_OF_HEIGHT = 0.45  # a deep squat keeps more than half
_STEEPEST_TILT = 1.0  # [rad] of pitch or roll


def has_fallen(state: State, upright: State) -> bool:
    """The base is far lower or far more tilted than when the run began, or a number is not finite.

    What the motion wants at the moment does not matter: every part of a graph must come to the same answer.
    """
    if not (np.isfinite(state.q).all() and np.isfinite(state.v).all()):
        return True
    tilt = np.abs(state.q[4:6] - upright.q[4:6]).max()
    return bool(state.q[2] < _LOWEST_SHARE_OF_HEIGHT * upright.q[2] or tilt > _STEEPEST_TILT)
