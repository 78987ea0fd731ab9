"""Messages of the control path <-> the library's own types.

Outgoing arrays are handed over as `array.array`, which rclpy copies as a block. Incoming arrays have no fixed
length on the wire, so every one is checked here, once, for its length and for numbers that are none.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from biped.msg import JointTorques as JointTorquesMessage
from biped.msg import PredictedControls as PredictedControlsMessage
from biped.msg import Reference as ReferenceMessage
from biped.msg import RobotState as RobotStateMessage
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Pose

from biped_control.errors import MessageError
from biped_control.motion.reference import Preview, Reference
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.base_coordinates import BasePose, base_pose_from_root, root_from_base_pose
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.simulator import Observation

WORLD_FRAME = "odom"
_POINTS = 4
_MOST_CLIPS = 1_000_000_000  # nobody walks for longer; one more must still fit into the message
_CORNERS, _FEET = 8, 2
_LONGEST_WINDOW = 60  # ticks: longer than any policy has planned, short enough for a tick


@dataclass(frozen=True)
class PlannedTick:
    """A reference and where it lies in the sequence of clips.

    Attributes:
        reference: what to follow.
        frames: steps of the clip.
        clip_count: clips started so far, this one included.
    """

    reference: Reference
    frames: int
    clip_count: int


def doubles(values: FloatArray) -> array:  # type: ignore[type-arg]
    """Any array as the flat block that a float64[] field takes."""
    return array("d", np.ascontiguousarray(values, dtype=np.float64).tobytes())


def time_of_tick(tick: int, rate_hz: float) -> Time:
    """Simulated time of a control tick."""
    seconds, nanoseconds = divmod(round(tick * 1e9 / rate_hz), 1_000_000_000)
    return Time(sec=seconds, nanosec=nanoseconds)


def pose_message(q: FloatArray) -> Pose:
    """Pose of the base from the first six chain-root positions."""
    base, pose = base_pose_from_root(q, np.zeros(ROOT_DOF)), Pose()
    _assign(pose.position, "xyz", base.position)
    _assign(pose.orientation, "xyzw", base.quaternion)
    return pose


def robot_state_message(tick: int, rate_hz: float, observation: Observation) -> RobotStateMessage:
    """What the sensors of `tick` measured."""
    state, message = observation.state, RobotStateMessage()
    message.header.stamp = time_of_tick(tick, rate_hz)
    message.header.frame_id = WORLD_FRAME
    message.tick = tick
    base = base_pose_from_root(state.q, state.v)
    message.base_pose = pose_message(state.q)
    _assign(message.base_twist.linear, "xyz", base.linear)
    _assign(message.base_twist.angular, "xyz", base.angular)
    message.joint_positions = doubles(state.q[ROOT_DOF:])
    message.joint_velocities = doubles(state.v[ROOT_DOF:])
    message.contact_points = doubles(observation.contact_points)
    message.contact_forces = doubles(observation.contact_forces)
    return message


def state_from(message: RobotStateMessage, nu: int) -> State:
    """State of a robot with `nu` joints.

    Raises:
        MessageError: wrong sizes, NaN or infinity.
    """
    pose, twist = message.base_pose, message.base_twist
    base = BasePose(
        position=_fields(pose.position, "xyz", "base_pose.position"),
        quaternion=_fields(pose.orientation, "xyzw", "base_pose.orientation"),
        linear=_fields(twist.linear, "xyz", "base_twist.linear"),
        angular=_fields(twist.angular, "xyz", "base_twist.angular"),
    )
    if abs(float(base.quaternion @ base.quaternion) - 1.0) > 1e-3:
        raise MessageError(f"base_pose.orientation {base.quaternion} has not length one")
    root_q, root_v = root_from_base_pose(base)
    q = np.concatenate([root_q, _vector(message.joint_positions, nu, "joint_positions")])
    v = np.concatenate([root_v, _vector(message.joint_velocities, nu, "joint_velocities")])
    return State(q, v)


def observation_from(message: RobotStateMessage, nu: int) -> Observation:
    """State and contacts.

    Raises:
        MessageError: wrong sizes, NaN or infinity.
    """
    count = len(message.contact_points)
    points = _vector(message.contact_points, 3 * (count // 3), "contact_points")
    forces = _vector(message.contact_forces, count, "contact_forces")
    return Observation(state_from(message, nu), points.reshape(-1, 3), forces.reshape(-1, 3))


def reference_message(tick: int, stamp: Time, planned: PlannedTick) -> ReferenceMessage:
    """The reference of `tick`."""
    reference, message = planned.reference, ReferenceMessage()
    message.header.stamp = stamp
    message.header.frame_id = WORLD_FRAME
    message.tick = tick
    message.clip, message.frame = reference.clip, reference.frame
    message.frames, message.clip_count = planned.frames, planned.clip_count
    _assign(
        message, ("x", "y", "yaw"), (reference.placement.x, reference.placement.y, reference.placement.yaw)
    )
    message.mirrored = reference.placement.mirrored
    message.positions = doubles(reference.state.q)
    message.velocities = doubles(reference.state.v)
    message.next_positions = doubles(reference.next_state.q)
    message.next_velocities = doubles(reference.next_state.v)
    message.torques = doubles(reference.torques)
    message.forces = doubles(reference.forces)
    message.contacts = [bool(contact) for contact in reference.contacts]
    message.edited = reference.edited
    if reference.ground is not None:
        message.ground = doubles(reference.ground)
    if reference.ahead is not None:
        message.end_positions = doubles(reference.ahead.end.q)
        message.end_velocities = doubles(reference.ahead.end.v)
        message.window_contacts = reference.ahead.contacts.ravel().tolist()
    return message


def planned_tick_from(message: ReferenceMessage, mirror: Mirror) -> PlannedTick:
    """The reference for a robot with such a mirror.

    Raises:
        MessageError: wrong sizes, NaN or infinity, or a frame that the clip does not have.
    """
    require_place(message)
    nv = len(mirror.signs)
    nu = nv - ROOT_DOF
    x, y, yaw = _fields(message, ("x", "y", "yaw"), "placement")
    reference = Reference(
        clip=message.clip,
        frame=message.frame,
        placement=Placement(float(x), float(y), float(yaw), mirror if message.mirrored else None),
        state=State(
            _vector(message.positions, nv, "positions"), _vector(message.velocities, nv, "velocities")
        ),
        next_state=State(
            _vector(message.next_positions, nv, "next_positions"),
            _vector(message.next_velocities, nv, "next_velocities"),
        ),
        torques=_vector(message.torques, nu, "torques"),
        forces=_vector(message.forces, 3 * _POINTS, "forces").reshape(_POINTS, 3),
        contacts=_flags(message.contacts, "contacts"),
        ground=_planes(message.ground),
        ahead=_preview_from(message, nv),
        edited=bool(message.edited),
    )
    return PlannedTick(reference, message.frames, message.clip_count)


def _preview_from(message: ReferenceMessage, nv: int) -> Preview | None:
    flags = len(message.window_contacts)
    if flags == 0 and len(message.end_positions) == 0 and len(message.end_velocities) == 0:
        return None
    if flags % _POINTS or not 0 < flags <= _POINTS * _LONGEST_WINDOW:
        raise MessageError(
            f"window_contacts has {flags} flags, expected {_POINTS} for each of 1 to {_LONGEST_WINDOW} ticks"
        )
    end = State(
        _vector(message.end_positions, nv, "end_positions"),
        _vector(message.end_velocities, nv, "end_velocities"),
    )
    return Preview(end, np.array(message.window_contacts, dtype=np.bool_).reshape(-1, _POINTS))


def require_place(message: ReferenceMessage) -> None:
    """Accepts a reference only if its frame is one of its clip's.

    Raises:
        MessageError: it is none, or no clip has begun.
    """
    if not message.frame < message.frames or not 1 <= message.clip_count <= _MOST_CLIPS:
        raise MessageError(
            f"frame {message.frame} of {message.frames} in clip {message.clip_count} cannot be"
        )


def predicted_controls_message(
    tick: int, stamp: Time, controls: PredictedControls, solve_ms: float
) -> PredictedControlsMessage:
    """The policy's answer to the state of `tick`."""
    message = PredictedControlsMessage()
    message.header.stamp = stamp
    message.header.frame_id = WORLD_FRAME
    message.tick = tick
    message.torques = doubles(controls.torques)
    message.forces = doubles(controls.forces)
    message.contacts = [bool(contact) for contact in controls.contacts]
    message.contact_consistent = controls.contact_consistent
    if controls.ground is not None:
        message.ground = doubles(controls.ground)
    message.solve_ms = solve_ms
    return message


