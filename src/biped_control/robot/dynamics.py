"""Rigid-body terms at one pose, in the form that the compiled kernels want.

Everything per tick is one call of `DynamicsTerms.compute`; positions and Jacobians of points are then
assembled by numba from the joints' placements and axes, which costs a tenth of asking pinocchio frame by
frame.
"""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from biped_control.compiled import kernel
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import PointSet
from biped_control.robot.state import FloatArray

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Terms:
    """Rigid-body terms at (q, v): M(q) dv/dt + bias(q, v) = [0; tau] + J(q)^T f.

    Attributes:
        mass_inverse: (nv, nv) inverse of the joint-space mass matrix.
        bias: (nv,) Coriolis, centrifugal and gravity forces (the paper's -h).
        axes: (6, nv) spatial velocity of each joint's unit rate at the world origin: linear over angular.
    """

    mass_inverse: FloatArray
    bias: FloatArray
    axes: FloatArray


class DynamicsTerms:
    """Computes `Terms` and the kinematics of points. Owns pinocchio's work space: one instance a thread.

    Attributes:
        model, data: pinocchio's model and work space.
        supports: (njoints, nv) of `joint_supports`.
        latest: the terms of the last `compute`.
    """

    def __init__(self, robot: RobotModel) -> None:
        self.model = robot.pinocchio
        self.data = self.model.createData()
        self.supports = joint_supports(robot)
        # Views of the work space: fetching them anew in every tick would cost as much as the mathematics.
        self.latest = Terms(self.data.Minv, self.data.nle, self.data.J)
        self._rotations = _one_view([placement.rotation for placement in self.data.oMi])
        self._translations = _one_view([placement.translation for placement in self.data.oMi])

    def compute(self, q: FloatArray, v: FloatArray) -> Terms:
        """Terms at positions `q` (nv,) and velocities `v` (nv,), in arrays that the next call overwrites."""
        pin.computeMinverse(self.model, self.data, q)  # on its way the placements and axes of all joints
        pin.nonLinearEffects(self.model, self.data, q, v)
        fill_lower_triangle(self.latest.mass_inverse)
        return self.latest

    def positions_at(self, q: FloatArray, points: PointSet) -> FloatArray:
        """(n, 3) world positions of `points` at the pose `q` (nv,) [m], without any terms."""
        pin.forwardKinematics(self.model, self.data, q)
        return self.point_positions(points)

    def jacobians_at(self, q: FloatArray, points: PointSet) -> FloatArray:
        """(3n, nv) Jacobian of the linear velocity of `points` at the pose `q` (nv,), without any terms."""
        pin.computeJointJacobians(self.model, self.data, q)
        return self.point_jacobians(points)

    def point_positions(self, points: PointSet) -> FloatArray:
        """(n, 3) world positions of `points` at the pose that was given last [m]."""
        return point_positions(self._rotations, self._translations, points.joints, points.offsets)

    def point_jacobians(self, points: PointSet, positions: FloatArray | None = None) -> FloatArray:
        """(3n, nv) Jacobian of the linear velocity of `points`, of the last `compute` or `jacobians_at`.

        Args:
            points: n points.
            positions: (n, 3) where they are, for callers that know it already.
        """
        axes = self.latest.axes
        if positions is None:
            return located_point_jacobians(
                self._rotations, self._translations, axes, self.supports, points.joints, points.offsets
            )
        return point_jacobians(axes, self.supports, points.joints, positions)


def joint_supports(robot: RobotModel) -> NDArray[np.bool_]:
    """(njoints, nv): does coordinate j move joint i?"""
    model = robot.pinocchio
    supports = np.zeros((model.njoints, model.nv), dtype=np.bool_)
    for joint in range(1, model.njoints):
        for ancestor in list(model.supports[joint])[1:]:
            supports[joint, model.idx_vs[ancestor]] = True
    return supports


