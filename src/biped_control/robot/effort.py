"""Effort limits: the last word on every torque before an actuator."""

import numpy as np

from biped_control.robot.state import FloatArray


def clamp_effort(torques: FloatArray, limits: FloatArray) -> tuple[FloatArray, int]:
    """Clamps (nu,) torques to +-limits [N m]; also tells how many joints were clamped."""
    clamped = np.clip(torques, -limits, limits)
    return clamped, int(np.count_nonzero(clamped != torques))
