"""Notices the death of other nodes: the middleware tells when a node's sign of life is overdue.

Every active node offers one, a topic on which nothing is ever said. A thread of the middleware keeps the
lease: it ends with the process (`kill -9`) or while that is stopped, not because a node has much to do.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from rclpy.duration import Duration
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from rclpy.qos import LivelinessPolicy, QoSProfile
from std_msgs.msg import Empty

LEASE_S = 0.25
_QOS = QoSProfile(
    depth=1,
    liveliness=LivelinessPolicy.AUTOMATIC,
    liveliness_lease_duration=Duration(seconds=LEASE_S),
)


def show_life(node: Node) -> Any:
    """Lets others notice when `node` dies, or the publisher that this gives is destroyed."""
    return node.create_publisher(Empty, "~/alive", _QOS)


class NodeWatch:
    """Knows which of some nodes have gone.

    Attributes:
        gone: names of those that were there and are not any more: dead, stopped, ended or not active.
    """

    def __init__(self, node: Node, names: Iterable[str], tell: Callable[[str, bool], None]) -> None:
        """
        Args:
            node: who watches.
            names: of those that it needs, in its own namespace.
            tell: hears of a node that has gone (False) or is there again (True).
        """
        self.gone: set[str] = set()
        self._seen: set[str] = set()
        self._tell = tell
        for name in names:
            events = SubscriptionEventCallbacks(liveliness=partial(self._on_liveliness, name))
            node.create_subscription(Empty, f"{name}/alive", _ignore, _QOS, event_callbacks=events)

    def _on_liveliness(self, name: str, event: Any) -> None:
        self._note(name, event.alive_count > 0)

    def _note(self, name: str, alive: bool) -> None:
        if alive:
            if name in self.gone:
                self.gone.discard(name)
                self._tell(name, True)
            self._seen.add(name)
        elif name in self._seen and name not in self.gone:
            self.gone.add(name)
            self._tell(name, False)


def _ignore(message: Empty) -> None:
    """Nobody says anything there."""
