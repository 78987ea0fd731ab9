"""Foreign code that takes over the handling of signals: whoever handled them before shall do so again."""

import ctypes
import signal
from collections.abc import Iterator
from contextlib import contextmanager

_SIGACTION_SIZE = 256  # [byte] more than struct sigaction has anywhere


@contextmanager
def keeping_signal_handlers() -> Iterator[None]:
    """Restores the handlers of SIGINT and SIGTERM at its end, those of C code included.

    Python's own `signal` module sees only the handlers that Python has installed.
    """
    sigaction = ctypes.CDLL(None).sigaction
    kept = {}
    for number in (signal.SIGINT, signal.SIGTERM):
        kept[number] = ctypes.create_string_buffer(_SIGACTION_SIZE)
        sigaction(int(number), None, kept[number])
    try:
        yield
    finally:
        for number, handler in kept.items():
            sigaction(int(number), handler, None)
