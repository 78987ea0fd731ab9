"""What a node hears: bad messages are dropped and counted, and none ends it."""

import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rclpy.qos import QoSProfile

from biped_control.errors import BipedError, MessageError

if TYPE_CHECKING:
    from biped_control.nodes.control_node import ControlNode


class CheckedMessages:
    """Subscriptions of a node, whose callbacks may refuse messages.

    Attributes:
        dropped: by topic, messages of wrong sizes, with NaN or other nonsense.
        unanswered: by topic, good messages that could not be answered.
    """

    def __init__(self, node: "ControlNode", may_answer: Callable[[], bool]) -> None:
        """
        Args:
            node: who hears.
            may_answer: whether it does now.
        """
        self._node, self._may_answer = node, may_answer
        self.dropped: Counter[str] = Counter()
        self.unanswered: Counter[str] = Counter()

    def listen(
        self,
        kind: type[Any],
        topic: str,
        callback: Callable[[Any], None],
        qos: QoSProfile,
        warns: bool,
        paces: bool,
    ) -> Any:
        """Subscribes, see `ControlNode.listen`."""

        def guarded(message: Any) -> None:
            if not self._may_answer():
                return
            node, start = self._node, time.perf_counter()
            if paces:
                node.timing.begin(message.tick, start)
            try:
                callback(message)
            except MessageError as error:
                self.dropped[topic] += 1
                if warns:
                    node.warn(f"dropped a message on {topic}: {error} ({self.dropped[topic]} so far)", topic)
            except BipedError as error:
                self.unanswered[topic] += 1
                if warns:
                    node.warn(f"no answer to a message on {topic}: {error}", f"answer on {topic}")
            node.timing.worked(time.perf_counter() - start)

        return self._node.create_subscription(kind, topic, guarded, qos)
