"""How the frames after the last unknown one follow from the first: the periodicity of a walk.

A symmetric walk needs only half a cycle of unknowns, because the other half is its mirror image half a stride
further on. Any other cycle repeats as it is, one stride further on. Both are signed permutations of
coordinates plus a shift, so that constraints and costs that reach over the end need nothing but an index and
a sign per column.
"""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.kinematic_cycle import KinematicCycle
from biped_control.robot.dynamics import IntArray
from biped_control.robot.mirror import mirror_forces, mirror_matrix
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

POINT_FORCES = 12  # three components at each of the four anticipated points


@dataclass(frozen=True)
class Closure:
    """Frame N + j from frame j: coordinate i is `signs[i] * x[sources[i]] + shift[i]`.

    The nv positions come first, then the 12 force components.

    Attributes:
        frames: number N of unknown frames.
        sources: (nv + 12,) which coordinate to take.
        signs: (nv + 12,) +1 or -1.
        shift: (nv + 12,) what to add [m, rad]; zero for forces.
    """

    frames: int
    sources: IntArray
    signs: FloatArray
    shift: FloatArray

    @property
    def width(self) -> int:
        """Coordinates of one frame, nv + 12."""
        return len(self.sources)

    def extended(self, unknowns: FloatArray, more: int) -> FloatArray:
        """(N + more, nv + 12) the unknown frames (N, nv + 12) and the `more` <= N that follow."""
        following = unknowns[:more][:, self.sources] * self.signs + self.shift
        return np.vstack([unknowns, following])

    def columns(self, more: int) -> tuple[IntArray, FloatArray]:
        """Where the coordinates of frames 0 ... N + more - 1 stand in the flat vector of unknowns.

        Returns:
            (N + more, nv + 12) columns, and the signs to multiply derivatives with.
        """
        own = np.arange(self.frames * self.width, dtype=np.int64).reshape(self.frames, self.width)
        columns = np.vstack([own, own[:more][:, self.sources]])
        signs = np.vstack([np.ones((self.frames, self.width)), np.tile(self.signs, (more, 1))])
        return columns, signs


def cycle_closure(robot: RobotModel, cycle: KinematicCycle) -> Closure:
    """Mirrored half cycle where the cycle is symmetric, the plain cycle elsewhere."""
    nv = robot.nv
    shift = np.zeros(nv + POINT_FORCES)
    if not cycle.symmetric:
        shift[0] = cycle.stride
        return Closure(cycle.frames, np.arange(nv + POINT_FORCES), np.ones(nv + POINT_FORCES), shift)
    shift[0] = 0.5 * cycle.stride
    basis = np.eye(POINT_FORCES).reshape(POINT_FORCES, 4, 3)
    force_matrix = mirror_forces(basis).reshape(POINT_FORCES, POINT_FORCES).T
    matrix = np.zeros((nv + POINT_FORCES, nv + POINT_FORCES))
    matrix[:nv, :nv], matrix[nv:, nv:] = mirror_matrix(robot), force_matrix
    sources = np.argmax(np.abs(matrix), axis=1)
    return Closure(cycle.frames // 2, sources, matrix[np.arange(nv + POINT_FORCES), sources], shift)
