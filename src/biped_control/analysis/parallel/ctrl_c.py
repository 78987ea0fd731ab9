"""Ctrl-C reaches all processes of a terminal; only the one that gave the orders should hear it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from threading import current_thread, main_thread


@contextmanager
def ctrl_c_waits() -> Iterator[None]:
    """Ctrl-C is heard when the block has ended.

    Threads and processes that are begun in the block, and those that they begin later, never hear it.

    Raises:
        KeyboardInterrupt: it was pressed meanwhile.
    """
    if current_thread() is not main_thread():  # which alone hears it
        yield
        return
    resource_tracker.ensure_running()  # multiprocessing's; the thread that begins it hears Ctrl-C again
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # what threads and processes inherit
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt
