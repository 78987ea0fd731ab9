"""Processes that end at the same time leave the middleware one after the other, as far as time allows.

Fast DDS deadlocks where a participant goes just while it hears that topics of another one go, and Ctrl-C asks
all nodes of a graph to end at once. So each process waits for its turn.
"""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

_LONGEST_WAIT_S = 2.0  # less than whoever asked it to end waits until it is killed
_UNTIL_HEARD_S = 0.05  # by then others have said that the process before has gone
_POLL_S = 0.01


@contextmanager
def ending_turn(lock: Path) -> Iterator[None]:
    """Waits until no other process is in such a block with the same lock, but not for long.

    Args:
        lock: file that is locked, made if need be; where it cannot be, nobody waits.
    """
    with ExitStack() as held:
        with suppress(OSError):
            lock.parent.mkdir(parents=True, exist_ok=True)
            if _locked(held.enter_context(lock.open("w")).fileno()):
                time.sleep(_UNTIL_HEARD_S)
        yield


def _locked(file: int) -> bool:
    # Those who began to wait together shall not give up together.
    deadline = time.monotonic() + _LONGEST_WAIT_S + os.getpid() % 8 * _UNTIL_HEARD_S
    while time.monotonic() < deadline:
        with suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        time.sleep(_POLL_S)
    return False
