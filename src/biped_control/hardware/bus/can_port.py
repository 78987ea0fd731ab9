"""Buses through python-can: SocketCAN, serial adapters (slcan), and the virtual bus within a process."""

from collections.abc import Iterable
from typing import Any

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import BusSettings
from biped_control.hardware.bus.frame import Frame

try:
    import can
except ImportError as error:
    raise HardwareError(
        f"CAN buses need python-can, which cannot be imported ({error}); `make env`, or "
        "`pip install 'biped-control[hardware]'`"
    ) from error

from biped_control.hardware.bus.bulk_serial import BulkSerial

_AWAKE = 0.05  # [s] a serial read waits no longer, so that a port can be closed

_BATCH = 64  # frames that one call returns at most


def open_can_port(settings: BusSettings) -> "CanPort":
    """Opens a bus.

    Raises:
        HardwareError: no such adapter, or it cannot be opened; the message names both.
    """
    if settings.interface == "slcan":
        return _open_slcan(settings)
    options = {"bitrate": settings.bitrate} if settings.interface == "virtual" else {}
    return CanPort(_open(settings, **options))  # the kernel has set the bit rate of a socketcan interface


class CanPort:
    """A python-can bus. `FramePort` says what each method does."""

    def __init__(self, bus: can.BusABC, serial: BulkSerial | None = None) -> None:
        """
        Args:
            bus: an open bus; the port closes it.
            serial: what the bus reads and writes, if it is a serial one.
        """
        self._bus = bus
        self._serial = serial
        self._closed = False

    def send(self, frames: Iterable[Frame]) -> None:
        try:
            for identifier, data in frames:
                self._bus.send(can.Message(arbitration_id=identifier, data=data, is_extended_id=False))
            if self._serial is not None:
                self._serial.push()
        except (can.CanError, OSError, ValueError) as error:
            raise HardwareError(f"bus {self._bus.channel_info}: cannot send ({error})") from error

    def receive(self, timeout: float) -> list[Frame]:
        frames: list[Frame] = []
        try:
            message = self._bus.recv(timeout)
            while message is not None:
                if not (message.is_extended_id or message.is_remote_frame or message.is_error_frame):
                    frames.append(Frame(message.arbitration_id, bytes(message.data)))
                # A serial port would wait for more.
                waiting = self._serial is None or self._serial.in_waiting > 0
                message = self._bus.recv(0.0) if waiting and len(frames) < _BATCH else None
        except (ValueError, IndexError):
            return frames  # noise on a serial line that is no frame
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


def _open_slcan(settings: BusSettings) -> CanPort:
    from can.interfaces.slcan import slcanBus

    bus = _open(settings, bitrate=settings.bitrate, sleep_after_open=0.0, timeout=_AWAKE)
    assert isinstance(bus, slcanBus)
    # python-can reads single bytes and waits for every frame to leave: a core's worth at a thousand frames a
    # second and more.
    serial = BulkSerial(bus.serialPortOrig)
    bus.serialPortOrig = serial
    return CanPort(bus, serial)
