"""Numbering of the unknowns: positions and forces, frame by frame, without forces where nothing touches."""

import numpy as np

from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.robot.dynamics import IntArray
from biped_control.robot.state import FloatArray


class Unknowns:
    """Maps frames to the vector of unknowns and back.

    Attributes:
        size: number of unknowns.
        columns: (N, nv + 12) place of each frame entry in the vector, -1 for forces that are always zero.
    """

    def __init__(self, problem: SpacetimeProblem) -> None:
        free = np.ones((problem.frames, problem.closure.width), dtype=np.bool_)
        free[:, problem.robot.nv :] = problem.force_active
        self.size = int(free.sum())
        self.columns: IntArray = np.where(free, np.cumsum(free.ravel()).reshape(free.shape) - 1, -1)
        self._free, self._closure = free, problem.closure

    def flat(self, frames: FloatArray) -> FloatArray:
        """(size,) vector of (N, nv + 12) frames."""
        vector: FloatArray = frames[self._free]
        return vector

    def frames(self, vector: FloatArray) -> FloatArray:
        """(N, nv + 12) frames of a vector; forces that are no unknowns are zero."""
        frames = np.zeros(self._free.shape)
        frames[self._free] = vector
        return frames

    def windows(self, reach: int) -> tuple[IntArray, FloatArray]:
        """Columns and signs (N, reach (nv + 12)) of `reach` frames from each frame on."""
        extended, signs = self._closure.columns(reach - 1)
        numbers = self.columns.ravel()[extended]
        count = self._closure.frames
        shifts = range(reach)
        return (
            np.hstack([numbers[shift : count + shift] for shift in shifts]),
            np.hstack([signs[shift : count + shift] for shift in shifts]),
        )
