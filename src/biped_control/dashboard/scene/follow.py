"""Keeps the robot in view without touching the camera, which belongs to the person at the page.

The whole world is shifted under the camera instead. Shadows profit as well: the robot is always near the
origin, where the shadow map is fine.
"""

import numpy as np

from biped_control.robot.state import FloatArray

# Of an alpha-beta filter at about 30 Hz: steps vanish, steady walking has no lag.
_POSITION_GAIN, _VELOCITY_GAIN = 0.12, 0.008
_JUMP_M = 2.0  # a reset, not a step


class Follower:
    """Smooth horizontal position of the robot."""

    def __init__(self) -> None:
        self._position: FloatArray | None = None
        self._travel = np.zeros(2)

    def track(self, position: FloatArray) -> FloatArray:
        """Takes a new horizontal position (2,) [m] and returns the smoothed one (2,) [m].

        A jump, as after a reset, is taken over at once.
        """
        if self._position is None or np.linalg.norm(position - self._position) > _JUMP_M:
            self._position, self._travel = np.array(position), np.zeros(2)
            return self._position
        expected = self._position + self._travel
        error = position - expected
        self._position = expected + _POSITION_GAIN * error
        self._travel = self._travel + _VELOCITY_GAIN * error
        return self._position
