"""CiA 402: states as the standard lists them, frames put together by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import Ranges
from biped_control.hardware.bus.cia402 import Cia402Drive, Cia402Host
from biped_control.hardware.bus.cia402_state import (
    PowerState,
    PowerStateMachine,
    controlword_toward,
    power_state,
)
from biped_control.hardware.bus.drive_signals import DriveCommand, DriveReading, DriveStatus
from biped_control.hardware.bus.frame import Frame

RANGES = Ranges(position=3.5, velocity=40.0, stiffness=1.0, damping=1.0, torque=200.0, counts=10000)
SYNC = Frame(0x80, b"")

# Statusword bits 6 5 3 2 1 0; x: either (table "state coding" of the standard).
STANDARD = {
    "x0xx0000": PowerState.NOT_READY,
    "x1xx0000": PowerState.SWITCH_ON_DISABLED,
    "x01x0001": PowerState.READY_TO_SWITCH_ON,
    "x01x0011": PowerState.SWITCHED_ON,
    "x01x0111": PowerState.OPERATION_ENABLED,
    "x00x0111": PowerState.QUICK_STOP_ACTIVE,
    "x0xx1111": PowerState.FAULT_REACTION_ACTIVE,
    "x0xx1000": PowerState.FAULT,
}


@pytest.mark.parametrize(("pattern", "state"), STANDARD.items())
def test_statuswords(pattern: str, state: PowerState) -> None:
    for fill in ("0", "1"):
        low = int(pattern.replace("x", fill), 2)
        assert {power_state(low | high << 8) for high in (0x00, 0x02, 0xFF)} == {state}


@given(st.integers(0, 0xFFFF))
def test_any_statusword_has_a_state(statusword: int) -> None:
    assert power_state(statusword) in PowerState


@pytest.mark.parametrize("start", [PowerState.SWITCH_ON_DISABLED, PowerState.FAULT])
@pytest.mark.parametrize("enabled", [True, False])
def test_the_way_through_the_states(start: PowerState, enabled: bool) -> None:
    drive = PowerStateMachine()
    drive.state = start
    way = [start]
    for _ in range(6):
        drive.control(controlword_toward(enabled, drive.state))
        way.append(drive.state)
    goal = PowerState.OPERATION_ENABLED if enabled else PowerState.SWITCH_ON_DISABLED
    assert way[-1] is goal
    if enabled:
        up = [PowerState.READY_TO_SWITCH_ON, PowerState.SWITCHED_ON, PowerState.OPERATION_ENABLED]
        assert [state for state in way if state in up][:3] == up


@given(st.lists(st.integers(0, 0xFFFF), max_size=8))
def test_nothing_but_the_whole_way_enables_a_drive(controlwords: list[int]) -> None:
    drive = PowerStateMachine()
    for controlword in controlwords:
        before = drive.state
        drive.control(controlword)
        if drive.state is PowerState.OPERATION_ENABLED:
            assert before in (PowerState.SWITCHED_ON, PowerState.OPERATION_ENABLED)
            assert controlword & 0x0F == 0x0F


def test_a_held_reset_bit_does_not_clear_the_next_fault() -> None:
    drive = PowerStateMachine()
    drive.control(0x80)
    drive.fail()
    drive.control(0x80)
    assert drive.state is PowerState.FAULT
    drive.control(0x00)
    drive.control(0x80)
    assert drive.state is PowerState.SWITCH_ON_DISABLED


def test_bytes_of_a_command() -> None:
    host = Cia402Host({5: RANGES})
    assert host.command(5, DriveCommand(torque=-50.0), True) == Frame(0x205, bytes.fromhex("0f00" + "06ff"))
    assert host.command(5, DriveCommand(torque=1e9), True) == Frame(0x205, bytes.fromhex("0f00" + "e803"))
    assert host.command(5, DriveCommand(torque=50.0), False) == Frame(0x205, bytes(4))
    assert host.end_of_tick() == (SYNC,)
    with pytest.raises(HardwareError, match="NaN"):
        host.command(5, DriveCommand(torque=math.nan), True)


def test_bytes_of_an_answer() -> None:
    host, reading = Cia402Host({5: RANGES}), DriveReading()
    state = Frame(0x185, bytes.fromhex("3702" + "18fcffff" + "fa00"))  # -1000 counts, 250 thousandths
    motion = Frame(0x285, bytes.fromhex("d0070000" + "1043" + "7701"))  # 2000 counts/s, hot, 37.5 degrees
    assert (host.node_of(state), host.node_of(motion), host.node_of(SYNC)) == (5, 5, None)
    assert host.read(5, state, reading)
    assert reading.replies == 0  # half an answer
    assert host.read(5, motion, reading)
    assert reading.replies == 1
    assert reading.position == pytest.approx(-0.2 * math.pi)
    assert reading.velocity == pytest.approx(0.4 * math.pi)
    assert reading.torque == pytest.approx(50.0)
    assert reading.temperature == pytest.approx(37.5)
    assert (reading.error, reading.status) == (0x4310, DriveStatus.ENABLED)
    assert not host.read(5, Frame(0x185, bytes(7)), reading)


def test_a_lost_half_is_no_answer() -> None:
    host, reading = Cia402Host({5: RANGES}), DriveReading()
    host.read(5, Frame(0x285, bytes(8)), reading)
    assert reading.replies == 0


@given(st.floats(-250.0, 250.0), st.floats(-3.5, 3.5), st.floats(-40.0, 40.0))
def test_round_trip_within_half_a_step(torque: float, position: float, velocity: float) -> None:
    host, drive, reading = Cia402Host({5: RANGES}), Cia402Drive(5, RANGES), DriveReading()
    for frame in drive.say(DriveReading(position, velocity, torque, 30.0)):
        assert host.read(5, frame, reading)
    count = 2.0 * math.pi / RANGES.counts
    assert reading.position == pytest.approx(position, abs=0.51 * count)
    assert reading.velocity == pytest.approx(velocity, abs=0.51 * count)
    assert reading.torque == pytest.approx(min(max(torque, -200.0), 200.0), abs=0.101)


@given(st.integers(0, 0x7FF), st.binary(max_size=8))
def test_any_frame_can_be_heard_and_read(identifier: int, data: bytes) -> None:
    host, drive, frame = Cia402Host({5: RANGES}), Cia402Drive(5, RANGES), Frame(identifier, data)
    drive.hear(frame)
    command, _ = drive.hear(SYNC)
    assert command is None or command.torque == 0.0  # one frame enables nothing
    if host.node_of(frame) == 5:
        host.read(5, frame, DriveReading())


def test_a_drive_obeys_with_sync_and_only_when_enabled() -> None:
    host, drive, reading = Cia402Host({5: RANGES}), Cia402Drive(5, RANGES), DriveReading()
    push = host.command(5, DriveCommand(torque=50.0), True)
    drive.hear(push)
    command, answers = drive.hear(SYNC)
    assert (command, answers) == (DriveCommand(), True)
    for _ in range(5):
        for frame in drive.say(DriveReading(0.0, 0.0, 0.0, 30.0)):
            host.read(5, frame, reading)
        request = host.toward(5, True, reading)
        if request is not None:
            drive.hear(request)
            drive.hear(SYNC)
    assert request is None
    assert drive.hear(push) == (None, False)
    assert drive.hear(SYNC) == (DriveCommand(torque=50.0), True)
    assert drive.hear(SYNC) == (None, True)  # asked again, commanded nothing new
    drive.fail(0x4310)
    drive.hear(push)
    assert drive.hear(SYNC) == (DriveCommand(), True)
