"""The text of serial CAN adapters (Lawicel's protocol, "slcan"): a frame is a line."""

from collections.abc import Iterable

from biped_control.hardware.bus.frame import Frame

OPEN, CLOSE = b"O", b"C"
_LONGEST_REST = 65536


def lines_of(frames: Iterable[Frame]) -> bytes:
    """Frames as text."""
    return b"".join(
        b"t%03X%d%s\r" % (identifier, len(data), data.hex().upper().encode("ascii"))
        for identifier, data in frames
    )


def frame_of(line: bytes) -> Frame | None:
    """The frame of a line without its end; None if it is none, or damaged."""
    if not line.startswith(b"t"):
        return None
    try:
        frame = Frame(int(line[1:4], 16), bytes.fromhex(line[5:].decode("ascii")))
        return frame if len(frame.data) == int(line[4:5]) and frame.is_valid else None
    except ValueError:
        return None


class LineReader:
    """Cuts what arrives in pieces into lines."""

    def __init__(self) -> None:
        self._rest = b""

    def lines(self, arrived: bytes) -> list[bytes]:
        """Lines that are complete now."""
        *lines, self._rest = (self._rest + arrived).split(b"\r")
        self._rest = self._rest[-_LONGEST_REST:]
        return lines
