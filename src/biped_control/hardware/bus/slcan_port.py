"""A program's end of a serial CAN adapter.

python-can has one, too, but reads single bytes and waits for every frame to leave: milliseconds in a tick of
fifty frames. The serial line is left to pyserial.
"""

import os
import select
import termios
from collections.abc import Iterable
from contextlib import suppress

from biped_control.errors import HardwareError
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.slcan import CLOSE, OPEN, LineReader, frame_of, lines_of

try:
    import serial
except ImportError as error:
    raise HardwareError(
        f"serial CAN adapters need pyserial, which cannot be imported ({error}); `make env`, or "
        "`pip install 'biped-control[hardware]'`"
    ) from error

_RATES = {10_000: 0, 20_000: 1, 50_000: 2, 100_000: 3, 125_000: 4, 250_000: 5, 500_000: 6, 1_000_000: 8}
_CHUNK = 65536


class SlcanPort:
    """A program's end of an adapter. `FramePort` says what each method does.

    It never waits: what an adapter does not take is lost, and who hears nothing says nothing.

    Attributes:
        lost: frames that it did not take.
    """

    def __init__(self, channel: str, bitrate: int) -> None:
        """
        Args:
            channel: the serial device. bitrate: of the bus [bit/s].

        Raises:
            HardwareError: it cannot be opened, or adapters do not know the bit rate.
        """
        if bitrate not in _RATES:
            raise HardwareError(
                f"slcan bus '{channel}': expected a bit rate of {list(_RATES)}, got {bitrate}"
            )
        self._channel, self._reader = channel, LineReader()
        self._begun = b""  # the rest of a line whose beginning has been taken
        self.lost = 0
        try:
            self._serial = serial.Serial(channel, 115200, timeout=0.0)
            self._descriptor = self._serial.fileno()
            greeting = b"%s\rS%d\r%s\r" % (CLOSE, _RATES[bitrate], OPEN)
            taken = self._write(greeting)
        except OSError as error:
            raise HardwareError(
                f"slcan bus '{channel}' cannot be opened ({error}); is the adapter plugged in, and may this "
                "user open it?"
            ) from error
        if taken < len(greeting):
            self._abandon()
            raise HardwareError(
                f"slcan bus '{channel}': the adapter takes nothing; unplug it and plug it in again"
            )

    def send(self, frames: Iterable[Frame]) -> None:
        data = self._begun + lines_of(frames)
        try:
            taken = self._write(data)
        except OSError as error:
            raise HardwareError(f"bus {self._channel}: cannot send ({error})") from error
        within_line = taken > 0 and data[taken - 1 : taken] != b"\r"
        end = data.index(b"\r", taken) + 1 if within_line else max(taken, len(self._begun))
        self._begun = data[taken:end]
        self.lost += data.count(b"\r", end)

    def receive(self, timeout: float) -> list[Frame]:
        try:
            ready, _, _ = select.select([self._descriptor], [], [], timeout)
            arrived = os.read(self._descriptor, _CHUNK) if ready else b""
        except (OSError, ValueError) as error:
            raise HardwareError(f"bus {self._channel}: cannot receive ({error})") from error
        if ready and not arrived:
            raise HardwareError(f"bus {self._channel}: the adapter is gone")
        frames = [frame_of(line.lstrip(b"\a")) for line in self._reader.lines(arrived)]
        return [frame for frame in frames if frame is not None]

    def close(self) -> None:
        if not self._serial.is_open:
            return
        farewell = self._begun + CLOSE + b"\r"
        try:
            taken = self._write(farewell)
        except OSError:
            taken = 0  # an adapter that was pulled out
        if taken < len(farewell):
            self._abandon()
        else:
            self._serial.close()

    def _write(self, data: bytes) -> int:
        """How many bytes are taken at once: pyserial's own `write` waits for ever, whatever its time-out."""
        try:
            return os.write(self._descriptor, data)
        except BlockingIOError:
            return 0

    def _abandon(self) -> None:
        """Closes without what was not taken: the kernel waits for that for up to half a minute."""
        with suppress(OSError, termios.error):  # it was pulled out
            self._serial.reset_output_buffer()
        self._serial.close()
