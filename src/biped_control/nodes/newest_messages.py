"""The newest messages of several topics, kept as bytes: what nobody looks at is never decoded."""

from collections import deque
from collections.abc import Callable
from typing import Any

from rclpy.node import Node
from rclpy.qos import QoSProfile, ReliabilityPolicy
from rclpy.serialization import deserialize_message

# A reader that asks for nothing twice costs the writers in the control path nothing.
_ONLOOKER_QOS = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
_KEPT = 3  # ticks: the onlooker joins messages of neighbouring ticks


class NewestMessages:
    """Subscribes without decoding."""

    def __init__(self, node: Node, arrived: Callable[[], None]) -> None:
        """
        Args:
            node: who subscribes.
            arrived: called after a message on a topic that was added with `rings=True`.
        """
        self._node = node
        self._arrived = arrived
        self._kept: dict[str, tuple[type[Any], deque[bytes]]] = {}

    def add(self, kind: type[Any], topic: str, *, rings: bool = False) -> None:
        """Keeps the last few messages of a topic."""
        kept: deque[bytes] = deque(maxlen=_KEPT)
        self._kept[topic] = (kind, kept)

        def keep(message: bytes) -> None:
            kept.append(message)
            if rings:
                self._arrived()

        self._node.create_subscription(kind, topic, keep, _ONLOOKER_QOS, raw=True)

    def has(self, topic: str) -> bool:
        """Whether a message has come on a topic."""
        return bool(self._kept[topic][1])

    def newest(self, topic: str) -> Any:
        """The last message of a topic, None before the first."""
        kind, kept = self._kept[topic]
        return deserialize_message(kept[-1], kind) if kept else None

    def of_tick(self, topic: str, tick: int) -> Any:
        """The message of a topic that belongs to `tick`, None when it is not among the last few."""
        kind, kept = self._kept[topic]
        for content in reversed(tuple(kept)):
            message = deserialize_message(content, kind)
            if message.tick == tick:
                return message
        return None
