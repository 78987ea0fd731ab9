"""Runs nodes in a process of their own: executor, signals, garbage collector, orderly end."""

import gc
import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

import rclpy
from rclpy.executors import Executor, SingleThreadedExecutor
from rclpy.signals import SignalHandlerOptions

from biped_control.analysis.steady_process import steady_process
from biped_control.errors import BipedError
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.ending_turn import ending_turn
from biped_control.nodes.exit_status import NOT_STARTED
from biped_control.nodes.node_watch import RENEWED_S
from biped_control.nodes.scheduling import request_realtime
from biped_control.resources import cache_folder

RUN_FOLDER = "BIPED_RUN_FOLDER"  # environment variable: where nodes leave word for what started them
_WAKE_UP_S = 0.1  # how long a signal may wait while no message arrives


class _StopSignal:
    """Remembers SIGINT or SIGTERM. rclpy's own handler would close the context before a last zero torque.

    Before the nodes are active there is nothing to send: the signal then ends the process from wherever it
        is.
    """

    def __init__(self) -> None:
        self.arrived = False
        self.is_awaited = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._note)

    def ignore_more(self) -> None:
        """The process is about to end: another signal must not cut its cleaning up short."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.arrived = True
        if not self.is_awaited:
            raise SystemExit(128 + number)


def fastest_executor() -> Executor:
    """The events executor where rclpy has it: a message costs it half as much as the single-threaded one."""
    try:
        from rclpy.experimental import EventsExecutor
    except ImportError:
        return SingleThreadedExecutor()
    executor: Executor = EventsExecutor()
    return executor


def run_nodes(factories: Sequence[Callable[[], ControlNode]], args: Sequence[str]) -> int:
    """Runs nodes until one is finished or fails, or a signal arrives.

    Args:
        factories: what makes the nodes, once ROS is initialized.
        args: command line with ROS arguments.

    Returns:
        Exit status: 0; 1 when a node failed on the way; `NOT_STARTED` when one could not be configured.
    """
    stop = _StopSignal()
    rclpy.init(args=list(args), signal_handler_options=SignalHandlerOptions.NO)
    try:
        status, failure = _run(factories, stop)
    finally:
        stop.ignore_more()
        rclpy.try_shutdown()
        gc.collect()  # the middleware's objects own shared memory: they must die before the interpreter does
    if failure is not None and (folder := os.environ.get(RUN_FOLDER)):
        Path(folder, f"failure.{os.getpid()}").write_text(str(failure), encoding="utf-8")
    return status


def _run(factories: Sequence[Callable[[], ControlNode]], stop: _StopSignal) -> tuple[int, BipedError | None]:
    """Exit status, and the failure behind it if there was one."""
    nodes: list[ControlNode] = []
    executor = fastest_executor()
    try:
        nodes += [factory() for factory in factories]
        for node in nodes:
            executor.add_node(node)
        for node in nodes:
            node.start()
        failures = [node.failure for node in nodes if node.failure]
        if failures:
            return NOT_STARTED, failures[0]
        stop.is_awaited = True
        _spin(nodes, executor, stop)
        for node in nodes:
            node.stop()
    finally:
        stop.ignore_more()
        with ending_turn(cache_folder() / "ending" / (os.environ.get("ROS_DOMAIN_ID") or "0")):
            executor.shutdown()
            for node in nodes:
                node.destroy_node()
    failures = [node.failure for node in nodes if node.failure]
    return (1, failures[0]) if failures else (0, None)


def _spin(nodes: Sequence[ControlNode], executor: Executor, stop: _StopSignal) -> None:
    priority = max(node.priority for node in nodes)
    if priority and (refusal := request_realtime(priority)):
        nodes[0].get_logger().warning(refusal)
    renewed_at = time.monotonic()
    with steady_process():
        # `spin` of the events executor delivers no message in the wheels; turning it by hand does.
        while not stop.arrived and not any(node.finished or node.failure for node in nodes):
            executor.spin_once(timeout_sec=_WAKE_UP_S)
            if (now := time.monotonic()) >= renewed_at + RENEWED_S:
                renewed_at = now
                for node in nodes:
                    node.show_life()
