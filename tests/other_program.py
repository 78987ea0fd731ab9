"""A program beside the graph, as another process would be: a context and a node of its own, in a thread."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

import rclpy
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node


class OtherProgram(ABC):
    """Lives while `running` does."""

    def __init__(self) -> None:
        self._end = threading.Event()

    @contextmanager
    def running(self) -> Iterator[None]:
        thread = threading.Thread(target=self._live)
        thread.start()
        try:
            yield
        finally:
            self._end.set()
            thread.join()

    @abstractmethod
    def begin(self, node: Node) -> None:
        """Creates publishers, subscriptions and clients."""

    @abstractmethod
    def turn(self, node: Node) -> None:
        """Says something; called some fifty times a second, between callbacks."""

    def _live(self) -> None:
        context = Context()
        rclpy.init(context=context)
        node = rclpy.create_node("other_program", context=context)
        executor = SingleThreadedExecutor(context=context)
        executor.add_node(node)
        self.begin(node)
        while not self._end.is_set():
            executor.spin_once(timeout_sec=0.02)
            self.turn(node)
        executor.shutdown()
        node.destroy_node()
        rclpy.try_shutdown(context=context)
