"""Left-right symmetry: the map from a motion to its mirror image about the x-z plane.

Signs come from geometry, not from names: a joint axis is a pseudo-vector, so its mirror image is
(-x, y, -z), and the sign says whether the partner's axis points along it.
"""

import numpy as np
import pinocchio as pin

from biped_control.errors import RobotError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

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


def mirror_forces(forces: FloatArray) -> FloatArray:
    """Mirror image of forces at the anticipated points.

    Args:
        forces: (..., 4, 3) at right heel, right toe, left heel, left toe [N].

    Returns:
        (..., 4, 3): left and right exchanged, y reversed.
    """
    return np.asarray(forces[..., [2, 3, 0, 1], :] * np.array([1.0, -1.0, 1.0]))
