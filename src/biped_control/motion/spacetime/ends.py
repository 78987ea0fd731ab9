"""How a motion begins and ends: it closes upon itself, or both ends are known beforehand.

A symmetric walk needs only half a cycle of unknowns, because the other half is its mirror image half a
stride further on. Any other cycle repeats as it is, moved by its advance. Both are linear in the first
frames. A clip between hubs has known frames at both ends instead, and nothing follows them.
"""

from dataclasses import dataclass

import numpy as np

from biped_control.robot.mirror import mirror_forces, mirror_matrix
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray

POINT_FORCES = 12  # three components at each of the four anticipated points
REACH = 4  # frames that one term of the cost reaches over: torques of two steps, three poses each


@dataclass(frozen=True)
class Following:
    """Frame F + j from frame j of F: `matrix @ x + shift`.

    Attributes:
        matrix: (nv + 12, nv + 12); the nv positions come first, then the 12 force components.
        shift: (nv + 12,) [m, rad]; zero for forces.
    """

    matrix: FloatArray
    shift: FloatArray


@dataclass(frozen=True)
class Ends:
    """What is known of the F frames beforehand, and what follows them.

    Attributes:
        windows: number of steps W that count; each needs the frames k ... k + 3.
        known: (F, nv + 12) entries that are no unknowns.
        values: (F, nv + 12) of the known entries; zero elsewhere. Forces in units of 100 N.
        following: the frames after the last one; None where there are none.
        around: contacts (n, 4) of the frames before the first and after the last one of the motion; None
            where the motion repeats.
    """

    windows: int
    known: BoolArray
    values: FloatArray
    following: Following | None
    around: tuple[BoolArray, BoolArray] | None = None

    @property
    def frames(self) -> int:
        """Number F of frames."""
        return len(self.known)

    @property
    def width(self) -> int:
        """Coordinates of one frame, nv + 12."""
        return int(self.known.shape[1])

    def extended(self, frames: FloatArray) -> FloatArray:
        """(W + 3, nv + 12) the (F, nv + 12) frames and those that follow."""
        if self.following is None:
            return frames
        head = frames[: REACH - 1]
        return np.vstack([frames, head @ self.following.matrix.T + self.following.shift])


def periodic_ends(robot: RobotModel, frames: int, advance: Placement) -> Ends:
    """The motion begins anew after `frames`, moved by `advance`."""
    matrix = np.eye(robot.nv + POINT_FORCES)
    c, s = np.cos(advance.yaw), np.sin(advance.yaw)
    for start in (0, *range(robot.nv, robot.nv + POINT_FORCES, 3)):  # x, y of the base and of every force
        matrix[start : start + 2, start : start + 2] = [[c, -s], [s, c]]
    shift = np.zeros(len(matrix))
    shift[[0, 1, 3]] = advance.x, advance.y, advance.yaw
    return _closed(frames, Following(matrix, shift))


def mirrored_ends(robot: RobotModel, frames: int, half_stride: float) -> Ends:
    """The mirror image follows after `frames`, half a stride [m] further on."""
    nv = robot.nv
    basis = np.eye(POINT_FORCES).reshape(POINT_FORCES, 4, 3)
    matrix = np.zeros((nv + POINT_FORCES, nv + POINT_FORCES))
    matrix[:nv, :nv] = mirror_matrix(robot)
    matrix[nv:, nv:] = mirror_forces(basis).reshape(POINT_FORCES, POINT_FORCES).T
    shift = np.zeros(len(matrix))
    shift[0] = half_stride
    return _closed(frames, Following(matrix, shift))


def _closed(frames: int, following: Following) -> Ends:
    shape = (frames, len(following.shift))
    return Ends(frames, np.zeros(shape, dtype=np.bool_), np.zeros(shape), following)
