"""The state machine of the faults."""

from itertools import permutations

import pytest

from biped_control.safety.fault import Fault
from biped_control.safety.fault_latch import FaultLatch

PASSING = [Fault.NO_SOLUTION, Fault.NO_TORQUE, Fault.NO_STATE]
SEVERE = [Fault.OVERSPEED, Fault.DRIVE, Fault.EMERGENCY_STOP]


@pytest.mark.parametrize("fault", PASSING)
def test_what_passes_is_forgotten_with_its_cause(fault: Fault) -> None:
    latch = FaultLatch(patience=3)
    for _ in range(5):
        for _ in range(3):
            assert latch.update(fault, "why") == (fault, "why")
        assert latch.update(Fault.NONE, "") == (Fault.NONE, "")
    assert latch.fault is Fault.NONE


@pytest.mark.parametrize("fault", PASSING)
def test_what_lasts_beyond_the_patience_is_latched(fault: Fault) -> None:
    latch = FaultLatch(patience=3)
    for _ in range(4):
        latch.update(fault, "why")
    assert latch.update(Fault.NONE, "") == (fault, "why, for 4 ticks")


def test_faults_that_take_turns_last_too() -> None:
    latch = FaultLatch(patience=3)
    for fault in (Fault.NO_TORQUE, Fault.NO_SOLUTION, Fault.NO_TORQUE, Fault.NO_SOLUTION):
        latch.update(fault, "why")
    assert latch.fault is Fault.NO_SOLUTION


@pytest.mark.parametrize("fault", SEVERE)
def test_what_is_severe_is_latched_at_once_until_a_reset(fault: Fault) -> None:
    latch = FaultLatch(patience=3)
    latch.update(fault, "why")
    for _ in range(1000):
        assert latch.update(Fault.NONE, "") == (fault, "why")
    latch.reset()
    assert latch.update(Fault.NONE, "") == (Fault.NONE, "")


@pytest.mark.parametrize("order", list(permutations(SEVERE)))
def test_the_most_severe_is_kept_in_any_order(order: tuple[Fault, ...]) -> None:
    latch = FaultLatch(patience=3)
    for fault in order:
        latch.latch(fault, fault.name)
    assert (latch.fault, latch.reason) == (Fault.EMERGENCY_STOP, "EMERGENCY_STOP")


def test_a_milder_fault_of_a_tick_does_not_hide_what_is_latched() -> None:
    latch = FaultLatch(patience=3)
    latch.latch(Fault.OVERSPEED, "fast")
    assert latch.update(Fault.NO_STATE, "blind") == (Fault.OVERSPEED, "fast")


def test_a_severer_fault_of_a_tick_is_told_though_a_milder_one_is_latched() -> None:
    latch = FaultLatch(patience=0)
    latch.update(Fault.NO_TORQUE, "silent")
    assert latch.fault is Fault.NO_TORQUE
    assert latch.update(Fault.NO_STATE, "blind")[0] is Fault.NO_STATE
