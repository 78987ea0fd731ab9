"""Finds joints by what they do instead of by name: the one of a limb that turns about a given axis."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pinocchio as pin

from biped_control.errors import MotionError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.limbs import JointGroup
from biped_control.robot.model import RobotModel

Axis = Literal["x", "y", "z"]


@dataclass(frozen=True)
class SignedJoint:
    """A joint and its direction.

    Attributes:
        column: place in positions (nv,).
        sign: +1 where a positive angle turns about the positive axis, -1 where it turns the other way.
    """

    column: int
    sign: float


def joint_about(robot: RobotModel, joints: Iterable[str], group: JointGroup, axis: Axis) -> SignedJoint:
    """The one of `joints` that belongs to `group` and turns about the world's `axis` at the zero pose.

    Raises:
        MotionError: there is none, or more than one.
    """
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.computeJointJacobians(model, data, pin.neutral(model))
    row = 3 + "xyz".index(axis)
    found = []
    for name in joints:
        column = ROOT_DOF + robot.joint_index[name]
        along = float(data.J[row, column])
        if robot.group_of_joint[name] == group and abs(along) > 0.99:
            found.append(SignedJoint(column, float(np.sign(along))))
    if len(found) != 1:
        raise MotionError(
            f"{len(found)} of the {group} joints {tuple(joints)} turn about {axis} at the zero pose, "
            "expected one"
        )
    return found[0]
