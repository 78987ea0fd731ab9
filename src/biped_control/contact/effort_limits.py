"""Keeps torques within what the joints can bear."""

import numpy as np
from numpy.typing import NDArray

from biped_control.robot.state import FloatArray


def clamp_torques(torques: FloatArray, limits: FloatArray) -> tuple[FloatArray, NDArray[np.intp]]:
    """Cuts torques to the effort limits.

    Args:
        torques: (nu,) [N m].
        limits: (nu,) effort limits [N m].

    Returns:
        (nu,) torques within the limits, and the joints that were cut.
    """
    return np.clip(torques, -limits, limits), np.flatnonzero(np.abs(torques) > limits)
