"""What the workers of the tests do; a module of its own because they import it anew."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from biped_control.errors import MotionError


def prepare() -> Callable[[Any, Any], Any]:
    prepared = os.getpid()

    def work(task: Any, tell: Callable[[Any], None]) -> Any:
        what, *arguments = task
        if what == "where":
            return prepared, os.environ["OPENBLAS_NUM_THREADS"]
        if what == "blocked":
            return signal.pthread_sigmask(signal.SIG_BLOCK, [])
        if what == "count":
            for number in range(arguments[0]):
                tell(number)
            return "counted"
        if what == "refuse":
            raise MotionError("too fast")
        if what == "stumble":
            raise ValueError("unexpected")
        if what == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if what == "write":
            path = Path(arguments[0])
            try:
                path.write_text("unfinished", encoding="utf-8")
                tell("begun")
                time.sleep(60.0)
            finally:
                path.unlink()
        return None

    return work


def prepare_named() -> Callable[[str, Any], str]:
    """Tasks that are words: those that begin with `bad` fail, the others say so and are done."""

    def work(name: str, tell: Callable[[Any], None]) -> str:
        if name.startswith("bad"):
            raise MotionError(f"{name} is bad")
        tell("half")
        return name.upper()

    return work
