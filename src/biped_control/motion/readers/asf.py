"""Acclaim skeleton files (ASF): bones, their joints' axes and degrees of freedom, and who hangs on whom.

A bone's joint sits at the far end of its parent. With the bone's fixed axes C and the rotation R of its
channels, its orientation relative to the parent is C R C^T; at zero pose it points along `direction` in the
root's axes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

from biped_control.errors import CaptureError
from biped_control.motion.readers.numbered_lines import Line, read_lines
from biped_control.robot.state import FloatArray

ROOT = "root"
_INCH = 0.0254  # [m]; ASF lengths are inches times `:units length`
_ROTATIONS = ("rx", "ry", "rz")
_ROOT_CHANNELS = ("tx", "ty", "tz", *_ROTATIONS)


@dataclass(frozen=True)
class Bone:
    """A bone of an ASF skeleton.

    Attributes:
        name: its name.
        offset: (3,) from its joint to its far end at zero pose, file axes [m].
        axes: (3, 3) fixed axes C of its joint.
        channels: its degrees of freedom in the order of the AMC file, of rx, ry, rz; the first turns first.
    """

    name: str
    offset: FloatArray
    axes: FloatArray
    channels: tuple[str, ...]


@dataclass(frozen=True)
class Skeleton:
    """An ASF skeleton.

    Attributes:
        path: file.
        metres: one unit of length of the file [m].
        degrees: angles are in degrees (else radians).
        root_channels: order of the root's six channels.
        root_sequence: order of the root's rotations, e.g. "xyz": x turns first.
        root_position: (3,) added to the root's translation [m].
        root_axes: (3, 3) fixed axes of the root.
        bones: name -> bone.
        children: bones of each bone, and of "root"; parents come before children.
    """

    path: Path
    metres: float
    degrees: bool
    root_channels: tuple[str, ...]
    root_sequence: str
    root_position: FloatArray
    root_axes: FloatArray
    bones: dict[str, Bone]
    children: dict[str, tuple[str, ...]]


def read_asf(path: Path) -> Skeleton:
    """Reads an ASF file. Joint limits, masses and the skin are ignored.

    Raises:
        CaptureError: unreadable, truncated or inconsistent; the message names the line or the bone.
    """
    sections = _sections(read_lines(path, comment="#"))
    if missing := [name for name in (":units", ":root", ":bonedata", ":hierarchy") if name not in sections]:
        raise CaptureError(
            f"{path}: no section {', '.join(missing)}; expected a complete Acclaim skeleton (.asf)"
        )
    metres, degrees = _units(sections[":units"])
    bones = dict(_bones(sections[":bonedata"], metres, degrees))
    children = _hierarchy(sections[":hierarchy"], bones)
    order, sequence, position, axes = _root(sections[":root"], metres, degrees)
    return Skeleton(path, metres, degrees, order, sequence, position, axes, bones, children)


def _sections(lines: list[Line]) -> dict[str, list[Line]]:
    """Section name -> its lines, the heading first."""
    sections: dict[str, list[Line]] = {}
    name = ""
    for line in lines:
        if line.words[0].startswith(":"):
            name = line.words[0].lower()
            if name in sections:
                raise line.error(f"section {name} appears twice")
            sections[name] = []
        elif not name:
            raise line.error(
                f"'{line.words[0][:40]}' before any section; expected an Acclaim skeleton (.asf)"
            )
        sections[name].append(line)
    return sections


def _units(lines: list[Line]) -> tuple[float, bool]:
    length, degrees = 1.0, True
    for line in lines[1:]:
        if line.words[0] == "length":
            length = float(line.numbers("unit of length", 1)[0])
            if length <= 0.0:
                raise line.error(f"unit of length {length}, expected a positive number")
        elif line.words[0] == "angle":
            if line.words[1:] not in (("deg",), ("rad",)):
                raise line.error(f"unit of angle {' '.join(line.words[1:])!r}, expected deg or rad")
            degrees = line.words[1] == "deg"
    return _INCH / length, degrees


def _root(
    lines: list[Line], metres: float, degrees: bool
) -> tuple[tuple[str, ...], str, FloatArray, FloatArray]:
    rows = {line.words[0].lower(): line for line in lines[1:]}
    if missing := [key for key in ("order", "axis", "position", "orientation") if key not in rows]:
        raise lines[0].error(f"the root has no {', '.join(missing)}")
    order = tuple(word.lower() for word in rows["order"].words[1:])
    if sorted(order) != sorted(_ROOT_CHANNELS):
        raise rows["order"].error(
            f"root order {' '.join(order)!r}, expected the six channels TX TY TZ RX RY RZ"
        )
    sequence = _sequence(rows["axis"], rows["axis"].words[1:])
    position = rows["position"].numbers("root position", 3) * metres
    orientation = rows["orientation"].numbers("root orientation", 3)
    return order, sequence, position, Rotation.from_euler(sequence, orientation, degrees=degrees).as_matrix()


def _sequence(line: Line, words: tuple[str, ...]) -> str:
    sequence = "".join(words).lower()
    if sorted(sequence) != ["x", "y", "z"]:
        raise line.error(f"axis order {' '.join(words)!r}, expected one like XYZ")
    return sequence


def _blocks(lines: list[Line]) -> Iterator[list[Line]]:
    """The begin ... end blocks of a section, `begin` first, without `end`."""
    block: list[Line] = []
    for line in lines[1:]:
        word = line.words[0].lower()
        if (word == "begin") == bool(block):
            raise line.error(
                f"found '{line.words[0]}', expected {'end of the block first' if block else 'begin'}"
            )
        if word == "end":
            yield block
            block = []
        else:
            block.append(line)
    if block:
        raise block[-1].error("the file is truncated: a block that begins here or above has no 'end'")


def _bones(lines: list[Line], metres: float, degrees: bool) -> Iterator[tuple[str, Bone]]:
    seen = {ROOT}
    for block in _blocks(lines):
        rows = {line.words[0].lower(): line for line in block[1:]}
        if "name" not in rows or len(rows["name"].words) != 2:
            raise block[0].error("a bone without one name")
        name = rows["name"].words[1]
        if name in seen:
            raise rows["name"].error(f"bone '{name}' is defined twice")
        seen.add(name)
        if missing := [key for key in ("direction", "length", "axis") if key not in rows]:
            raise block[0].error(f"bone '{name}' has no {', '.join(missing)}")
        direction = rows["direction"].numbers(f"direction of bone '{name}'", 3)
        norm = float(np.linalg.norm(direction))
        length = float(rows["length"].numbers(f"length of bone '{name}'", 1)[0])
        if not 0.99 < norm < 1.01 or length < 0.0:
            raise rows["direction"].error(
                f"bone '{name}': direction of length {norm:.3f} (expected 1), length {length}"
            )
        axis = rows["axis"]
        sequence = _sequence(axis, axis.words[4:])
        angles = Line(axis.path, axis.number, axis.words[:4]).numbers(f"axis of bone '{name}'", 3)
        yield (
            name,
            Bone(
                name=name,
                offset=direction * length * metres,
                axes=Rotation.from_euler(sequence, angles, degrees=degrees).as_matrix(),
                channels=_channels(name, rows["dof"]) if "dof" in rows else (),
            ),
        )


def _channels(bone: str, line: Line) -> tuple[str, ...]:
    channels = tuple(word.lower() for word in line.words[1:])
    if not channels or not set(channels) <= set(_ROTATIONS) or len(set(channels)) != len(channels):
        raise line.error(
            f"bone '{bone}': degrees of freedom {' '.join(channels)!r}, expected some of rx ry rz, each once"
        )
    return channels


def _hierarchy(lines: list[Line], bones: dict[str, Bone]) -> dict[str, tuple[str, ...]]:
    listed: dict[str, tuple[str, ...]] = {}
    placed = {ROOT}
    for block in _blocks(lines):
        for line in block[1:]:
            parent, *below = line.words
            for name in (parent, *below):
                if name not in bones and name != ROOT:
                    raise line.error(f"'{name}' is no bone of :bonedata")
            for name in below:
                if name in placed:
                    raise line.error(f"'{name}' is in two places of the hierarchy")
                placed.add(name)
            listed[parent] = listed.get(parent, ()) + tuple(below)
    children: dict[str, tuple[str, ...]] = {}
    waiting = [ROOT]
    while waiting:  # the file may list a bone before its parent
        parent = waiting.pop(0)
        children[parent] = listed.get(parent, ())
        waiting += children[parent]
    if unreached := sorted(set(bones) - set(children)):
        raise lines[-1].error(f"the hierarchy does not reach {unreached} from the root; truncated?")
    return children
