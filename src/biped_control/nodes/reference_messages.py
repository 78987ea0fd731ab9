"""Messages `Reference` <-> references of the library and where they lie in the sequence of clips."""

from dataclasses import dataclass

import numpy as np
from biped.msg import Reference as ReferenceMessage
from builtin_interfaces.msg import Time

from biped_control.errors import MessageError
from biped_control.motion.reference import Preview, Reference
from biped_control.nodes.message_fields import (
    POINTS,
    WORLD_FRAME,
    assign,
    doubles,
    fields,
    flags,
    planes,
    vector,
)
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.robot.state import State

_MOST_CLIPS = 1_000_000_000  # nobody walks for longer; one more must still fit into the message
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


def reference_message(tick: int, stamp: Time, planned: PlannedTick) -> ReferenceMessage:
    """The reference of `tick`."""
    reference, message = planned.reference, ReferenceMessage()
    message.header.stamp = stamp
    message.header.frame_id = WORLD_FRAME
    message.tick = tick
    message.clip, message.frame = reference.clip, reference.frame
    message.frames, message.clip_count = planned.frames, planned.clip_count
    assign(
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
        if reference.ahead.forces is not None:
            message.window_forces = doubles(reference.ahead.forces)
    return message


def planned_tick_from(message: ReferenceMessage, mirror: Mirror) -> PlannedTick:
    """The reference for a robot with such a mirror.

    Raises:
        MessageError: wrong sizes, NaN or infinity, or a frame that the clip does not have.
    """
    require_place(message)
    nv = len(mirror.signs)
    nu = nv - ROOT_DOF
    x, y, yaw = fields(message, ("x", "y", "yaw"), "placement")
    reference = Reference(
        clip=message.clip,
        frame=message.frame,
        placement=Placement(float(x), float(y), float(yaw), mirror if message.mirrored else None),
        state=State(vector(message.positions, nv, "positions"), vector(message.velocities, nv, "velocities")),
        next_state=State(
            vector(message.next_positions, nv, "next_positions"),
            vector(message.next_velocities, nv, "next_velocities"),
        ),
        torques=vector(message.torques, nu, "torques"),
        forces=vector(message.forces, 3 * POINTS, "forces").reshape(POINTS, 3),
        contacts=flags(message.contacts, POINTS, "contacts"),
        ground=planes(message.ground),
        ahead=_preview_from(message, nv),
        edited=bool(message.edited),
    )
    return PlannedTick(reference, message.frames, message.clip_count)


def require_place(message: ReferenceMessage) -> None:
    """Accepts a reference only if its frame is one of its clip's.

    Raises:
        MessageError: it is none, or no clip has begun.
    """
    if not message.frame < message.frames or not 1 <= message.clip_count <= _MOST_CLIPS:
        raise MessageError(
            f"frame {message.frame} of {message.frames} in clip {message.clip_count} cannot be"
        )


def _preview_from(message: ReferenceMessage, nv: int) -> Preview | None:
    count = len(message.window_contacts)
    if count == 0 and len(message.end_positions) == 0 and len(message.end_velocities) == 0:
        return None
    if count % POINTS or not 0 < count <= POINTS * _LONGEST_WINDOW:
        raise MessageError(
            f"window_contacts has {count} flags, expected {POINTS} for each of 1 to {_LONGEST_WINDOW} ticks"
        )
    end = State(
        vector(message.end_positions, nv, "end_positions"),
        vector(message.end_velocities, nv, "end_velocities"),
    )
    forces = None
    if len(message.window_forces):
        forces = vector(message.window_forces, 3 * count, "window_forces").reshape(-1, POINTS, 3)
    return Preview(end, np.array(message.window_contacts, dtype=np.bool_).reshape(-1, POINTS), forces)