def predicted_controls_from(message: PredictedControlsMessage, nu: int) -> PredictedControls:
    """The policy's controls for a robot with `nu` joints.

    Raises:
        MessageError: wrong sizes, NaN or infinity.
    """
    points = _CORNERS if len(message.forces) == 3 * _CORNERS else _POINTS
    return PredictedControls(
        torques=_vector(message.torques, nu, "torques"),
        forces=_vector(message.forces, 3 * points, "forces").reshape(points, 3),
        contacts=_flags(message.contacts, "contacts"),
        contact_consistent=bool(message.contact_consistent),
        ground=_planes(message.ground),
    )


def torques_from(message: JointTorquesMessage, nu: int) -> FloatArray:
    """(nu,) joint torques [N m].

    Raises:
        MessageError: wrong size, NaN or infinity.
    """
    return _vector(message.torques, nu, "torques")


def torques_or_none_from(message: JointTorquesMessage, nu: int) -> FloatArray:
    """(nu,) joint torques [N m], or an empty array from a controller that has none.

    Raises:
        MessageError: another size, NaN or infinity.
    """
    return torques_from(message, nu) if len(message.torques) else np.zeros(0)


def _vector(values: Sequence[float], length: int, name: str) -> FloatArray:
    vector = np.array(values, dtype=np.float64)
    if len(vector) != length:
        raise MessageError(f"{name} has {len(vector)} numbers, expected {length}")
    if not np.isfinite(vector).all():
        raise MessageError(f"{name}[{int(np.argmin(np.isfinite(vector)))}] is not a finite number")
    return vector


def _planes(values: Sequence[float]) -> FloatArray | None:
    return _vector(values, 3 * _FEET, "ground").reshape(_FEET, 3) if len(values) else None


def _flags(values: Sequence[bool], name: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    if len(values) != _POINTS:
        raise MessageError(f"{name} has {len(values)} flags, expected {_POINTS}")
    return np.array(values, dtype=np.bool_)


def _fields(message: object, names: Sequence[str], what: str) -> FloatArray:
    return _vector([getattr(message, name) for name in names], len(names), what)


def _assign(message: object, names: Sequence[str], values: Sequence[float] | FloatArray) -> None:
    for name, value in zip(names, values, strict=True):
        setattr(message, name, float(value))
