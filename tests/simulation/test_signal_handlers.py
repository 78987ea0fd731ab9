"""C code that takes over SIGINT and SIGTERM does not keep them."""

import ctypes
import os
import signal
from collections.abc import Iterator

import pytest

from biped_control.simulation.signal_handlers import keeping_signal_handlers

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@pytest.fixture
def heard() -> Iterator[list[int]]:
    """Signals that Python has heard of."""
    numbers: list[int] = []
    before = {number: signal.signal(number, lambda n, _frame: numbers.append(n)) for number in SIGNALS}
    yield numbers
    for number, handler in before.items():
        signal.signal(number, handler)


def _take_over() -> None:
    """As a C library does it: Python's `signal` module never learns of it."""
    libc = ctypes.CDLL(None)
    libc.signal.argtypes = (ctypes.c_int, ctypes.c_void_p)
    for number in SIGNALS:
        libc.signal(int(number), int(signal.SIG_IGN))


@pytest.mark.parametrize("number", SIGNALS)
def test_handlers_are_put_back(number: signal.Signals, heard: list[int]) -> None:
    with keeping_signal_handlers():
        _take_over()
        os.kill(os.getpid(), number)
        assert heard == []  # so it was really taken over
    os.kill(os.getpid(), number)
    assert heard == [number]


def _fail_after_taking_over() -> None:
    with keeping_signal_handlers():
        _take_over()
        raise ValueError("from within")


def test_handlers_are_put_back_after_an_error(heard: list[int]) -> None:
    with pytest.raises(ValueError, match="from within"):
        _fail_after_taking_over()
    os.kill(os.getpid(), signal.SIGINT)
    assert heard == [signal.SIGINT]
