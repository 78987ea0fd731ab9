"""The mini-cheetah dialect, against frames that were put together by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import Ranges
from biped_control.hardware.bus.drive_signals import DriveCommand, DriveReading, DriveStatus
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.mit import CONTROLLER, DISABLE, ENABLE, MitCodes, MitDrive, MitHost

# One code is one unit, so that hand-made frames can be read.
UNITS = Ranges(
    position=32.767 + 0.0005, velocity=20.475, stiffness=40.95, damping=4.095, torque=20.475, counts=100
)
MINI_CHEETAH = Ranges(position=12.5, velocity=65.0, stiffness=500.0, damping=5.0, torque=18.0, counts=65536)
finite = st.floats(-1e6, 1e6)
commands = st.builds(DriveCommand, finite, finite, finite, finite, finite)


def test_bit_layout_of_a_command() -> None:
    command = DriveCommand(
        position=-UNITS.position + 0x1234 * 2.0 * UNITS.position / 0xFFFF,
        velocity=-20.475 + 0x567 * 0.01,
        stiffness=0x89A * 0.01,
        damping=0xBCD * 0.001,
        torque=-20.475 + 0xEF0 * 0.01,
    )
    assert MitCodes(UNITS).pack(command).hex() == "123456789abcdef0"


def test_the_ends_of_the_ranges() -> None:
    lowest = DriveCommand(-12.5, -65.0, 0.0, 0.0, -18.0)
    assert MitCodes(MINI_CHEETAH).pack(lowest) == bytes(8)
    middle = DriveCommand(0.0, 0.0, 500.0, 5.0, 18.0)
    assert MitCodes(MINI_CHEETAH).pack(middle).hex() in ("7fff7fffffffffff", "8000800fffffffff")


@given(commands)
def test_round_trip_within_half_a_step_or_saturated(command: DriveCommand) -> None:
    codes = MitCodes(MINI_CHEETAH)
    seen = codes.unpack(codes.pack(command))
    for name, value in command._asdict().items():
        code = getattr(codes, name)
        inside = min(max(value, code.lower), code.upper)
        assert abs(getattr(seen, name) - inside) <= (1.01 if name == "position" else 0.51) * code.step


@given(st.lists(st.sampled_from([-math.inf, 0.0, math.inf]), min_size=4, max_size=4), st.floats(17.0, 19.0))
def test_no_command_is_a_special_message(others: list[float], torque: float) -> None:
    packed = MitCodes(MINI_CHEETAH).pack(DriveCommand(*others, torque))
    assert packed[:7] != b"\xff" * 7


@pytest.mark.parametrize("place", range(5))
def test_nan_is_refused(place: int) -> None:
    values = [0.0] * 5
    values[place] = math.nan
    with pytest.raises(HardwareError, match="NaN"):
        MitHost({3: MINI_CHEETAH}).command(3, DriveCommand(*values), enabled=True)


@pytest.mark.parametrize(
    ("tail", "temperature", "error"), [("", None, 0), ("2300", 35.0, 0), ("f601", -10.0, 1)]
)
def test_bit_layout_of_an_answer(tail: str, temperature: float | None, error: int) -> None:
    host, reading = MitHost({7: UNITS}), DriveReading()
    frame = Frame(CONTROLLER, bytes.fromhex("07" + "1234" + "567" + "89a" + tail))
    assert host.node_of(frame) == 7
    assert host.read(7, frame, reading)
    assert reading.position == pytest.approx(-UNITS.position + 0x1234 * 2.0 * UNITS.position / 0xFFFF)
    assert reading.velocity == pytest.approx(-20.475 + 0x567 * 0.01)
    assert reading.torque == pytest.approx(-20.475 + 0x89A * 0.01)
    assert math.isnan(reading.temperature) if temperature is None else reading.temperature == temperature
    assert reading.error == error
    assert (reading.status is DriveStatus.FAULT) == (error != 0)


@given(st.integers(0, 0x7FF), st.binary(max_size=8))
def test_any_frame_can_be_read(identifier: int, data: bytes) -> None:
    host, frame = MitHost({7: MINI_CHEETAH}), Frame(identifier, data)
    if host.node_of(frame) == 7:
        assert host.read(7, frame, DriveReading()) == (len(data) in (6, 8))


@given(st.integers(0, 0x7FF), st.binary(max_size=8))
def test_a_drive_hears_any_frame(identifier: int, data: bytes) -> None:
    drive = MitDrive(7, MINI_CHEETAH)
    drive.hear(Frame(7, ENABLE))
    command, _ = drive.hear(Frame(identifier, data))
    assert command is None or abs(command.torque) <= 18.0 * (1.0 + 1e-9)


def test_a_drive_that_is_off_answers_and_obeys_nothing() -> None:
    drive, push = MitDrive(7, MINI_CHEETAH), Frame(7, MitCodes(MINI_CHEETAH).pack(DriveCommand(torque=10.0)))
    assert drive.hear(push) == (None, True)
    drive.hear(Frame(7, ENABLE))
    command, answers = drive.hear(push)
    assert answers
    assert command is not None
    assert command.torque == pytest.approx(10.0, abs=0.01)
    drive.hear(Frame(7, DISABLE))
    assert drive.hear(push) == (None, True)
    drive.hear(Frame(7, ENABLE))
    drive.fail(3)
    assert drive.hear(push) == (None, True)
    reading = DriveReading()
    (answer,) = drive.say(DriveReading(0.0, 0.0, 0.0, 25.0))
    MitHost({7: MINI_CHEETAH}).read(7, answer, reading)
    assert (reading.error, reading.status) == (3, DriveStatus.FAULT)


def test_a_host_asks_until_it_is_answered() -> None:
    host, reading = MitHost({7: MINI_CHEETAH}), DriveReading()
    assert host.toward(7, True, reading) == Frame(7, ENABLE)
    assert host.toward(7, False, reading) == Frame(7, DISABLE)
    host.read(7, Frame(CONTROLLER, bytes([7]) + bytes(7)), reading)
    assert host.toward(7, True, reading) is None
    assert reading.status is DriveStatus.ENABLED


def test_a_disabled_command_asks_for_nothing() -> None:
    frame = MitHost({7: MINI_CHEETAH}).command(7, DriveCommand(1.0, 1.0, 9.0, 1.0, 9.0), enabled=False)
    asked = MitCodes(MINI_CHEETAH).unpack(frame.data)
    assert (asked.stiffness, asked.damping) == (0.0, 0.0)
    assert abs(asked.torque) <= 18.0 / 4095.0 * 1.01
