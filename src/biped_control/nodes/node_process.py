"""Runs nodes in a process of their own: executor, signals, garbage collector, orderly end."""

import gc
import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType

import rclpy
from rclpy.executors import Executor, SingleThreadedExecutor
from rclpy.signals import SignalHandlerOptions

from biped_control.errors import BipedError
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.scheduling import request_realtime

_WAKE_UP_S = 0.1  # how long a signal may wait while no message arrives


class _StopSignal:
    """Remembers that SIGINT or SIGTERM arrived. rclpy's own handler would close the context before a last zero torque."""

    def __init__(self) -> None:
        self.arrived = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._note)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.arrived = True


def fastest_executor() -> Executor:
    """The events executor where rclpy has it: it takes half the time of the single-threaded one for each message."""
    try:
        from rclpy.experimental import EventsExecutor
    except ImportError:
        return SingleThreadedExecutor()
    executor: Executor = EventsExecutor()
    return executor


def run_nodes(factories: Sequence[Callable[[], ControlNode]], args: Sequence[str] | None = None) -> int:
    """Runs nodes until one is finished or fails, or a signal arrives.

    Args:
        factories: what makes the nodes, once ROS is initialized.
        args: command line with ROS arguments; this process's own by default.

    Returns:
        Exit status: 0, or 1 when a node failed.
    """
    stop = _StopSignal()
    rclpy.init(args=sys.argv if args is None else list(args), signal_handler_options=SignalHandlerOptions.NO)
    nodes: list[ControlNode] = []
    try:
        nodes += [factory() for factory in factories]
        executor = fastest_executor()
        for node in nodes:
            executor.add_node(node)
        _spin(nodes, executor, stop)
        for node in nodes:
            node.stop()
        executor.shutdown()
    except BipedError as error:
        print(f"biped: {error}", file=sys.stderr)
        return 1
    finally:
        for node in nodes:
            node.destroy_node()
        rclpy.try_shutdown()
    return 1 if any(node.failure for node in nodes) else 0


def _spin(nodes: Sequence[ControlNode], executor: Executor, stop: _StopSignal) -> None:
    for node in nodes:
        node.start()
    priority = max(node.priority for node in nodes)
    if priority and (refusal := request_realtime(priority)):
        nodes[0].get_logger().warning(refusal)
    # Everything loaded so far stays: the collector need not look at it again, and must not run inside a tick.
    gc.collect()
    gc.freeze()
    gc.disable()
    # `spin` of the events executor does not deliver messages in the wheels; turning it by hand does.
    while not stop.arrived and not any(node.finished or node.failure for node in nodes):
        executor.spin_once(timeout_sec=_WAKE_UP_S)
    gc.enable()
