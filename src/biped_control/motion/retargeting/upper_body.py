"""Pelvis, trunk and arms of a retargeted motion, in closed form from joint centres."""

from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation

from biped_control.errors import MotionError
from biped_control.motion.captures.landmarks import LANDMARKS
from biped_control.motion.gaits.arm_swing import UPPER_BODY_STYLE, GaitPhase, swing_arm, swing_trunk
from biped_control.motion.joint_chain import joint_chain, zero_pose_axes
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.motion.proportions import Proportions
from biped_control.motion.retargeting.captured_motion import CapturedMotion, Frames
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

# Weight of the elbow axis at rest beside the captured one: it decides only where the arm is all but straight.
_STRAIGHT_ARM = 0.08


@dataclass(frozen=True)
class BaseTrack:
    """The base link over a motion.

    Attributes:
        angles: (F, 3) yaw, pitch, roll [rad].
        rotations: (F, 3, 3) base axes to world axes.
    """

    angles: FloatArray
    rotations: FloatArray


def base_track(motion: CapturedMotion, frames: Frames, straight: bool) -> BaseTrack:
    """Orientation of the pelvis from the hips and the point above them.

    Mean pitch is taken out, because where a marker set puts the point above the hips says nothing about the
    tilt of a robot's base link; so is the mean yaw of a straight walk, which faces straight ahead.
    """
    right, left = motion.at("right_hip", frames), motion.at("left_hip", frames)
    rotations = body_rotations(left - right, motion.at("lower_back", frames) - 0.5 * (right + left))
    angles = Rotation.from_matrix(rotations).as_euler("ZYX")
    angles[:, 0] = np.unwrap(angles[:, 0])
    angles[:, 1] -= angles[:, 1].mean()
    if straight:
        angles[:, 0] -= angles[:, 0].mean()
    return BaseTrack(angles, Rotation.from_euler("ZYX", angles).as_matrix())


def set_upper_body(
    robot: RobotModel,
    proportions: Proportions,
    motion: CapturedMotion,
    frames: Frames,
    base: BaseTrack,
    gait: GaitPhase,
    q: FloatArray,
) -> None:
    """Writes trunk and arm angles into (F, nv) positions `q`, in place.

    What the capture does not show, swings as people's do: see `motion.arm_swing`.

    Raises:
        MotionError: trunk or arms have joints that the closed form does not cover.
    """
    if not motion.has("right_shoulder", "left_shoulder"):
        swing_trunk(robot, UPPER_BODY_STYLE, gait, base.angles, q)
        for foot in FEET:
            swing_arm(robot, UPPER_BODY_STYLE, gait, foot, q)
        return
    at = {name: motion.at(name, frames) for name in LANDMARKS}
    shoulders = 0.5 * (at["right_shoulder"] + at["left_shoulder"])
    torso = body_rotations(at["left_shoulder"] - at["right_shoulder"], shoulders - at["lower_back"])
    trunk = joint_chain(robot, _trunk_joints(robot))
    q[:, trunk.columns] = trunk.angles(base.rotations.transpose(0, 2, 1) @ torso)
    for foot in FEET:
        arm = robot.limbs.side(foot).arm
        if not arm:
            continue
        if not motion.has(f"{foot}_elbow", f"{foot}_wrist"):
            swing_arm(robot, UPPER_BODY_STYLE, gait, foot, q)
            continue
        upper_arm = _seen_from(torso, at[f"{foot}_elbow"] - at[f"{foot}_shoulder"])
        forearm = _seen_from(torso, at[f"{foot}_wrist"] - at[f"{foot}_elbow"])
        _Arm(robot, proportions, foot, arm).bend(upper_arm, forearm, q)


class _Arm:
    """Three joints at the shoulder that turn the upper arm, one at the elbow."""

    def __init__(
        self, robot: RobotModel, proportions: Proportions, foot: Foot, joints: tuple[str, ...]
    ) -> None:
        *shoulder, elbow = joints
        if len(shoulder) != 3 or robot.group_of_joint[elbow] != "elbow":
            raise MotionError(f"arm {joints}: retargeting needs three joints at the shoulder, then an elbow")
        self.shoulder = joint_chain(robot, shoulder)
        index = robot.joint_index[elbow]
        self.elbow_column = ROOT_DOF + index
        self.elbow_limits = robot.lower_limits[index], robot.upper_limits[index]
        self.elbow_axis = zero_pose_axes(robot)[index]
        self.bends = 1.0 if sum(self.elbow_limits) > 0.0 else -1.0
        rest = proportions.zero_pose[f"{foot}_elbow"] - proportions.zero_pose[f"{foot}_shoulder"]
        self.zero_pose = _arm_rotations(rest[None], self.elbow_axis[None])[0]

    def bend(self, upper_arm: FloatArray, forearm: FloatArray, q: FloatArray) -> None:
        """Writes the angles that give the (F, 3) directions, seen from the torso, into `q`.

        The shoulder turns the upper arm and the elbow axis of the zero pose to where they shall be; the elbow
        then bends in the plane of the arm.
        """
        normal = self.bends * np.cross(upper_arm, forearm) + _STRAIGHT_ARM * self.elbow_axis
        q[:, self.shoulder.columns] = self.shoulder.angles(
            _arm_rotations(upper_arm, normal) @ self.zero_pose.T
        )
        bend = np.arccos(np.clip(np.sum(upper_arm * forearm, axis=1), -1.0, 1.0))
        q[:, self.elbow_column] = np.clip(self.bends * bend, *self.elbow_limits)


def body_rotations(left: FloatArray, up: FloatArray) -> FloatArray:
    """(n, 3, 3) rotations of bodies whose left is `left` (n, 3) and whose up is `up` as far as possible."""
    y = _unit(left)
    x = _unit(np.cross(y, up))
    return np.stack([x, y, np.cross(x, y)], axis=2)


def _arm_rotations(along: FloatArray, axis: FloatArray) -> FloatArray:
    """(n, 3, 3) columns: unit `along`, `axis` made orthogonal to it, their cross product."""
    a = _unit(along)
    b = _unit(axis - np.sum(axis * a, axis=1, keepdims=True) * a)
    return np.stack([a, b, np.cross(a, b)], axis=2)


def _trunk_joints(robot: RobotModel) -> list[str]:
    """Joints between base and torso, from the base out."""
    model = robot.pinocchio
    torso = model.frames[robot.frame_id(robot.limbs.torso)].parentJoint
    return [model.names[joint] for joint in list(model.supports[torso])[1 + ROOT_DOF :]]


def _unit(vectors: FloatArray) -> FloatArray:
    unit: FloatArray = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return unit


def _seen_from(rotations: FloatArray, vectors: FloatArray) -> FloatArray:
    """(n, 3) directions of world `vectors` in bodies with (n, 3, 3) `rotations`."""
    return _unit(np.einsum("nji,nj->ni", rotations, vectors))
