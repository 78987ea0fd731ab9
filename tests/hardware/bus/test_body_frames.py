"""IMU and foot sensors over the bus: nothing that is lost or wraps around is lost for good."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.hardware.bus.body_frames import BodyReceiver, body_frames
from biped_control.hardware.bus.frame import Frame
from biped_control.robot.state import FloatArray


def sample(turned: float, time: float) -> tuple[Frame, ...]:
    return body_frames(np.full(3, turned), np.full(3, 2.0 * turned), np.zeros(3), np.zeros(4), time)


def test_a_sample_arrives() -> None:
    receiver = BodyReceiver()
    assert receiver.reading().received == -np.inf
    turned, accelerated = np.array([0.5, -1.0, 2.0]), np.array([-3.0, 4.0, 9.81])
    rate, forces = np.array([0.25, -8.0, 99.0]), np.array([0.0, 123.4, 567.8, 7000.0])
    for k, frame in enumerate(body_frames(turned, accelerated, rate, forces, 1.25)):
        assert frame.is_valid
        assert receiver.read(frame, float(k))
    reading = receiver.reading()
    np.testing.assert_allclose(reading.turned, turned, atol=2.0**-14)
    np.testing.assert_allclose(reading.accelerated, accelerated, atol=2.0**-12)
    np.testing.assert_allclose(reading.rate, [0.25, -8.0, 32.0], atol=2.0**-10)
    np.testing.assert_allclose(reading.foot_forces, [0.0, 123.4, 567.8, 6553.5], atol=0.051)
    assert reading.time == pytest.approx(1.25, abs=2.0**-16)
    assert reading.received == 2.0  # the third of its frames


def test_parts_of_two_samples_are_no_sample() -> None:
    receiver = BodyReceiver()
    first, second = sample(0.1, 0.01), sample(0.2, 0.02)
    for frame in (first[0], first[1], second[2]):
        receiver.read(frame, 0.0)
    assert receiver.samples == 0
    for frame in second[:2]:
        receiver.read(frame, 0.0)
    assert receiver.samples == 1
    assert receiver.reading().turned == pytest.approx(np.full(3, 0.2), abs=2.0**-13)


@given(st.lists(st.tuples(st.floats(-1.9, 1.9), st.booleans()), min_size=2, max_size=50))
def test_integrals_survive_wrapping_and_loss(steps: list[tuple[float, bool]]) -> None:
    receiver, total, lost_last = BodyReceiver(), 0.0, False
    for k, (step, lost) in enumerate(steps):
        total += step
        lost_last = lost and not lost_last  # two in a row could exceed half the wrap
        if not lost_last:
            for frame in sample(total, 0.9 * k):
                receiver.read(frame, 0.0)
            if receiver.samples == 1:
                first_time = 0.9 * k - receiver.reading().time
            reading = receiver.reading()
            assert reading.turned == pytest.approx(np.full(3, total), abs=2.0**-13)
            assert reading.accelerated == pytest.approx(np.full(3, 2.0 * total), abs=2.0**-11)
            assert reading.time == pytest.approx(0.9 * k - first_time, abs=2.0**-14)


@given(st.integers(0, 0x7FF), st.binary(max_size=8))
def test_any_frame_can_be_read(identifier: int, data: bytes) -> None:
    receiver = BodyReceiver()
    taken = receiver.read(Frame(identifier, data), 1.0)
    assert not taken or 0x700 <= identifier <= 0x703
    reading = receiver.reading()
    numbers: list[FloatArray] = [reading.turned, reading.accelerated, reading.rate, reading.foot_forces]
    assert all(np.isfinite(values).all() for values in numbers)
