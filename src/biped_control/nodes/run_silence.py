"""Notices that a run says nothing any more: its result file is written every second while all is well."""

import time
from collections.abc import Callable
from pathlib import Path

_BETWEEN = 30.0  # [s]; a machine that others use has stalled for seconds
_BEFORE = 300.0  # [s] until the first word, on a machine that has everything to load


class RunSilence:
    """A process that is stopped (SIGSTOP) or hangs neither ends nor writes: without this, nobody is told."""

    def __init__(self, result_file: Path, clock: Callable[[], float] = time.monotonic) -> None:
        """
        Args:
            result_file: written again and again while all is well.
            clock: steady [s].
        """
        self._file, self._clock = result_file, clock
        self._written = 0
        self._deadline = clock() + _BEFORE

    def too_long(self) -> bool:
        """Whether nothing was written for too long."""
        written = self._file.stat().st_mtime_ns if self._file.exists() else 0
        if written != self._written:
            self._written, self._deadline = written, self._clock() + _BETWEEN
        return self._clock() > self._deadline
