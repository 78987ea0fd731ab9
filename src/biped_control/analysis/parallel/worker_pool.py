"""Processes that work on tasks side by side, tell how far they are, and end when they are no longer wanted.

Each worker prepares itself once (imports, the robot, compiled kernels) and then takes one task after the
other. Unlike the pools of the standard library this one reports from within a task, notices a worker that
was killed, and leaves no process behind whatever ends the block that uses it.
"""

import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import Any, Literal

from biped_control.analysis.parallel.ctrl_c import ctrl_c_waits
from biped_control.errors import BipedError
from biped_control.threads import use_one_thread

Tell = Callable[[Any], None]
"""Sends something about the running task to whoever ordered it."""

Work = Callable[[Any, Tell], Any]
"""Does one task and returns its result."""

_PATIENCE = 10.0  # [s] that a worker gets to leave compiled code and remove its unfinished file


@dataclass(frozen=True)
class Event:
    """Something that happened to a task.

    Attributes:
        task: the task.
        kind: `told`: the worker says how far it is; `done`; `failed`: it cannot be done.
        content: what was told, the result, or why it failed, in one line.
    """

    task: Any
    kind: Literal["told", "done", "failed"]
    content: Any


class WorkerPool:
    """A context manager: its processes live as long as the block."""

    def __init__(self, workers: int, prepare: Callable[[], Work]) -> None:
        """
        Args:
            workers: number of processes, started when there are tasks for them.
            prepare: called in each process once; returns what does the tasks there. Like tasks and results
                it is pickled.
        """
        self._wanted, self._prepare = workers, prepare
        self._workers: list[_Worker] = []
        self._before: Any = signal.SIG_DFL

    def __enter__(self) -> "WorkerPool":
        use_one_thread()
        if current_thread() is main_thread():
            self._before = signal.signal(signal.SIGTERM, _leave)  # so that the block is left properly
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.dismiss()
        for worker in self._workers:
            worker.wait()
        self._workers.clear()
        if current_thread() is main_thread():
            signal.signal(signal.SIGTERM, self._before)

    @property
    def free(self) -> int:
        """How many tasks could be begun at once."""
        return self._wanted - self.busy

    @property
    def busy(self) -> int:
        """How many tasks are running."""
        return len(self.tasks)

    @property
    def tasks(self) -> list[Any]:
        """Those that are running."""
        return [worker.task for worker in self._workers if worker.task is not None]

    def begin(self, task: Any) -> None:
        """Gives a task to a free worker; there must be one."""
        worker = next((worker for worker in self._workers if worker.task is None), None)
        if worker is None:
            with ctrl_c_waits():  # Ctrl-C reaches all processes; the one that ordered decides
                worker = _Worker(self._prepare)
                self._workers.append(worker)
        worker.begin(task)

    def next_event(self) -> Event:
        """Waits for the next thing that happens to any running task; there must be one."""
        connections = {worker.connection: worker for worker in self._workers if worker.task is not None}
        worker = connections[wait(list(connections))[0]]  # type: ignore[index]
        event = worker.receive()
        if worker.lost:
            self._workers.remove(worker)
        return event


class _Worker:
    """One process and the connection to it."""

    def __init__(self, prepare: Callable[[], Work]) -> None:
        context = get_context("spawn")  # a forked process would inherit threads in the middle of their work
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, prepare), daemon=True)
        self.process.start()
        theirs.close()
        self.task: Any = None
        self.lost = False

    def begin(self, task: Any) -> None:
        self.task = task
        with suppress(OSError):  # a process that is gone is noticed when its answer is read
            self.connection.send(task)

    def receive(self) -> Event:
        task = self.task
        try:
            kind, content = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(_PATIENCE)
            self.lost, self.task = True, None
            return Event(task, "failed", f"its process ended by itself ({self._end()})")
        if kind != "told":
            self.task = None
        return Event(task, kind, content)

    def dismiss(self) -> None:
        """An idle worker leaves when the connection closes, a busy one when it is told to."""
        if self.task is not None:
            self.process.terminate()
        self.connection.close()

    def wait(self) -> None:
        self.process.join(_PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()

    def _end(self) -> str:
        code = self.process.exitcode
        if code is not None and code < 0:
            return f"signal {signal.Signals(-code).name}; out of memory?"
        return f"status {code}"


def _serve(connection: Connection, prepare: Callable[[], Work]) -> None:
    """What a worker does until it is no longer wanted."""
    signal.signal(signal.SIGTERM, _leave)
    work: Work | None = None

    def tell(content: Any) -> None:
        connection.send(("told", content))

    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # nobody waits for the answer any more
        while True:
            task = connection.recv()
            try:
                work = work or prepare()
                answer = ("done", work(task, tell))
            except BipedError as error:
                answer = ("failed", str(error))
            except (BrokenPipeError, ConnectionResetError):
                raise
            except Exception as error:
                traceback.print_exc()
                answer = ("failed", f"{type(error).__name__}: {error} (a bug, please report the traceback)")
            connection.send(answer)


def _leave(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)  # an exception, so that unfinished files are removed on the way out
