"""A serial CAN adapter that exists only in this machine: a pseudo-terminal that speaks slcan (Lawicel)."""

import os
import pty
import select
import tty
from collections.abc import Iterable

from biped_control.errors import HardwareError
from biped_control.hardware.bus.frame import Frame

_CHUNK = 65536


class SlcanAdapter:
    """The bus's side of the adapter. A program opens `channel` as interface `slcan`. A `FramePort`."""

    def __init__(self) -> None:
        """
        Raises:
            HardwareError: this machine has no pseudo-terminal left.
        """
        try:
            # The terminal's own end stays open: otherwise reading fails while no program has opened it.
            self._bus_end, self._terminal = pty.openpty()
        except OSError as error:
            raise HardwareError(f"no pseudo-terminal for an emulated CAN adapter ({error})") from error
        tty.setraw(self._terminal)
        os.set_blocking(self._bus_end, False)
        self.channel = os.ttyname(self._terminal)
        self.lost = 0  # frames that a program did not fetch in time
        self._rest = b""
        self._open = False

    def send(self, frames: Iterable[Frame]) -> None:
        lines = [b"t%03X%d%s\r" % (frame.identifier, len(frame.data), _hex(frame.data)) for frame in frames]
        if not self._open or not lines:
            return
        data = b"".join(lines)
        try:
            written = os.write(self._bus_end, data)
        except BlockingIOError:
            written = 0
        if written < len(data):
            self.lost += data[written:].count(b"\r")

    def receive(self, timeout: float) -> list[Frame]:
        ready, _, _ = select.select([self._bus_end], [], [], timeout)
        if not ready:
            return []
        try:
            arrived = os.read(self._bus_end, _CHUNK)
        except OSError as error:
            raise HardwareError(f"emulated CAN adapter {self.channel}: {error}") from error
        *lines, self._rest = (self._rest + arrived).split(b"\r")
        self._rest = self._rest[-_CHUNK:]
        frames = [self._frame(line) for line in lines]
        return [frame for frame in frames if frame is not None]

    def close(self) -> None:
        for descriptor in (self._bus_end, self._terminal):
            if descriptor >= 0:
                os.close(descriptor)
        self._bus_end = self._terminal = -1

    def _frame(self, line: bytes) -> Frame | None:
        if line == b"O":
            self._open = True
        elif line == b"C":
            self._open = False
        if not line.startswith(b"t"):
            return None
        try:
            frame = Frame(int(line[1:4], 16), bytes.fromhex(line[5:].decode("ascii")))
            return frame if len(frame.data) == int(line[4:5]) and frame.is_valid else None
        except ValueError:
            return None


def _hex(data: bytes) -> bytes:
    return data.hex().upper().encode("ascii")
