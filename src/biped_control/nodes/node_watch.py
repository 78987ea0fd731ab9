"""Notices the death of other nodes: the middleware tells when a node's sign of life is overdue.

Every active node offers one, a topic on which nothing is ever said. Whoever turns the node's executor renews
the lease, and a thread while a callback takes long: it ends with the process (`kill -9`) or while that is
stopped, not because a node has much to do. The thread alone does not do: where the executor lets go of the
interpreter's lock again and again, each time for a moment, it may wait a quarter of a second for its turn.

Leases that the middleware renews by itself are not used. Fast DDS renews them behind the lock of its
discovery, which waits for that same thread where a topic of another node goes: in one of some fifty runs the
two waited for each other for good.
"""

import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from rclpy.duration import Duration
from rclpy.event_handler import SubscriptionEventCallbacks
from rclpy.node import Node
from rclpy.qos import LivelinessPolicy, QoSProfile
from std_msgs.msg import Empty

LEASE_S = 0.25
RENEWED_S = LEASE_S / 4.0
_QOS = QoSProfile(
    depth=1,
    liveliness=LivelinessPolicy.MANUAL_BY_TOPIC,
    liveliness_lease_duration=Duration(seconds=LEASE_S),
)


class SignOfLife:
    """Lets others notice when a node dies; as long as this is not ended."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._publisher: Any = node.create_publisher(Empty, "~/alive", _QOS)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._keep_renewing, name="sign of life", daemon=True)
        self._thread.start()

    def renew(self) -> None:
        """From the thread that turns the executor, every `RENEWED_S`."""
        self._publisher.assert_liveliness()

    def end(self) -> None:
        """The node is not there for others any more."""
        self._ended.set()
        self._thread.join(
            LEASE_S
        )  # it is in the middleware at most for a moment; should it hang there, so be it
        self._node.destroy_publisher(self._publisher)

    def _keep_renewing(self) -> None:
        while not self._ended.wait(RENEWED_S):
            self._publisher.assert_liveliness()


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
