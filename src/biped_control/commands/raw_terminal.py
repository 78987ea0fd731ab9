"""A terminal that gives every key at once and shows none, put back in order however the program ends."""

import codecs
import os
import select
import signal
import sys
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from biped_control.errors import ConfigurationError

_ENDING = (
    signal.SIGTERM,
    signal.SIGHUP,
)  # end a program without asking it; Ctrl-C raises an exception anyway


class RawTerminal:
    """Keys as they are pressed."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")

    def read(self, seconds: float) -> str | None:
        """Characters that have come, at the latest after some time; None when the terminal is gone."""
        ready, _, _ = select.select([self._descriptor], [], [], seconds)
        if not ready:
            return ""
        try:
            content = os.read(self._descriptor, 1024)
        except OSError:
            return None  # what Linux says when the other side of a terminal was closed
        return self._decoder.decode(content) if content else None


@contextmanager
def raw_terminal(descriptor: int | None = None) -> Iterator[RawTerminal]:
    """Keys of a terminal while the block runs.

    Ctrl-C still interrupts. SIGTERM and a hang-up leave the block as SystemExit, so that its own cleaning up
    runs, too. Ctrl-Z is switched off: it would stop the program with the terminal in disorder.

    Args:
        descriptor: of the terminal; standard input without.

    Raises:
        ConfigurationError: it is no terminal.
    """
    if descriptor is None:
        descriptor = sys.stdin.fileno()
    if not os.isatty(descriptor):
        raise ConfigurationError("keys are read from a terminal, but standard input is none; start it in one")
    with _signals_as_exits():
        before = termios.tcgetattr(descriptor)
        try:
            termios.tcsetattr(descriptor, termios.TCSANOW, _raw(before))
            yield RawTerminal(descriptor)
        finally:
            with suppress(termios.error):  # it may be gone
                termios.tcflush(descriptor, termios.TCIFLUSH)  # late keys are no input for the shell
                termios.tcsetattr(descriptor, termios.TCSANOW, before)


def _raw(attributes: list[Any]) -> list[Any]:
    iflag, oflag, cflag, lflag, ispeed, ospeed, characters = attributes
    changed = list(characters)
    changed[termios.VMIN], changed[termios.VTIME] = b"\x01", b"\x00"
    changed[termios.VSUSP] = b"\x00"  # no such character
    iflag &= ~termios.IXON  # Ctrl-S would hold up the program
    lflag &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
    return [iflag, oflag, cflag, lflag, ispeed, ospeed, changed]


@contextmanager
def _signals_as_exits() -> Iterator[None]:
    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = {number: signal.signal(number, leave) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
