"""Notices joints that are faster than their actuators allow."""

import numpy as np

from biped_control.robot.state import FloatArray
from biped_control.safety.safety_limits import SafetyLimits


class OverspeedWatch:
    """Counts for how many ticks in a row each joint has been too fast. Latches nothing."""

    def __init__(self, limits: SafetyLimits) -> None:
        """Takes velocities and number of ticks from `limits`."""
        self._limits = limits
        self.reset()

    def reset(self) -> None:
        """Forgets everything."""
        self._fast_ticks = np.zeros(len(self._limits.joints), dtype=np.int64)

    def update(self, velocities: FloatArray) -> tuple[str, ...]:
        """Takes the (nu,) velocities of a tick [rad/s]; names the joints that are too fast for too long."""
        fast = np.abs(velocities) > self._limits.velocities
        self._fast_ticks = np.where(fast, self._fast_ticks + 1, 0)
        return tuple(
            self._limits.joints[joint]
            for joint in np.flatnonzero(self._fast_ticks >= self._limits.fast_ticks)
        )
