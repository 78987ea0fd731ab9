"""Torque mode after CiA 402 over CANopen process data, little endian.

    to the drive   0x200 + node  controlword u16 | target torque i16
    SYNC           0x080         no data: drives act on the newest target and answer
    from it        0x180 + node  statusword u16 | position i32 | torque i16
                   0x280 + node  velocity i32 | error code u16 | temperature i16

Torque is in thousandths of the rated torque, position in counts, velocity in counts a second, temperature in
tenths of a degree. Mode of operation 4 (torque profile) and this mapping are expected to be stored in the
drive: no service data is sent.
"""

import math
import struct

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import Ranges
from biped_control.hardware.bus.cia402_state import (
    DISABLE_VOLTAGE,
    ENABLE_OPERATION,
    PowerState,
    PowerStateMachine,
    controlword_toward,
    power_state,
)
from biped_control.hardware.bus.drive_signals import DriveCommand, DriveReading, DriveStatus
from biped_control.hardware.bus.frame import SYNC, Frame

NETWORK = 0x000
TO_DRIVE, STATE, MOTION = 0x200, 0x180, 0x280
_START_ALL = b"\x01\x00"
_COMMAND, _STATE, _MOTION = struct.Struct("<Hh"), struct.Struct("<Hih"), struct.Struct("<iHh")
_INT32 = 2147483647
_STATUS = {
    PowerState.OPERATION_ENABLED: DriveStatus.ENABLED,
    PowerState.FAULT: DriveStatus.FAULT,
    PowerState.FAULT_REACTION_ACTIVE: DriveStatus.FAULT,
}


class Cia402Host:
    """The controller's end. `HostDialect` says what each method does."""

    drives_have_gains: bool = False

    def __init__(self, ranges: dict[int, Ranges]) -> None:
        """
        Args:
            ranges: node -> rated torque and counts a turn (of the gear's output).
        """
        self._units = {node: _Units(of_node) for node, of_node in ranges.items()}
        self._states = dict.fromkeys(ranges, PowerState.NOT_READY)
        self._halves: set[int] = set()  # nodes whose next MOTION completes an answer

    def begin(self) -> tuple[Frame, ...]:
        return Frame(NETWORK, _START_ALL), Frame(SYNC, b"")

    def toward(self, node: int, enabled: bool, reading: DriveReading) -> Frame | None:
        state = self._states[node]
        goal = PowerState.OPERATION_ENABLED if enabled else PowerState.SWITCH_ON_DISABLED
        if state is goal and reading.replies > 0:
            return None
        return Frame(TO_DRIVE + node, _COMMAND.pack(controlword_toward(enabled, state), 0))

    def command(self, node: int, command: DriveCommand, enabled: bool) -> Frame:
        if math.isnan(command.torque):
            raise HardwareError(f"drive {node} was to be sent NaN; expected a torque [N m]")
        if not enabled:
            return Frame(TO_DRIVE + node, _COMMAND.pack(DISABLE_VOLTAGE, 0))
        thousandths = self._units[node].thousandths(command.torque)
        return Frame(TO_DRIVE + node, _COMMAND.pack(ENABLE_OPERATION, thousandths))

    def end_of_tick(self) -> tuple[Frame, ...]:
        return (Frame(SYNC, b""),)

    def node_of(self, frame: Frame) -> int | None:
        return frame.identifier & 0x7F if frame.identifier & ~0x7F in (STATE, MOTION) else None

    def read(self, node: int, frame: Frame, reading: DriveReading) -> bool:
        units = self._units[node]
        if len(frame.data) != 8:
            return False
        if frame.identifier & ~0x7F == STATE:
            statusword, counts, thousandths = _STATE.unpack(frame.data)
            self._states[node] = power_state(statusword)
            reading.status = _STATUS.get(self._states[node], DriveStatus.DISABLED)
            reading.position = units.radians(counts)
            reading.torque = units.torque(thousandths)
            self._halves.add(node)
        else:
            counts, reading.error, tenths = _MOTION.unpack(frame.data)
            reading.velocity = units.radians(counts)
            reading.temperature = 0.1 * tenths
            if node in self._halves:
                self._halves.remove(node)
                reading.replies += 1
        return True


class Cia402Drive:
    """A drive's end. `DriveDialect` says what each method does."""

    def __init__(self, node: int, ranges: Ranges) -> None:
        self._node = node
        self._units = _Units(ranges)
        self._power = PowerStateMachine()
        self._error = 0
        self._target: DriveCommand | None = None

    @property
    def status(self) -> DriveStatus:
        return _STATUS.get(self._power.state, DriveStatus.DISABLED)

    def hear(self, frame: Frame) -> tuple[DriveCommand | None, bool]:
        if frame.identifier == SYNC:
            target, self._target = self._target, None
            return target, True
        if frame.identifier == TO_DRIVE + self._node and len(frame.data) == _COMMAND.size:
            controlword, thousandths = _COMMAND.unpack(frame.data)
            self._power.control(controlword)
            if self._power.state is not PowerState.FAULT:
                self._error = 0
            enabled = self.status is DriveStatus.ENABLED
            self._target = DriveCommand(torque=self._units.torque(thousandths) if enabled else 0.0)
        return None, False

    def say(self, reading: DriveReading) -> tuple[Frame, ...]:
        units = self._units
        state = _STATE.pack(
            self._power.state, units.counts(reading.position), units.thousandths(reading.torque)
        )
        tenths = round(10.0 * reading.temperature)
        motion = _MOTION.pack(units.counts(reading.velocity), self._error, tenths)
        return Frame(STATE + self._node, state), Frame(MOTION + self._node, motion)

    def fail(self, error: int) -> None:
        self._error = error
        self._power.fail()


class _Units:
    """SI units of one drive <-> the integers of its dialect."""

    def __init__(self, ranges: Ranges) -> None:
        self._thousandth = 1e-3 * ranges.torque
        self._radians = 2.0 * math.pi / ranges.counts

    def thousandths(self, torque: float) -> int:
        return round(min(max(torque / self._thousandth, -1000.0), 1000.0))

    def torque(self, thousandths: int) -> float:
        return thousandths * self._thousandth

    def counts(self, radians: float) -> int:
        return round(min(max(radians / self._radians, -_INT32), _INT32))

    def radians(self, counts: int) -> float:
        return counts * self._radians
