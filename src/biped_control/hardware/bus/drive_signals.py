"""What goes to a drive and what comes back, as the drive counts: its own sign, zero and ratio."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple


class DriveCommand(NamedTuple):
    """Torque that a drive shall make: torque + stiffness (position - its own) + damping (velocity - its own).

    Attributes:
        position: [rad]. velocity: [rad/s]. stiffness: [N m/rad]. damping: [N m s/rad]. torque: [N m].
    """

    position: float = 0.0
    velocity: float = 0.0
    stiffness: float = 0.0
    damping: float = 0.0
    torque: float = 0.0


class DriveStatus(Enum):
    """Whether a drive makes torque."""

    UNKNOWN = auto()  # it has not been heard
    DISABLED = auto()
    ENABLED = auto()
    FAULT = auto()


@dataclass
class DriveReading:
    """The newest of everything that a drive has said. Written in place: frames come by the thousand a second.

    Attributes:
        position: [rad]. velocity: [rad/s]. torque: [N m]. temperature: [degree C], NaN if never told.
        status: whether it makes torque.
        error: its own error code, 0 while it has none.
        received: when its newest position came, on the steady clock [s].
        replies: how many positions have come.
    """

    position: float = float("nan")
    velocity: float = float("nan")
    torque: float = float("nan")
    temperature: float = float("nan")
    status: DriveStatus = DriveStatus.UNKNOWN
    error: int = 0
    received: float = float("-inf")
    replies: int = 0
