"""The MIT mini-cheetah dialect: a position-velocity-gains-torque command in eight bytes, an answer in eight.

Bit layout (B. Katz, "A low cost modular actuator for dynamic robots", MIT 2018, and its firmware), most
significant bit first:

    command, identifier = node:       position 16 | velocity 12 | stiffness 12 | damping 12 | torque 12
    answer, identifier = controller:  node 8 | position 16 | velocity 12 | torque 12 | temperature 8 | error 8

Drives of later makers add the last two bytes: temperature as a signed number [degree C] and an error code. An
answer of six bytes is understood, too. Seven bytes 0xFF and one more are no command: FC enables, FD disables.
Zero lies between two codes of a symmetric range, so a zero torque arrives as half a step, at most.
"""

import struct

from biped_control.hardware.bus.actuator_settings import Ranges
from biped_control.hardware.bus.drive_signals import DriveCommand, DriveReading, DriveStatus
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.linear_code import LinearCode

CONTROLLER = 0x000  # where answers go
_SPECIAL = b"\xff" * 7
ENABLE, DISABLE = _SPECIAL + b"\xfc", _SPECIAL + b"\xfd"
_LENGTHS = (6, 8)
_TEMPERATURE_AND_ERROR = struct.Struct(">bB")


class MitCodes:
    """The codes of one drive's five quantities."""

    def __init__(self, ranges: Ranges) -> None:
        self.position = LinearCode(-ranges.position, ranges.position, 16)
        self.velocity = LinearCode(-ranges.velocity, ranges.velocity, 12)
        self.stiffness = LinearCode(0.0, ranges.stiffness, 12)
        self.damping = LinearCode(0.0, ranges.damping, 12)
        self.torque = LinearCode(-ranges.torque, ranges.torque, 12)

    def pack(self, command: DriveCommand) -> bytes:
        """(8 bytes) a command, saturated at the ranges; never one of the special messages.

        Raises:
            HardwareError: a number that is NaN.
        """
        packed = (
            self.position.encode(command.position) << 48
            | self.velocity.encode(command.velocity) << 36
            | self.stiffness.encode(command.stiffness) << 24
            | self.damping.encode(command.damping) << 12
            | self.torque.encode(command.torque)
        ).to_bytes(8, "big")
        if packed.startswith(_SPECIAL):  # everything at its upper end would read as "enable" or the like
            return b"\xff\xfe" + packed[2:]
        return packed

    def unpack(self, data: bytes) -> DriveCommand:
        """A command from its 8 bytes."""
        packed = int.from_bytes(data, "big")
        return DriveCommand(
            position=self.position.decode(packed >> 48),
            velocity=self.velocity.decode(packed >> 36 & 0xFFF),
            stiffness=self.stiffness.decode(packed >> 24 & 0xFFF),
            damping=self.damping.decode(packed >> 12 & 0xFFF),
            torque=self.torque.decode(packed & 0xFFF),
        )


class MitHost:
    """The controller's end. `HostDialect` says what each method does."""

    drives_have_gains: bool = True

    def __init__(self, ranges: dict[int, Ranges]) -> None:
        """
        Args:
            ranges: node -> ranges of its codes.
        """
        self._codes = {node: MitCodes(of_node) for node, of_node in ranges.items()}

    def begin(self) -> tuple[Frame, ...]:
        return ()

    def toward(self, node: int, enabled: bool, reading: DriveReading) -> Frame | None:
        # Answers do not say whether the drive is enabled: the first answer to the request stands for it.
        if reading.error == 0 and reading.replies > 0:
            reading.status = DriveStatus.ENABLED if enabled else DriveStatus.DISABLED
            return None
        return Frame(node, ENABLE if enabled else DISABLE)

    def command(self, node: int, command: DriveCommand, enabled: bool) -> Frame:
        return Frame(node, self._codes[node].pack(command if enabled else DriveCommand()))

    def end_of_tick(self) -> tuple[Frame, ...]:
        return ()

    def node_of(self, frame: Frame) -> int | None:
        return frame.data[0] if frame.identifier == CONTROLLER and frame.data else None

    def read(self, node: int, frame: Frame, reading: DriveReading) -> bool:
        if len(frame.data) not in _LENGTHS:
            return False
        codes = self._codes[node]
        packed = int.from_bytes(frame.data[1:6], "big")
        reading.position = codes.position.decode(packed >> 24)
        reading.velocity = codes.velocity.decode(packed >> 12 & 0xFFF)
        reading.torque = codes.torque.decode(packed & 0xFFF)
        if len(frame.data) == 8:
            reading.temperature, reading.error = _TEMPERATURE_AND_ERROR.unpack_from(frame.data, 6)
        if reading.error:
            reading.status = DriveStatus.FAULT
        elif reading.status is DriveStatus.FAULT:
            reading.status = DriveStatus.DISABLED
        reading.replies += 1
        return True


class MitDrive:
    """A drive's end. `DriveDialect` says what each method does."""

    def __init__(self, node: int, ranges: Ranges) -> None:
        self._node = node
        self._codes = MitCodes(ranges)
        self._error = 0
        self._status = DriveStatus.DISABLED

    @property
    def status(self) -> DriveStatus:
        return self._status

    def hear(self, frame: Frame) -> tuple[DriveCommand | None, bool]:
        if frame.identifier != self._node or len(frame.data) != 8:
            return None, False
        if frame.data == ENABLE:
            self._error, self._status = 0, DriveStatus.ENABLED
            return DriveCommand(), True
        if frame.data == DISABLE:
            self._error, self._status = 0, DriveStatus.DISABLED
            return DriveCommand(), True
        if self._status is not DriveStatus.ENABLED:
            return None, True
        return self._codes.unpack(frame.data), True

    def say(self, reading: DriveReading) -> tuple[Frame, ...]:
        codes = self._codes
        packed = (
            codes.position.encode(reading.position) << 24
            | codes.velocity.encode(reading.velocity) << 12
            | codes.torque.encode(reading.torque)
        )
        temperature = round(min(max(reading.temperature, -128.0), 127.0))
        tail = _TEMPERATURE_AND_ERROR.pack(temperature, self._error)
        return (Frame(CONTROLLER, bytes([self._node]) + packed.to_bytes(5, "big") + tail),)

    def fail(self, error: int) -> None:
        self._error, self._status = error, DriveStatus.FAULT
