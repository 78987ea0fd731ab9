"""Buses through python-can: SocketCAN, and the virtual bus within a process."""

from collections.abc import Iterable
from typing import Any

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import BusSettings
from biped_control.hardware.bus.frame import Frame, FramePort

try:
    import can
except ImportError as error:
    raise HardwareError(
        f"CAN buses need python-can, which cannot be imported ({error}); `make env`, or "
        "`pip install 'biped-control[hardware]'`"
    ) from error

_BATCH = 64  # frames that one call returns at most


def open_can_port(settings: BusSettings) -> FramePort:
    """Opens a bus, also a serial one.

    Raises:
        HardwareError: no such adapter, or it cannot be opened; the message names both.
    """
    if settings.interface == "slcan":
        from biped_control.hardware.bus.slcan_port import SlcanPort  # pyserial may be absent

        return SlcanPort(settings.channel, settings.bitrate)
    options = {"bitrate": settings.bitrate} if settings.interface == "virtual" else {}
    return CanPort(_open(settings, **options))  # the kernel has set the bit rate of a socketcan interface


class CanPort:
    """A python-can bus. `FramePort` says what each method does."""

    def __init__(self, bus: can.BusABC) -> None:
        """
        Args:
            bus: an open bus; the port closes it.
        """
        self._bus = bus
        self._closed = False

    def send(self, frames: Iterable[Frame]) -> None:
        try:
            for identifier, data in frames:
                self._bus.send(can.Message(arbitration_id=identifier, data=data, is_extended_id=False))
        except (can.CanError, OSError, ValueError) as error:
            raise HardwareError(f"bus {self._bus.channel_info}: cannot send ({error})") from error

    def receive(self, timeout: float) -> list[Frame]:
        frames: list[Frame] = []
        try:
            message = self._bus.recv(timeout)
            while message is not None:
                if not (message.is_extended_id or message.is_remote_frame or message.is_error_frame):
                    frames.append(Frame(message.arbitration_id, bytes(message.data)))
                message = self._bus.recv(0.0) if len(frames) < _BATCH else None
        except (can.CanError, OSError) as error:
            raise HardwareError(f"bus {self._bus.channel_info}: cannot receive ({error})") from error
        return frames

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        try:
            self._bus.shutdown()
        except (can.CanError, OSError, ValueError):
            return  # an adapter that was pulled out: there is nothing left to close


def _open(settings: BusSettings, **options: Any) -> can.BusABC:
    try:
        return can.Bus(channel=settings.channel, interface=settings.interface, **options)
    except (can.CanError, OSError, ValueError) as error:
        raise HardwareError(
            f"{settings.interface} bus '{settings.channel}' cannot be opened ({error}); is the adapter "
            "plugged in, is the interface up, and may this user open it?"
        ) from error
