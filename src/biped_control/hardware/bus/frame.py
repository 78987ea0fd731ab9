"""Frames of a CAN bus and the ends of a bus that carry them."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

LONGEST = 8  # [bytes] of data in a classic CAN frame
_LAST_IDENTIFIER = 0x7FF
SYNC = 0x080  # CANopen's identifier of "all at once, now"


class Frame(NamedTuple):
    """A classic CAN frame with an 11-bit identifier.

    Attributes:
        identifier: 0 .. 0x7FF; the lower wins the bus.
        data: up to 8 bytes.
    """

    identifier: int
    data: bytes

    @property
    def is_valid(self) -> bool:
        """Whether a bus can carry it."""
        return 0 <= self.identifier <= _LAST_IDENTIFIER and len(self.data) <= LONGEST


class FramePort(Protocol):
    """One end of one bus. One thread sends, one thread receives; they may be different ones."""

    def send(self, frames: Iterable[Frame]) -> None:
        """Sends frames in this order.

        Raises:
            HardwareError: the bus or its adapter is gone.
        """

    def receive(self, timeout: float) -> list[Frame]:
        """What has arrived, oldest first; waits up to `timeout` [s] for the first frame.

        Raises:
            HardwareError: the bus or its adapter is gone.
        """

    def close(self) -> None:
        """Leaves the bus. Calling it twice is fine."""


def wire_bits(frame: Frame) -> int:
    """Bits that the frame takes on the wire at worst: header, data, stuff bits, gap to the next frame.

    Of the 34 + 8 n bits from start to checksum every fifth may be followed by a stuff bit (ISO 11898-1); the
    13 after them (delimiters, acknowledgement, end, gap) never are.
    """
    stuffed = 34 + 8 * len(frame.data)
    return stuffed + (stuffed - 1) // 4 + 13