def _one_view(arrays: list[FloatArray]) -> FloatArray:
    """One (n, ...) view of n arrays of the same shape that lie at equal distances in one block of memory."""
    addresses = np.array([array.__array_interface__["data"][0] for array in arrays])
    (distance,) = set(np.diff(addresses))
    return as_strided(arrays[0], (len(arrays), *arrays[0].shape), (distance, *arrays[0].strides))


@kernel
def fill_lower_triangle(matrix: FloatArray) -> None:
    """Copies the upper triangle of a symmetric (n, n) matrix to the lower, in place."""
    for i in range(matrix.shape[0]):
        for j in range(i):
            matrix[i, j] = matrix[j, i]


@kernel
def point_positions(
    rotations: FloatArray, translations: FloatArray, joints: IntArray, offsets: FloatArray
) -> FloatArray:
    """(n, 3) world positions of points with (n, 3) `offsets` in the frames of their joints."""
    positions = np.empty((len(joints), 3))
    for i in range(len(joints)):
        rotation, translation = rotations[joints[i]], translations[joints[i]]
        for k in range(3):
            positions[i, k] = (
                rotation[k, 0] * offsets[i, 0]
                + rotation[k, 1] * offsets[i, 1]
                + rotation[k, 2] * offsets[i, 2]
                + translation[k]
            )
    return positions


@kernel
def point_jacobians(
    axes: FloatArray, supports: NDArray[np.bool_], joints: IntArray, positions: FloatArray
) -> FloatArray:
    """(3n, nv) linear Jacobians: column j of point p is linear_j + angular_j x p where j moves p."""
    count, nv = positions.shape[0], axes.shape[1]
    jacobian = np.zeros((3 * count, nv))
    for i in range(count):
        x, y, z = positions[i, 0], positions[i, 1], positions[i, 2]
        for j in range(nv):
            if supports[joints[i], j]:
                wx, wy, wz = axes[3, j], axes[4, j], axes[5, j]
                jacobian[3 * i, j] = axes[0, j] + wy * z - wz * y
                jacobian[3 * i + 1, j] = axes[1, j] + wz * x - wx * z
                jacobian[3 * i + 2, j] = axes[2, j] + wx * y - wy * x
    return jacobian


@kernel
def located_point_jacobians(
    rotations: FloatArray,
    translations: FloatArray,
    axes: FloatArray,
    supports: NDArray[np.bool_],
    joints: IntArray,
    offsets: FloatArray,
) -> FloatArray:
    """`point_jacobians` of points whose positions are yet to be found."""
    return point_jacobians(axes, supports, joints, point_positions(rotations, translations, joints, offsets))


@kernel
def force_stiffness(
    axes: FloatArray, supports: NDArray[np.bool_], joints: IntArray, jacobian: FloatArray, forces: FloatArray
) -> FloatArray:
    """(nv, nv) derivative of J(q)^T f by q with f constant in the world.

    On a chain of one-degree joints column j of a point's Jacobian turns with every joint i nearer the root:
    dJ_j / dq_i = w_i x J_j for i <= j, and the second derivative is symmetric.
    """
    nv = axes.shape[1]
    stiffness = np.zeros((nv, nv))
    for point in range(len(joints)):
        fx, fy, fz = forces[3 * point], forces[3 * point + 1], forces[3 * point + 2]
        if fx == 0.0 and fy == 0.0 and fz == 0.0:
            continue
        for j in range(nv):
            if not supports[joints[point], j]:
                continue
            jx, jy, jz = jacobian[3 * point, j], jacobian[3 * point + 1, j], jacobian[3 * point + 2, j]
            for i in range(j + 1):
                if not supports[joints[point], i]:
                    continue
                wx, wy, wz = axes[3, i], axes[4, i], axes[5, i]
                value = fx * (wy * jz - wz * jy) + fy * (wz * jx - wx * jz) + fz * (wx * jy - wy * jx)
                stiffness[i, j] += value
                if i != j:
                    stiffness[j, i] += value
    return stiffness
