"""Messages `RobotState` <-> the states and observations of the library."""

import numpy as np
from biped.msg import RobotState as RobotStateMessage
from geometry_msgs.msg import Pose

from biped_control.errors import MessageError
from biped_control.nodes.message_fields import (
    WORLD_FRAME,
    assign,
    doubles,
    fields,
    flags,
    time_of_tick,
    vector,
)
from biped_control.robot.base_coordinates import BasePose, base_pose_from_root, root_from_base_pose
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State

_MOST_LATE = 255  # what the field holds


def pose_message(q: FloatArray) -> Pose:
    """Pose of the base from the first six chain-root positions."""
    base, pose = base_pose_from_root(q, np.zeros(ROOT_DOF)), Pose()
    assign(pose.position, "xyz", base.position)
    assign(pose.orientation, "xyzw", base.quaternion)
    return pose


def robot_state_message(tick: int, rate_hz: float, observation: Observation) -> RobotStateMessage:
    """What the sensors of `tick` measured."""
    state, message = observation.state, RobotStateMessage()
    message.header.stamp = time_of_tick(tick, rate_hz)
    message.header.frame_id = WORLD_FRAME
    message.tick = tick
    base = base_pose_from_root(state.q, state.v)
    message.base_pose = pose_message(state.q)
    assign(message.base_twist.linear, "xyz", base.linear)
    assign(message.base_twist.angular, "xyz", base.angular)
    message.joint_positions = doubles(state.q[ROOT_DOF:])
    message.joint_velocities = doubles(state.v[ROOT_DOF:])
    message.contact_points = doubles(observation.contact_points)
    message.contact_forces = doubles(observation.contact_forces)
    if observation.unmeasured is not None:
        message.unmeasured = observation.unmeasured.tolist()
    message.torques_late = min(observation.torques_late, _MOST_LATE)
    return message


def state_from(message: RobotStateMessage, nu: int) -> State:
    """State of a robot with `nu` joints.

    Raises:
        MessageError: wrong sizes, NaN or infinity.
    """
    pose, twist = message.base_pose, message.base_twist
    base = BasePose(
        position=fields(pose.position, "xyz", "base_pose.position"),
        quaternion=fields(pose.orientation, "xyzw", "base_pose.orientation"),
        linear=fields(twist.linear, "xyz", "base_twist.linear"),
        angular=fields(twist.angular, "xyz", "base_twist.angular"),
    )
    if abs(float(base.quaternion @ base.quaternion) - 1.0) > 1e-3:
        raise MessageError(f"base_pose.orientation {base.quaternion} has not length one")
    root_q, root_v = root_from_base_pose(base)
    q = np.concatenate([root_q, vector(message.joint_positions, nu, "joint_positions")])
    v = np.concatenate([root_v, vector(message.joint_velocities, nu, "joint_velocities")])
    return State(q, v)


def observation_from(message: RobotStateMessage, nu: int) -> Observation:
    """State, contacts, and what is not as it should be.

    Raises:
        MessageError: wrong sizes, NaN or infinity.
    """
    count = len(message.contact_points)
    points = vector(message.contact_points, 3 * (count // 3), "contact_points")
    forces = vector(message.contact_forces, count, "contact_forces")
    unmeasured = flags(message.unmeasured, nu, "unmeasured") if len(message.unmeasured) else None
    return Observation(
        state_from(message, nu),
        points.reshape(-1, 3),
        forces.reshape(-1, 3),
        unmeasured,
        message.torques_late,
    )
