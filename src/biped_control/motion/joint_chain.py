"""Angles of neighbouring joints that produce a given rotation, in closed form."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pinocchio as pin
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from biped_control.errors import MotionError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class JointChain:
    """Up to three joints, one after the other, that together turn a body (trunk, shoulder).

    Attributes:
        columns: (k,) their entries in chain-root positions.
        sequence: three different axes in order, e.g. "ZXY"; those beyond the k-th are fillers.
        signs: (k,) -1 where a joint turns about the negative axis.
        lower, upper: (k,) limits [rad].
    """

    columns: NDArray[np.int64]
    sequence: str
    signs: FloatArray
    lower: FloatArray
    upper: FloatArray

    def angles(self, rotations: FloatArray) -> FloatArray:
        """(n, k) joint angles [rad] for (n, 3, 3) rotations from the zero pose, held at the joint limits.

        With fewer than three joints the part of the rotation about the missing axes is lost.
        """
        euler = Rotation.from_matrix(rotations).as_euler(self.sequence)
        angles: FloatArray = np.unwrap(euler, axis=0)[:, : len(self.columns)] * self.signs
        return np.clip(angles, self.lower, self.upper)


def joint_chain(robot: RobotModel, names: Sequence[str]) -> JointChain:
    """Chain of the joints `names`, from the base out.

    Raises:
        MotionError: more than three joints, or axes that are not different coordinate axes at the zero pose.
    """
    axes = zero_pose_axes(robot)
    letters, signs = [], []
    for name in names:
        axis = axes[robot.joint_index[name]]
        place = int(np.argmax(np.abs(axis)))
        if abs(axis[place]) < 1.0 - 1e-6:
            raise MotionError(
                f"joint '{name}' turns about {np.round(axis, 3)}; retargeting needs a coordinate axis"
            )
        letters.append("XYZ"[place])
        signs.append(np.sign(axis[place]))
    if len(set(letters)) != len(letters):
        raise MotionError(
            f"joints {list(names)} turn about {letters}; retargeting needs up to three different axes"
        )
    indices = [robot.joint_index[name] for name in names]
    return JointChain(
        columns=np.array(indices, dtype=np.int64) + ROOT_DOF,
        sequence="".join(letters + [letter for letter in "YXZ" if letter not in letters]),
        signs=np.array(signs),
        lower=robot.lower_limits[indices],
        upper=robot.upper_limits[indices],
    )


def zero_pose_axes(robot: RobotModel) -> FloatArray:
    """(nu, 3) axes of the joints at the zero pose, world axes."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.computeJointJacobians(model, data, np.zeros(robot.nv))
    return np.array(data.J[3:, ROOT_DOF:]).T
