"""The emulated serial adapter, against python-can's own slcan bus as the other program."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import pytest

pytest.importorskip("can", reason="python-can is not installed; `make env` installs it")

import can
from hypothesis import given
from hypothesis import strategies as st

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_settings import BusSettings
from biped_control.hardware.bus.can_port import open_can_port
from biped_control.hardware.bus.frame import Frame, FramePort
from biped_control.hardware.bus.slcan_port import SlcanPort
from biped_control.hardware.emulated_robot.slcan_adapter import SlcanAdapter

LONG = 5.0
frames = st.builds(Frame, st.integers(0, 0x7FF), st.binary(max_size=8))


@pytest.fixture
def adapter() -> Iterator[SlcanAdapter]:
    adapter = SlcanAdapter()
    yield adapter
    adapter.close()
    adapter.close()


def collect(port: FramePort, count: int) -> list[Frame]:
    received: list[Frame] = []
    end = time.monotonic() + LONG
    while len(received) < count:
        assert time.monotonic() < end, f"only {len(received)} of {count} frames came"
        received += port.receive(0.1)
    return received


def port_to(adapter: SlcanAdapter) -> FramePort:
    return open_can_port(BusSettings(interface="slcan", channel=adapter.channel))


def open_and_greet(adapter: SlcanAdapter) -> FramePort:
    """A port whose adapter has heard that it is open: what is sent to a closed one is lost."""
    port = port_to(adapter)
    port.send([Frame(1, b"")])
    collect(adapter, 1)
    return port


def test_plain_python_can_understands_it(adapter: SlcanAdapter) -> None:
    bus = can.Bus(interface="slcan", channel=adapter.channel, bitrate=1000000, sleep_after_open=0)
    bus.send(can.Message(arbitration_id=0x123, data=b"\x00\xab\xff", is_extended_id=False))
    assert collect(adapter, 1) == [Frame(0x123, b"\x00\xab\xff")]
    adapter.send([Frame(0x7FF, b"\x0d\x01"), Frame(0, b"")])
    messages = [bus.recv(LONG), bus.recv(LONG)]
    bus.shutdown()
    assert [(m.arbitration_id, bytes(m.data)) for m in messages] == [(0x7FF, b"\x0d\x01"), (0, b"")]


def test_frames_pass_both_ways(adapter: SlcanAdapter) -> None:
    port = open_and_greet(adapter)

    @given(st.lists(frames, min_size=1, max_size=40))
    def check(some: list[Frame]) -> None:
        port.send(some)
        assert collect(adapter, len(some)) == some
        adapter.send(some)
        assert collect(port, len(some)) == some

    check()
    port.close()
    port.close()


def test_a_port_that_does_not_exist_is_refused_with_what_to_look_at() -> None:
    with pytest.raises(HardwareError, match=r"'/nowhere' cannot be opened .* is the adapter plugged in"):
        open_can_port(BusSettings(interface="slcan", channel="/nowhere"))
    with pytest.raises(HardwareError, match=r"bit rate of .*1000000\], got 33000"):
        open_can_port(BusSettings(interface="slcan", channel="/nowhere", bitrate=33000))


def test_an_adapter_that_takes_nothing_blocks_nobody(adapter: SlcanAdapter) -> None:
    port = open_and_greet(adapter)
    sent = [Frame(k % 0x7FF, bytes(k % 9)) for k in range(5000)]
    for first in range(0, len(sent), 50):
        port.send(sent[first : first + 50])
    assert isinstance(port, SlcanPort)
    taken = collect(adapter, len(sent) - port.lost - 1)
    port.send([Frame(7, b"")])  # and the rest of a line
    taken += collect(adapter, 1)
    assert 0 < port.lost < len(sent)
    assert len(taken) >= len(sent) - port.lost
    assert set(taken) <= {*sent, Frame(7, b"")}, "no line is broken"
    port.close()


def test_an_adapter_that_takes_nothing_is_left_and_not_opened_again(adapter: SlcanAdapter) -> None:
    """pyserial's own `write` never comes back from it."""
    port = open_and_greet(adapter)
    assert isinstance(port, SlcanPort)
    while not port.lost:
        port.send([Frame(5, bytes(8))] * 50)
    port.close()
    descriptor = os.open(adapter.channel, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
    with suppress(BlockingIOError):
        while os.write(descriptor, b"\r"):
            pass
    with pytest.raises(HardwareError, match="the adapter takes nothing; unplug it"):
        port_to(adapter)
    os.close(descriptor)


def test_nothing_reaches_a_closed_port(adapter: SlcanAdapter) -> None:
    open_and_greet(adapter).close()
    while adapter.receive(0.0):
        pass
    adapter.send([Frame(5, b"old")])
    port = open_and_greet(adapter)
    adapter.send([Frame(6, b"new")])
    assert collect(port, 1) == [Frame(6, b"new")]
    port.close()


def test_a_port_that_is_not_read_loses_frames_and_blocks_nobody(adapter: SlcanAdapter) -> None:
    port = open_and_greet(adapter)
    for _ in range(2000):
        adapter.send([Frame(5, bytes(8))])
    assert adapter.lost > 0
    port.close()


@pytest.mark.parametrize("noise", [b"\xff\xfe\r", b"t12\r", b"t1238zz\r", b"t9\r\a\r", b"tFFF0\r", b"\r\r"])
def test_noise_ends_nothing(adapter: SlcanAdapter, noise: bytes) -> None:
    port = open_and_greet(adapter)
    os.write(adapter._bus_end, noise + b"t00510A\r")
    assert Frame(5, b"\x0a") in heard(port.receive, 10)
    descriptor = os.open(adapter.channel, os.O_WRONLY | os.O_NOCTTY)
    os.write(descriptor, noise + b"t00510B\r")
    os.close(descriptor)
    assert Frame(5, b"\x0b") in heard(adapter.receive, 11)
    port.close()


def heard(receive: Callable[[float], Sequence[Frame]], last: int) -> list[Frame]:
    """Everything up to the frame with that byte, or what has come in fifty looks."""
    received: list[Frame] = []
    for _ in range(50):
        received += receive(0.2)
        if any(frame.data == bytes([last]) for frame in received):
            break
    return received
