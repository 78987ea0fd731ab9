"""A command that is killed without warning, in the middle of its work."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable


def kill_when(far_enough: Callable[[], bool], *arguments: str) -> None:
    """Runs `biped ARGUMENTS` in a process of its own until it has come so far."""
    process = subprocess.Popen(
        [sys.executable, "-m", "biped_control.cli", *arguments],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 120.0
        while not far_enough():
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
