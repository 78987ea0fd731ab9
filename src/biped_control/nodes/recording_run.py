"""A recording by a program that is no node of the graph."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import rclpy
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.signals import SignalHandlerOptions

from biped_control.errors import GraphError
from biped_control.nodes.recorder import Recorder
from biped_control.nodes.ros_environment import node_environment
from biped_control.nodes.running_graph import DOMAIN
from biped_control.resources import cache_folder

_WAKE_UP_S = 0.1


def record(
    path: Path, domain: int, go_on: Callable[[float, int], bool], name: str = "recorder"
) -> dict[str, object]:
    """Records all topics of a domain.

    Args:
        path: of the file.
        domain: ROS domain.
        go_on: asked several times a second, with the seconds and the messages so far.
        name: of the node that listens.

    Returns:
        The documented JSON keys of `biped record`.

    Raises:
        GraphError: the file cannot be written, or nothing was said.
    """
    os.environ.update(node_environment({**os.environ, DOMAIN: str(domain)}, cache_folder()))
    context = Context()
    rclpy.init(args=[], context=context, domain_id=domain, signal_handler_options=SignalHandlerOptions.NO)
    try:
        node = rclpy.create_node(name, context=context)
        executor = SingleThreadedExecutor(context=context)
        executor.add_node(node)
        recorder = Recorder(node, path)
        began = time.monotonic()
        try:
            while go_on(time.monotonic() - began, recorder.messages):
                executor.spin_once(timeout_sec=_WAKE_UP_S)
            if not recorder.messages:
                raise GraphError(f"nothing was said in domain {domain}: no file was made; is a walk running?")
            recorder.finish()
        finally:
            recorder.discard()
            executor.shutdown()
            node.destroy_node()
        return {
            "file": str(path),
            "domain": domain,
            "seconds": time.monotonic() - began,
            "messages": recorder.messages,
            "topics": sorted(recorder.topics),
            "not_recorded": recorder.problems,
        }
    finally:
        rclpy.try_shutdown(context=context)
