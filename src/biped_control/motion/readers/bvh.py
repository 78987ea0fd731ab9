"""Biovision hierarchy files (BVH): joints with offsets and channels, then one line of numbers a frame."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.units import metres_per_unit
from biped_control.motion.readers.axes import z_up_from_y_up
from biped_control.motion.readers.numbered_lines import Line, read_lines
from biped_control.motion.readers.rates import whole_rate
from biped_control.robot.state import FloatArray

_POSITIONS = ("xposition", "yposition", "zposition")
_ROTATIONS = ("xrotation", "yrotation", "zrotation")


@dataclass
class Joint:
    """A joint of a BVH hierarchy.

    Attributes:
        name: its name; the end of a limb is `<parent>_end`.
        parent: index of the joint it hangs on, -1 for the root.
        offset: (3,) from the parent's joint, file units.
        channels: names in file order, lower case.
    """

    name: str
    parent: int
    offset: FloatArray | None = None
    channels: tuple[str, ...] = field(default=())


def read_bvh(path: Path) -> Capture:
    """Reads a BVH file.

    The file does not say its unit of length; it follows from the length of the legs (see `metres_per_unit`).

    Raises:
        CaptureError: unreadable, truncated or inconsistent; the message names line and frame or joint.
    """
    lines = read_lines(path)
    if _keyword(lines[0]) != "HIERARCHY":
        raise lines[0].error(
            f"found '{lines[0].words[0][:40]}', expected HIERARCHY, the first word of a BVH file"
        )
    start = next((i for i, line in enumerate(lines) if _keyword(line) == "MOTION"), None)
    if start is None:
        raise lines[-1].error("the file is truncated: it has no MOTION section")
    joints = _hierarchy(lines[1:start], lines[start])
    rate_hz, values = _motion(lines[start:], sum(len(joint.channels) for joint in joints))
    positions = z_up_from_y_up(joint_centres(joints, values))
    names = tuple(joint.name for joint in joints)
    unit = metres_per_unit(path, names, positions)
    return Capture(path, rate_hz, names, positions * unit, unit=unit)


def _keyword(line: Line) -> str:
    """The first word: programs differ in its capitals."""
    return line.words[0].upper()


def _hierarchy(lines: list[Line], motion: Line) -> list[Joint]:
    joints: list[Joint] = []
    open_joints: list[int] = []
    named: Joint | None = None  # a joint whose brace has not been opened yet
    for line in lines:
        keyword = _keyword(line)
        if named is not None and keyword != "{":
            raise line.error(f"found '{line.words[0]}' after '{named.name}', expected {{")
        if named is not None:
            open_joints.append(len(joints))
            joints.append(named)
            named = None
        elif keyword in ("ROOT", "JOINT", "END"):
            named = _new_joint(line, joints, open_joints)
        elif keyword == "}" and open_joints:
            _close(line, joints[open_joints.pop()])
        elif keyword == "OFFSET" and open_joints:
            joints[open_joints[-1]].offset = line.numbers(f"offset of '{joints[open_joints[-1]].name}'", 3)
        elif keyword == "CHANNELS" and open_joints:
            joints[open_joints[-1]].channels = _channels(line, joints[open_joints[-1]].name)
        else:
            raise line.error(
                f"found '{line.words[0][:40]}' in the hierarchy, "
                "expected ROOT, JOINT, End Site, OFFSET, CHANNELS or }"
            )
    if open_joints or named is not None or not joints:
        raise motion.error("MOTION before the hierarchy is complete; is the file truncated?")
    return joints


def _new_joint(line: Line, joints: list[Joint], open_joints: list[int]) -> Joint:
    if (_keyword(line) == "ROOT") == bool(joints) or (joints and not open_joints):
        raise line.error("expected exactly one ROOT, with every joint inside its braces")
    if len(line.words) < 2:
        raise line.error(f"{line.words[0]} without a name")
    if _keyword(line) == "END":
        return Joint(f"{joints[open_joints[-1]].name}_end", open_joints[-1])
    name = "_".join(line.words[1:])
    if any(joint.name == name for joint in joints):
        raise line.error(f"joint '{name}' appears twice")
    return Joint(name, open_joints[-1] if joints else -1)


def _close(line: Line, joint: Joint) -> None:
    if joint.offset is None:
        raise line.error(f"'{joint.name}' has no OFFSET")


def _channels(line: Line, joint: str) -> tuple[str, ...]:
    names = tuple(word.lower() for word in line.words[2:])
    unknown = sorted(set(names) - set(_POSITIONS) - set(_ROTATIONS))
    if line.words[1:2] != (str(len(names)),) or unknown or len(set(names)) != len(names):
        raise line.error(
            f"channels of '{joint}': expected their number, then names like Xposition or Zrotation, each once"
        )
    if 0 < len(set(names) & set(_POSITIONS)) < 3:
        raise line.error(f"channels of '{joint}': expected all three positions or none")
    return names


def _motion(lines: list[Line], channels: int) -> tuple[float, FloatArray]:
    if len(lines) < 3:
        raise lines[-1].error("the file is truncated: expected 'Frames:' and 'Frame Time:' after MOTION")
    count = _frame_count(lines[1])
    if " ".join(lines[2].words[:2]).lower() != "frame time:":
        raise lines[2].error(f"found '{' '.join(lines[2].words)[:40]}', expected 'Frame Time: <seconds>'")
    period = float(lines[2].numbers("frame time", 1, start=2)[0])
    if period <= 1e-6:
        raise lines[2].error(f"frame time {period} s, expected a positive time")
    frames = lines[3:]
    rows = []
    for number, line in enumerate(frames[:count], start=1):
        rows.append(line.numbers(f"frame {number}", channels, start=0))
    if len(frames) != count:
        raise lines[-1].error(
            f"{len(frames)} frames, expected {count} as line {lines[1].number} says; is the file truncated?"
        )
    return whole_rate(1.0 / period), np.array(rows)


def _frame_count(line: Line) -> int:
    if (
        len(line.words) != 2
        or line.words[0].lower() != "frames:"
        or not line.words[1].isdecimal()
        or int(line.words[1][:9]) < 1
    ):
        raise line.error(f"found '{' '.join(line.words)[:40]}', expected 'Frames: <number of frames>'")
    return int(line.words[1][:9])


def joint_centres(joints: list[Joint], values: FloatArray) -> FloatArray:
    """Forward kinematics.

    A joint with position channels sits there, in its parent's axes: most files repeat its offset in them, so
    that adding it would count it twice. Where the positions begin nearer to zero than to the offset they are
    meant to be added to it.

    Args:
        joints: parents before children.
        values: (T, channels) in file order, angles in degrees.

    Returns:
        (T, n, 3) positions in file axes and units.
    """
    frames = len(values)
    positions = np.empty((frames, len(joints), 3))
    orientations = np.empty((frames, len(joints), 3, 3))
    first = 0
    for index, joint in enumerate(joints):
        column = {name: values[:, first + i] for i, name in enumerate(joint.channels)}
        first += len(joint.channels)
        offset = np.asarray(joint.offset)
        local = np.broadcast_to(offset, (frames, 3))
        if _POSITIONS[0] in column:
            local = np.stack([column[name] for name in _POSITIONS], axis=1)
            if np.linalg.norm(local[0]) < np.linalg.norm(local[0] - offset):
                local = local + offset
        turns = [name for name in joint.channels if name in _ROTATIONS]
        rotation = np.broadcast_to(np.eye(3), (frames, 3, 3))
        if turns:
            sequence = "".join(name[0] for name in turns).upper()  # the last channel turns first
            angles = np.stack([column[name] for name in turns], axis=1)
            rotation = Rotation.from_euler(sequence, angles, degrees=True).as_matrix().reshape(frames, 3, 3)
        if joint.parent < 0:
            positions[:, index], orientations[:, index] = local, rotation
        else:
            parent = orientations[:, joint.parent]
            positions[:, index] = positions[:, joint.parent] + np.einsum("tij,tj->ti", parent, local)
            orientations[:, index] = parent @ rotation
    return positions
