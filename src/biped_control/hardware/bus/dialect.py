"""What drives speak: one interface for all dialects, from both ends of the bus."""

from typing import Protocol

from biped_control.hardware.bus.drive_signals import DriveCommand, DriveReading, DriveStatus
from biped_control.hardware.bus.frame import Frame


class HostDialect(Protocol):
    """How a controller talks to the drives of one bus. What a drive said is in its `DriveReading`."""

    @property
    def drives_have_gains(self) -> bool:
        """Whether drives themselves obey stiffness and damping, or torque alone."""

    def begin(self) -> tuple[Frame, ...]:
        """What wakes the drives of a bus before anything else."""

    def toward(self, node: int, enabled: bool, reading: DriveReading) -> Frame | None:
        """The next step that makes a drive ENABLED (or DISABLED); None if it is. None of them makes torque.

        A drive in FAULT is told to forget its fault.
        """

    def command(self, node: int, command: DriveCommand, enabled: bool) -> Frame:
        """A command that an `enabled` drive obeys; to others it says nothing but "answer".

        Raises:
            HardwareError: a number that is NaN.
        """

    def end_of_tick(self) -> tuple[Frame, ...]:
        """What follows the commands of a tick, once a bus."""

    def node_of(self, frame: Frame) -> int | None:
        """Which drive sent this frame; None: no drive did."""

    def read(self, node: int, frame: Frame, reading: DriveReading) -> bool:
        """Puts what a drive said into its reading, all but the time; False if the frame is malformed."""


class DriveDialect(Protocol):
    """The other end: one drive. Keeps the state that the dialect gives a drive."""

    @property
    def status(self) -> DriveStatus:
        """Whether it makes torque."""

    def hear(self, frame: Frame) -> tuple[DriveCommand | None, bool]:
        """What a frame on the bus means to this drive: a command to obey, and whether to answer now."""

    def say(self, reading: DriveReading) -> tuple[Frame, ...]:
        """An answer that tells everything in `reading`."""

    def fail(self, error: int) -> None:
        """Goes into FAULT with an error code of the dialect."""
