"""Lengths of a robot's limbs and places of its joints, from its model, as retargeting needs them."""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.robot.limbs import JointGroup
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import Sole, sole_of
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class Proportions:
    """A robot's joint centres by the names of the landmarks of a capture.

    Attributes:
        joints: landmark name -> pinocchio joint whose origin is that joint centre; arms only where there are
            some.
        zero_pose: landmark name -> (3,) that joint centre at the zero pose, in the base link's frame [m].
        soles: foot -> contact rectangle in the foot link's frame.
    """

    joints: dict[str, int]
    zero_pose: dict[str, FloatArray]
    soles: dict[Foot, Sole]

    @property
    def leg_length(self) -> float:
        """Mean length of the legs, hip to knee to ankle [m]."""
        at = self.zero_pose
        lengths = [
            np.linalg.norm(at[f"{f}_{a}"] - at[f"{f}_{b}"])
            for f in FEET
            for a, b in (("hip", "knee"), ("knee", "ankle"))
        ]
        return float(np.sum(lengths)) / len(FEET)

    @property
    def middle_of_hips(self) -> FloatArray:
        """(3,) in the base link's frame [m]."""
        return 0.5 * (self.zero_pose["right_hip"] + self.zero_pose["left_hip"])


def proportions_of(robot: RobotModel) -> Proportions:
    """Measures a robot at its zero pose.

    Raises:
        MotionError: a leg has no hip, knee or ankle joint, or an arm no elbow, in the limb map's groups.
    """
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.forwardKinematics(model, data, np.zeros(robot.nv))
    joints: dict[str, int] = {}
    for foot in FEET:
        side = robot.limbs.side(foot)
        # Of several joints at the hip the last one carries the thigh; at knee and ankle the first one ends
        # the limb.
        joints[f"{foot}_hip"] = _joint(robot, side.leg, "hip", -1)
        joints[f"{foot}_knee"] = _joint(robot, side.leg, "knee", 0)
        joints[f"{foot}_ankle"] = _joint(robot, side.leg, "ankle", 0)
        if side.arm:
            joints[f"{foot}_shoulder"] = int(model.getJointId(side.shoulder))
            joints[f"{foot}_elbow"] = _joint(robot, side.arm, "elbow", 0)
    return Proportions(
        joints=joints,
        zero_pose={name: np.array(data.oMi[index].translation) for name, index in joints.items()},
        soles={foot: sole_of(robot, robot.limbs.side(foot).foot) for foot in FEET},
    )


def joint_centre_tracks(
    robot: RobotModel, proportions: Proportions, positions: FloatArray
) -> dict[str, FloatArray]:
    """Landmark name -> (n, 3) joint centre in the world for (n, nv) poses [m]."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    tracks = {name: np.empty((len(positions), 3)) for name in proportions.joints}
    for frame, q in enumerate(positions):
        pin.forwardKinematics(model, data, q)
        for name, joint in proportions.joints.items():
            tracks[name][frame] = data.oMi[joint].translation
    return tracks


def _joint(robot: RobotModel, names: tuple[str, ...], group: JointGroup, place: int) -> int:
    members = [name for name in names if robot.group_of_joint[name] == group]
    if not members:
        raise MotionError(
            f"limb map: none of the joints {names} is in group '{group}'; retargeting needs one"
        )
    return int(robot.pinocchio.getJointId(members[place]))
