"""Draws the newest item at a bounded rate, in a thread of its own.

What comes too fast is dropped, never queued.
"""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class FrameLoop(Generic[T]):
    """A place for one waiting item and a thread that draws it.

    `offer` costs the caller an assignment: a slow browser or a busy machine never holds up who offers.

    Attributes:
        drawn: items drawn so far.
        dropped: items replaced by a newer one before they were drawn.
        failure: what ended the thread, None while it works.
    """

    def __init__(self, draw: Callable[[T], None], highest_rate_hz: float) -> None:
        """
        Args:
            draw: called in the loop's thread with the newest item.
            highest_rate_hz: never more often than this.
        """
        self._draw = draw
        self._period = 1.0 / highest_rate_hz
        self._condition = threading.Condition()
        self._waiting: list[T] = []
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self.drawn = 0
        self.dropped = 0
        self.failure: Exception | None = None

    def start(self) -> None:
        """Starts the thread."""
        self._thread = threading.Thread(target=self._run, name="frames", daemon=True)
        self._thread.start()

    def offer(self, item: T) -> None:
        """Makes `item` the next one to be drawn, in place of one that still waits."""
        with self._condition:
            self.dropped += len(self._waiting)
            self._waiting = [item]
            self._condition.notify()

    def stop(self) -> None:
        """Ends the thread after the item it is drawing. Calling it twice is fine."""
        with self._condition:
            self._stopped.set()
            self._condition.notify()
        self.join()

    def join(self, timeout: float | None = None) -> None:
        """Waits until the thread has ended, at most `timeout` seconds."""
        if self._thread is not None:
            self._thread.join(timeout)

    def _run(self) -> None:
        try:
            while (item := self._next()) is not None:
                begun = time.monotonic()
                self._draw(item[0])
                self.drawn += 1
                self._stopped.wait(max(0.0, begun + self._period - time.monotonic()))
        except Exception as error:
            # Whatever it is: the page stands still from here on, and its owner must know why.
            self.failure = error

    def _next(self) -> list[T] | None:
        """The newest item, in a list of its own, as soon as there is one; None when it is time to stop."""
        with self._condition:
            while not self._waiting and not self._stopped.is_set():
                self._condition.wait()
            item, self._waiting = self._waiting, []
            return None if self._stopped.is_set() else item
