"""A short stay in a running graph, for programs that are no node of it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import rclpy
from rclpy.context import Context
from rclpy.executors import Executor, SingleThreadedExecutor
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from biped_control.nodes.ros_environment import node_environment
from biped_control.nodes.running_graph import DOMAIN
from biped_control.resources import cache_folder

DISCOVERY_S = 5.0  # within which the middleware has told who is there
TURN_S = 0.1  # how long one wait for a message may take


@contextmanager
def visit(name: str, domain: int) -> Iterator[tuple[Node, Executor]]:
    """A node called `name` in a ROS domain, and the executor that turns it; both end with the context."""
    os.environ.update(node_environment({**os.environ, DOMAIN: str(domain)}, cache_folder()))
    context = Context()
    rclpy.init(args=[], context=context, domain_id=domain, signal_handler_options=SignalHandlerOptions.NO)
    try:
        node = rclpy.create_node(name, context=context)
        executor = SingleThreadedExecutor(context=context)
        executor.add_node(node)
        try:
            yield node, executor
        finally:
            executor.shutdown()
            node.destroy_node()
    finally:
        rclpy.try_shutdown(context=context)
