"""A clip that begins in one hub and ends in another: both of its ends are frames of finished clips."""

from dataclasses import replace

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.spacetime.ends import POINT_FORCES, REACH, Ends
from biped_control.motion.spacetime.problem import FORCE_UNIT
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray

_BEFORE = 1  # frames of the start hub before frame 0, and of the end hub after frame T + 1: with them the
# torques and forces of the clip join those of the hubs smoothly


def between_hubs(
    motion: KinematicMotion, start: Clip, end: Clip, advance: Placement
) -> tuple[KinematicMotion, Ends]:
    """Pads a motion with the hubs' own frames.

    Args:
        motion: q_0 ... q_{T+1}; the first and last two frames stand for the hubs' first two and are replaced.
        start: hub that the clip follows; its frame is the frame of the clip.
        end: hub that follows.
        advance: where the frame of `end` lies in the frame of the clip.

    Returns:
        The motion of T + 4 frames from q_{-1} to q_{T+2}, and its ends.

    Raises:
        MotionError: the contacts at an end are not the hub's, a hub is not cyclic, or has another rate.
    """
    for hub in (start, end):
        if not hub.cyclic:
            raise MotionError(f"{motion.source}: clip '{hub.name}' is no hub: only cyclic clips are")
        if hub.rate_hz != motion.rate_hz:
            raise MotionError(
                f"{motion.source}: {motion.rate_hz:g} Hz, but hub '{hub.name}' runs at {hub.rate_hz:g} Hz"
            )
    back = start.advance.inverse()
    head = np.vstack([back.move(start.positions[-3:-2]), start.positions[:2]])
    tail = advance.move(end.positions[:3])
    _require_contacts(motion, slice(0, 2), _frame_contacts(start)[:2], start)
    _require_contacts(motion, slice(-2, None), _frame_contacts(end)[:2], end)
    contacts = np.vstack([_frame_contacts(start)[-1:], motion.contacts, _frame_contacts(end)[2:3]])
    positions = np.vstack([head, motion.positions[2:-2], tail])
    padded = replace(
        motion,
        positions=positions,
        contacts=contacts,
        footholds=np.pad(motion.footholds, ((_BEFORE, _BEFORE), (0, 0), (0, 0)), mode="edge"),
        headings=np.pad(motion.headings, _BEFORE, mode="edge"),
    )
    frames, nv = positions.shape
    known = np.zeros((frames, nv + POINT_FORCES), dtype=np.bool_)
    values = np.zeros(known.shape)
    known[:3], known[-3:, :nv] = True, True
    known[1:3, nv:] = False
    known[-3:, nv:] = True
    values[:3, :nv], values[-3:, :nv] = head, tail
    values[0, nv:] = _scaled(back.rotate_vectors(start.forces[-1]))
    values[-3, nv:] = _scaled(advance.rotate_vectors(end.forces[0]))
    # How high a foot in the air must be depends on when it left in the start hub or will land in the end hub.
    around = np.roll(_frame_contacts(start), _BEFORE, axis=0), np.roll(_frame_contacts(end), -3, axis=0)
    return padded, Ends(frames - REACH + 1, known, values, None, around)


def _frame_contacts(clip: Clip) -> BoolArray:
    """(T, 4) contacts of the poses of a cyclic clip: those of step k belong to frame k + 1."""
    return np.roll(clip.contacts, 1, axis=0)


def _require_contacts(motion: KinematicMotion, frames: slice, expected: BoolArray, hub: Clip) -> None:
    found = motion.contacts[frames]
    if not np.array_equal(found, expected):
        raise MotionError(
            f"{motion.source}: contacts {found.astype(int).tolist()} of the two frames shared with "
            f"'{hub.name}', which has {expected.astype(int).tolist()} (right heel, toe, left heel, toe)"
        )


def _scaled(forces: FloatArray) -> FloatArray:
    return (forces / FORCE_UNIT).ravel()
