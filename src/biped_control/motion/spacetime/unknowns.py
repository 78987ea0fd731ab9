"""Numbering of the unknowns: positions and forces, frame by frame, without what is known."""

import numpy as np

from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.robot.dynamics import IntArray
from biped_control.robot.state import BoolArray, FloatArray


class Unknowns:
    """Maps frames to the vector of unknowns and back, and windows of frames to places in it.

    Attributes:
        size: number of unknowns.
        columns: (F, nv + 12) place of each frame entry in the vector, -1 for what is known.
    """

    def __init__(self, problem: SpacetimeProblem) -> None:
        free, self._ends = problem.free, problem.ends
        self.size = int(free.sum())
        self.columns: IntArray = np.where(free, np.cumsum(free.ravel()).reshape(free.shape) - 1, -1)
        self._free, self._known = free, self._ends.values * self._ends.known

    def flat(self, frames: FloatArray) -> FloatArray:
        """(size,) vector of (F, nv + 12) frames."""
        vector: FloatArray = frames[self._free]
        return vector

    def frames(self, vector: FloatArray) -> FloatArray:
        """(F, nv + 12) frames of a vector; what is no unknown is zero."""
        frames = np.zeros(self._free.shape)
        frames[self._free] = vector
        return frames

    def windows(self, reach: int) -> IntArray:
        """(W, reach (nv + 12)) columns of `reach` frames from each of the W frames on that count.

        Frames that follow the last one stand for the first ones: see `pull_back`.
        """
        columns = self.columns
        if self._ends.following is not None:
            columns = np.vstack([columns, columns[: reach - 1]])
        return np.hstack([columns[shift : self._ends.windows + shift] for shift in range(reach)])

    def pull_back(self, derivatives: FloatArray, reach: int) -> None:
        """Turns derivatives by following frames into derivatives by the first frames, in place.

        Args:
            derivatives: (W, ..., reach (nv + 12)) by the frames of each window.
            reach: frames of a window.
        """
        if self._ends.following is None:
            return
        width = self._ends.width
        for first in range(self._ends.windows - reach + 1, self._ends.windows):
            for place in range(self._ends.frames - first, reach):
                block = slice(place * width, (place + 1) * width)
                derivatives[first, ..., block] = derivatives[first, ..., block] @ self._ends.following.matrix

    def patterns(self, pattern: BoolArray, reach: int) -> BoolArray:
        """(W, m, m) entries of each window's squared rows that can be other than zero after `pull_back`.

        Args:
            pattern: (m, m) the same before.
            reach: frames of a window.
        """
        patterns = np.repeat(pattern[None], self._ends.windows, axis=0)
        if self._ends.following is None:
            return patterns
        mixing = (self._ends.following.matrix != 0.0).astype(np.float64)
        width = self._ends.width
        for first in range(self._ends.windows - reach + 1, self._ends.windows):
            window = patterns[first].astype(np.float64)
            for place in range(self._ends.frames - first, reach):
                block = slice(place * width, (place + 1) * width)
                window[:, block] = window[:, block] @ mixing
                window[block] = mixing.T @ window[block]
            patterns[first] = window > 0.0
        return patterns
