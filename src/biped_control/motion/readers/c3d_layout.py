"""Whether a C3D file is laid out as its header says, before a parser in C++ trusts it.

Source: the C3D file format user guide, Motion Lab Systems (2021), chapters "header section" and "parameter
section". A file is a row of blocks of 512 bytes: header, parameters (a chain of groups and parameters, each
with the distance to the next), then one record a frame.
"""

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from biped_control.errors import CaptureError

BLOCK = 512
_MAGIC = 0x50
_BIG_ENDIAN = 86  # processor of the parameter section: 84 Intel, 85 DEC, 86 MIPS
_PROCESSORS = (84, 85, _BIG_ENDIAN)
_TYPES = (-1, 1, 2, 4)  # characters, then bytes a number
_UNCOUNTED = 0xFFFF  # a 16-bit frame number that may have overflowed


@dataclass(frozen=True)
class _Header:
    parameters: int  # offset [bytes]
    data: int  # offset [bytes]
    frames: int
    analog: int  # numbers a frame
    frame_bytes: int
    order: str  # of the bytes, as `struct` wants it


def looks_like_c3d(head: bytes) -> bool:
    """Whether a file that begins so may be C3D: the block of its parameters, then the magic byte."""
    return len(head) >= 2 and head[0] >= 2 and head[1] == _MAGIC


def check_layout(path: Path, content: bytes) -> None:
    """Makes sure that parameters and frames lie where they are said to lie.

    Raises:
        CaptureError: truncated, or no C3D file.
    """
    header = _header(path, content)
    groups: dict[int, str] = {}
    parameters: set[tuple[int, str]] = set()
    end = header.parameters
    for start, end in _chain(path, content, header):
        length, group = struct.unpack_from("bb", content, start)
        name = content[start + 2 : start + 2 + abs(length)].decode("ascii", errors="replace").upper()
        if group < 0 and -group not in groups:
            groups[-group] = name
        elif group > 0:
            _check_parameter(path, name, content[start + 4 + abs(length) : end])
            parameters.add((group, name))
        else:
            raise CaptureError(f"{path}: parameter group '{name}' is damaged; get the file again")
    if lonely := sorted(name for group, name in parameters if group not in groups):
        raise CaptureError(f"{path}: parameters {lonely[:3]} belong to no group; get the file again")
    known = {f"{groups[group]}:{name}" for group, name in parameters}
    if header.analog and (missing := sorted({"ANALOG:SCALE", "ANALOG:OFFSET"} - known)):
        raise CaptureError(f"{path}: analog channels without {' and '.join(missing)}; get the file again")
    whole = header.data + header.frames * header.frame_bytes
    if len(content) < whole and header.frames < _UNCOUNTED:
        there = max(0, len(content) - header.data) // max(1, header.frame_bytes)
        raise CaptureError(
            f"{path}: the file is truncated: it holds {there} of {header.frames} frames; get the file again"
        )


def _header(path: Path, content: bytes) -> _Header:
    if not looks_like_c3d(content) or len(content) < 2 * BLOCK:
        raise CaptureError(
            f"{path}: {len(content)} bytes that begin with {content[:8]!r}; expected the header of a C3D file"
        )
    parameters = (content[0] - 1) * BLOCK
    if len(content) < parameters + BLOCK:
        raise CaptureError(f"{path}: the file is truncated: it ends before the parameters of a C3D file")
    if (processor := content[parameters + 3]) not in _PROCESSORS:
        raise CaptureError(f"{path}: processor type {processor}, expected one of {_PROCESSORS}, as in C3D")
    order = ">" if processor == _BIG_ENDIAN else "<"
    points, analog, first, last = struct.unpack_from(f"{order}4H", content, 2)
    (data_block,) = struct.unpack_from(f"{order}H", content, 16)
    # The sign of the scale, in the top bit of the exponent's bytes, tells floats from integers; DEC keeps
    # it in the second byte, as Intel keeps it in the fourth.
    sign_byte = {84: 15, 85: 13, 86: 12}[processor]
    word = 4 if content[sign_byte] & 0x80 else 2
    if points == 0 or last < first or data_block < 2:
        raise CaptureError(
            f"{path}: {points} points in frames {first} to {last} from block {data_block}; expected a C3D "
            "file with markers"
        )
    return _Header(
        parameters, (data_block - 1) * BLOCK, last - first + 1, analog, (4 * points + analog) * word, order
    )


def _chain(path: Path, content: bytes, header: _Header) -> Iterator[tuple[int, int]]:
    """Offsets where each group or parameter begins and ends."""
    limit = min(header.data, len(content))
    place = header.parameters + 4
    while True:
        (length,) = struct.unpack_from("b", content, place) if place + 2 <= limit else (0,)
        if length == 0:
            return
        to_next = place + 2 + abs(length)
        if to_next + 2 > limit:
            raise _broken(path, place)
        (distance,) = struct.unpack_from(f"{header.order}H", content, to_next)
        end = to_next + distance if distance else limit
        if end > limit or (distance and distance < 3):
            raise _broken(path, place)
        yield place, end
        if not distance:
            return
        place = end


def _check_parameter(path: Path, name: str, body: bytes) -> None:
    kind, dimensions = struct.unpack_from("bB", body) if len(body) >= 2 else (0, 0)
    sizes = body[2 : 2 + dimensions]
    needed = 3 + dimensions + abs(kind) * math.prod(sizes)
    if kind not in _TYPES or len(sizes) < dimensions or len(body) < needed:
        raise CaptureError(f"{path}: parameter '{name}' is damaged; get the file again")


def _broken(path: Path, place: int) -> CaptureError:
    return CaptureError(f"{path}: the chain of parameters breaks at byte {place}; get the file again")
