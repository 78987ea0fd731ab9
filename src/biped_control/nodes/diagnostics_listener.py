"""Hears what all nodes of a graph say on `/diagnostics`."""

import time
from collections.abc import Callable

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rclpy.node import Node

from biped_control.dashboard.graph_health import GraphHealth, Level, PartHealth
from biped_control.nodes.diagnostics import DEPTH, TOPIC
from biped_control.nodes.visit import DISCOVERY_S, TURN_S, visit

_ROUND_S = 1.2  # after the first word: everybody speaks once a second


class DiagnosticsListener:
    """Subscribes and keeps the newest word of every part."""

    def __init__(self, node: Node, arrived: Callable[[], None] = lambda: None) -> None:
        """
        Args:
            node: who subscribes.
            arrived: called after each message.
        """
        self._health, self._arrived = GraphHealth(), arrived
        node.create_subscription(DiagnosticArray, TOPIC, self._on_message, DEPTH)

    def parts(self) -> tuple[PartHealth, ...]:
        """All parts heard of so far, by node."""
        return self._health.parts(time.monotonic())

    def _on_message(self, message: DiagnosticArray) -> None:
        for status in message.status:
            self._health.take(part_health(status), time.monotonic())
        self._arrived()


def part_health(status: DiagnosticStatus) -> PartHealth:
    """What a status says; one whose name is no `node: part` is a part without a name."""
    node, _, part = status.name.partition(": ")
    values = {pair.key: pair.value for pair in status.values}
    level = min(ord(status.level), max(Level))  # whoever invents one is not well
    return PartHealth(node, part, Level(level), status.message, values)


def listen_once(domain: int) -> tuple[PartHealth, ...]:
    """What the nodes in a ROS domain say within a second; nothing if there are none."""
    with visit("status", domain) as (node, executor):
        listener, deadline = DiagnosticsListener(node), time.monotonic() + DISCOVERY_S
        heard = False
        while time.monotonic() < deadline:
            executor.spin_once(timeout_sec=TURN_S)
            if not heard and listener.parts():
                heard, deadline = True, time.monotonic() + _ROUND_S
        return listener.parts()
