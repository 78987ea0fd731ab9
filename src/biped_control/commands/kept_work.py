"""A long command that is ended early tells what it keeps, whether Ctrl-C or SIGTERM ends it."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def telling_what_is_kept(kept: Callable[[], str]) -> Iterator[None]:
    """SIGTERM leaves the block as Ctrl-C does, so that its workers end with it; both say what is kept.

    Args:
        kept: says it, such as `3 of 20 rows are kept in sweep`, when it has come so far.

    Raises:
        KeyboardInterrupt: Ctrl-C.
        SystemExit: SIGTERM; the status is 143.
    """
    if current_thread() is not main_thread():  # which alone hears signals
        yield
        return
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        yield
    except (KeyboardInterrupt, SystemExit):
        print(f"biped: {kept()}; the same command goes on", file=sys.stderr)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _leave(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)
