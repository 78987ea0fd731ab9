"""Left-right symmetry: the map from a motion to its mirror image about the x-z plane.

Signs come from geometry, not from names: a joint axis is a pseudo-vector, so its mirror image is
(-x, y, -z), and the sign says whether the partner's axis points along it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pinocchio as pin

from biped_control.errors import RobotError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import BoolArray, FloatArray, State

_OTHER_FOOT = [2, 3, 0, 1]  # anticipated points, left and right exchanged
_OTHER_CORNER = [5, 4, 7, 6, 1, 0, 3, 2]  # sole corners: the other foot, and the other side of it
# x, y, z, yaw, pitch, roll of the base
_ROOT_SIGNS = np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])


def mirror_matrix(robot: RobotModel) -> FloatArray:
    """(nv, nv) signed permutation, its own inverse: `mirror_matrix(robot) @ q` is the pose in the mirror.

    Raises:
        RobotError: the axis of a joint is not the mirror image of its partner's.
    """
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.computeJointJacobians(model, data, pin.neutral(model))
    axes = np.array(data.J[3:, ROOT_DOF:]).T  # at the zero pose, world axes
    pairs = robot.limbs.mirror_pairs()
    matrix = np.diag(np.concatenate([_ROOT_SIGNS, np.zeros(robot.nu)]))
    for name, index in robot.joint_index.items():
        partner = robot.joint_index[pairs.get(name, name)]
        sign = float(axes[index] @ (axes[partner] * np.array([-1.0, 1.0, -1.0])))
        if abs(abs(sign) - 1.0) > 1e-3:
            raise RobotError(f"joint '{name}': its axis is not the mirror image of '{pairs.get(name, name)}'")
        matrix[ROOT_DOF + index, ROOT_DOF + partner] = np.sign(sign)
    return matrix


@dataclass(frozen=True)
class Mirror:
    """The same map, quick to apply; its own inverse.

    Attributes:
        partners: (nv) which coordinate is taken over ...
        signs: (nv) ... and with which sign.
    """

    partners: tuple[int, ...]
    signs: tuple[float, ...]

    @classmethod
    def of(cls, robot: RobotModel) -> "Mirror":
        """The mirror of a robot.

        Raises:
            RobotError: see `mirror_matrix`.
        """
        matrix = mirror_matrix(robot)
        partners = np.argmax(np.abs(matrix), axis=1)
        signs = matrix[np.arange(len(matrix)), partners]
        return cls(tuple(int(i) for i in partners), tuple(float(s) for s in signs))

    def coordinates(self, values: FloatArray) -> FloatArray:
        """(..., nv) positions or velocities in the mirror."""
        return np.asarray(values[..., self._partners] * self._signs)

    def state(self, state: State) -> State:
        """A state in the mirror."""
        return State(self.coordinates(state.q), self.coordinates(state.v))

    def torques(self, torques: FloatArray) -> FloatArray:
        """(..., nu) joint torques in the mirror [N m]."""
        partners, signs = self._partners[ROOT_DOF:] - ROOT_DOF, self._signs[ROOT_DOF:]
        return np.asarray(torques[..., partners] * signs)

    def contacts(self, contacts: BoolArray) -> BoolArray:
        """(..., 4) flags of the anticipated points in the mirror."""
        return np.asarray(contacts[..., _OTHER_FOOT])

    def points(self, vectors: FloatArray) -> FloatArray:
        """(..., 4, 3) vectors at the anticipated points, each at the point of the other foot."""
        return np.asarray(vectors[..., _OTHER_FOOT, :])

    def corners(self, vectors: FloatArray) -> FloatArray:
        """(..., 8, 3) vectors at the sole corners, each at the corner in the mirror."""
        return np.asarray(vectors[..., _OTHER_CORNER, :])

    @cached_property
    def _partners(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.array(self.partners, dtype=np.int64)

    @cached_property
    def _signs(self) -> FloatArray:
        return np.array(self.signs)


def mirror_forces(forces: FloatArray) -> FloatArray:
    """Mirror image of forces at the anticipated points.

    Args:
        forces: (..., 4, 3) at right heel, right toe, left heel, left toe [N].

    Returns:
        (..., 4, 3): left and right exchanged, y reversed.
    """
    return np.asarray(forces[..., _OTHER_FOOT, :] * np.array([1.0, -1.0, 1.0]))
