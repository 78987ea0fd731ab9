"""Rigid-body terms at one pose, in the form that the compiled kernels want.

Everything per tick is one call of `DynamicsTerms.compute`; Jacobians of points are then assembled by numba
from the joint axes, which costs a tenth of asking pinocchio frame by frame.
"""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin
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
    """Computes `Terms` and the kinematics of points. Owns pinocchio's work space: one instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        self.model = robot.pinocchio
        self.data = self.model.createData()
        self.supports = joint_supports(robot)

    def compute(self, q: FloatArray, v: FloatArray) -> Terms:
        """Terms at positions `q` (nv,) and velocities `v` (nv,), in arrays that the next call overwrites."""
        pin.computeMinverse(self.model, self.data, q)
        pin.nonLinearEffects(self.model, self.data, q, v)
        pin.computeJointJacobians(self.model, self.data, q)
        mass_inverse = self.data.Minv
        fill_lower_triangle(mass_inverse)
        return Terms(mass_inverse, self.data.nle, self.data.J)

    def point_positions(self, points: PointSet) -> FloatArray:
        """(n, 3) world positions of `points` at the pose of the last `compute` [m]."""
        placements = self.data.oMi
        positions = np.empty((len(points), 3))
        last = -1
        for index in range(len(points)):
            joint = points.joints[index]
            if joint != last:
                placement = placements[int(joint)]
                rotation, translation, last = placement.rotation, placement.translation, joint
            positions[index] = rotation @ points.offsets[index] + translation
        return positions

    def point_jacobians(self, points: PointSet, positions: FloatArray | None = None) -> FloatArray:
        """(3n, nv) Jacobian of the linear velocity of `points` at the pose of the last `compute`.

        Args:
            points: n points.
            positions: (n, 3) where they are, for callers that know it already.
        """
        if positions is None:
            positions = self.point_positions(points)
        return point_jacobians(self.data.J, self.supports, points.joints, positions)


def joint_supports(robot: RobotModel) -> NDArray[np.bool_]:
    """(njoints, nv): does coordinate j move joint i?"""
    model = robot.pinocchio
    supports = np.zeros((model.njoints, model.nv), dtype=np.bool_)
    for joint in range(1, model.njoints):
        for ancestor in list(model.supports[joint])[1:]:
            supports[joint, model.idx_vs[ancestor]] = True
    return supports


@kernel
def fill_lower_triangle(matrix: FloatArray) -> None:
    """Copies the upper triangle of a symmetric (n, n) matrix to the lower, in place."""
    for i in range(matrix.shape[0]):
        for j in range(i):
            matrix[i, j] = matrix[j, i]


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
