"""The last seconds of what the page plots."""

from collections import deque

import numpy as np

from biped_control.robot.state import FloatArray


class History:
    """Rows of numbers with a time; a time that goes back, as after a reset, begins afresh."""

    def __init__(self, width: int, seconds: float) -> None:
        """
        Args:
            width: numbers in a row.
            seconds: how long a row is kept.
        """
        self._width, self._seconds = width, seconds
        self._rows: deque[FloatArray] = deque()

    def add(self, time: float, numbers: FloatArray) -> None:
        """Keeps numbers (width,) at a time [s]; NaN where there is none. The same time again is left out."""
        if self._rows and time < self._rows[-1][0]:
            self._rows.clear()
        if self._rows and time == self._rows[-1][0]:
            return
        self._rows.append(np.concatenate([[time], numbers]))
        while self._rows[0][0] < time - self._seconds:
            self._rows.popleft()

    def columns(self) -> FloatArray:
        """(width + 1, n): times, then each number over time."""
        return np.array(self._rows).T if self._rows else np.zeros((self._width + 1, 0))
