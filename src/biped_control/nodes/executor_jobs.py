"""Work that other threads give to the executor's own thread, where topics may be made and ended safely."""

from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotDoneInTime
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from biped_control.errors import GraphError

T = TypeVar("T")
_LOOK_EVERY_S = 0.05
_DONE_WITHIN_S = 10.0


class ExecutorJobs:
    """A queue that a timer of the node empties."""

    def __init__(self, node: Node) -> None:
        self._waiting: SimpleQueue[tuple[Callable[[], Any], Future[Any]]] = SimpleQueue()
        node.create_timer(_LOOK_EVERY_S, self._work, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def run(self, job: Callable[[], T]) -> T:
        """What `job` returns or raises, once the executor has done it. Not for the executor's own thread.

        Raises:
            GraphError: the executor does not come to it.
        """
        future: Future[T] = Future()
        self._waiting.put((job, future))
        try:
            return future.result(_DONE_WITHIN_S)
        except NotDoneInTime as error:
            future.cancel()
            raise GraphError(f"not done within {_DONE_WITHIN_S:g} s: the node is too busy") from error

    def _work(self) -> None:
        while True:
            try:
                job, future = self._waiting.get_nowait()
            except Empty:
                return
            if future.set_running_or_notify_cancel():  # somebody still waits for it
                try:
                    future.set_result(job())
                except Exception as error:  # whoever waits gets it
                    future.set_exception(error)
