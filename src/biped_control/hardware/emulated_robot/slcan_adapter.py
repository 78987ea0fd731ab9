"""A serial CAN adapter that exists only in this machine: a pseudo-terminal that speaks slcan (Lawicel)."""

import os
import pty
import select
import tty
from collections.abc import Iterable

from biped_control.errors import HardwareError
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.slcan import CLOSE, OPEN, LineReader, frame_of, lines_of

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
        self._reader = LineReader()
        self._open = False

    def send(self, frames: Iterable[Frame]) -> None:
        data = lines_of(frames)
        if not self._open or not data:
            return
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
        frames = [self._frame(line) for line in self._reader.lines(arrived)]
        return [frame for frame in frames if frame is not None]

    def fileno(self) -> int:
        """What becomes readable when something has come."""
        return self._bus_end

    def close(self) -> None:
        for descriptor in (self._bus_end, self._terminal):
            if descriptor >= 0:
                os.close(descriptor)
        self._bus_end = self._terminal = -1

    def _frame(self, line: bytes) -> Frame | None:
        if line in (OPEN, CLOSE):
            self._open = line == OPEN
        return frame_of(line)
