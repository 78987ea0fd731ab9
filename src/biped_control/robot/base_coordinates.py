"""Pose and twist of the base <-> the six root coordinates of the chain.

Control mathematics uses x, y, z, yaw, pitch, roll (rotation Rz(yaw) Ry(pitch) Rx(roll)) and their plain
rates. ROS messages and most engines use a quaternion and a twist. The two meet here and nowhere else.
"""

from dataclasses import dataclass

import numpy as np

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import FloatArray, State


@dataclass(frozen=True)
class BasePose:
    """Pose and twist of the base link.

    Attributes:
        position: (3,) origin of the base link in the world [m].
        quaternion: (4,) orientation, x y z w, unit length.
        linear: (3,) velocity of that origin, in base axes [m/s] (REP 105: the twist is in the child frame).
        angular: (3,) angular velocity, in base axes [rad/s].
    """

    position: FloatArray
    quaternion: FloatArray
    linear: FloatArray
    angular: FloatArray


def rotation_from_angles(yaw: float, pitch: float, roll: float) -> FloatArray:
    """(3, 3) rotation Rz(yaw) Ry(pitch) Rx(roll), base axes to world axes."""
    cy, sy = np.cos(yaw), np.sin(yaw)
    cp, sp = np.cos(pitch), np.sin(pitch)
    cr, sr = np.cos(roll), np.sin(roll)
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def _angular_from_rates(pitch: float, roll: float) -> FloatArray:
    """(3, 3) map from (yaw, pitch, roll) rates to the angular velocity in base axes."""
    cp, sp = np.cos(pitch), np.sin(pitch)
    cr, sr = np.cos(roll), np.sin(roll)
    return np.array([[-sp, 0.0, 1.0], [cp * sr, cr, 0.0], [cp * cr, -sr, 0.0]])


def _quaternion_from_angles(yaw: float, pitch: float, roll: float) -> FloatArray:
    cy, sy = np.cos(0.5 * yaw), np.sin(0.5 * yaw)
    cp, sp = np.cos(0.5 * pitch), np.sin(0.5 * pitch)
    cr, sr = np.cos(0.5 * roll), np.sin(0.5 * roll)
    return np.array(
        [
            cy * cp * sr - sy * sp * cr,
            cy * sp * cr + sy * cp * sr,
            sy * cp * cr - cy * sp * sr,
            cy * cp * cr + sy * sp * sr,
        ]
    )


def base_pose_from_root(q: FloatArray, v: FloatArray) -> BasePose:
    """Pose and twist from the first six entries of chain-root positions `q` and velocities `v`."""
    yaw, pitch, roll = q[3], q[4], q[5]
    rotation = rotation_from_angles(yaw, pitch, roll)
    return BasePose(
        position=np.array(q[:3]),
        quaternion=_quaternion_from_angles(yaw, pitch, roll),
        linear=rotation.T @ v[:3],
        angular=_angular_from_rates(pitch, roll) @ v[3:6],
    )


def root_from_base_pose(pose: BasePose) -> tuple[FloatArray, FloatArray]:
    """(6,) root positions and (6,) rates from a pose and twist.

    The quaternion is normalized first. At a pitch of exactly +-90 degrees (robot flat on its face or back)
    yaw and roll are not separate and the rates are not finite; walking never comes near, and the fall
    detector ends a run before.
    """
    x, y, z, w = pose.quaternion / np.linalg.norm(pose.quaternion)
    yaw = np.arctan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    pitch = np.arcsin(np.clip(2.0 * (w * y - z * x), -1.0, 1.0))
    roll = np.arctan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    rotation = rotation_from_angles(yaw, pitch, roll)
    rates = np.linalg.solve(_angular_from_rates(pitch, roll), pose.angular)
    q = np.array([*pose.position, yaw, pitch, roll])
    v = np.concatenate([rotation @ pose.linear, rates])
    return q, v


def as_sensed(state: State) -> State:
    """The state after its base has been a pose and a twist, as it is in messages: equal but for rounding.

    A loop in one process that sees states through this function walks like the graph, bit for bit.
    """
    root_q, root_v = root_from_base_pose(base_pose_from_root(state.q, state.v))
    return State(np.concatenate([root_q, state.q[ROOT_DOF:]]), np.concatenate([root_v, state.v[ROOT_DOF:]]))
