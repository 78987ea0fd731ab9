"""Hears `cmd_vel` whether it is published as Twist or as TwistStamped.

A process can take part in a topic with one type only. So this listens for the type that somebody publishes,
and changes when another publisher comes and those of this type have gone.
"""

from collections.abc import Callable
from typing import Any

from geometry_msgs.msg import Twist, TwistStamped
from rclpy.clock import Clock, ClockType

from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.operator_messages import velocity_from
from biped_control.nodes.qos import OPERATOR_QOS
from biped_control.steering.operator.velocity import Velocity

_LOOK_EVERY_S = 0.5
_KINDS: dict[str, type[Any]] = {
    "geometry_msgs/msg/TwistStamped": TwistStamped,
    "geometry_msgs/msg/Twist": Twist,
}


class VelocityTopic:
    """A subscription of a node to velocities."""

    def __init__(
        self, node: ControlNode, topic: str, callback: Callable[[Velocity], None], warns: bool = True
    ) -> None:
        """
        Args:
            node: who listens; it drops and counts bad messages.
            topic: name of the topic.
            callback: gets every good velocity.
            warns: says so when there are bad ones, or some of the other type.
        """
        self._node, self._topic, self._callback, self._warns = node, topic, callback, warns
        self._subscription: Any = None
        self._listen("geometry_msgs/msg/TwistStamped")
        node.create_timer(_LOOK_EVERY_S, self._look, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def close(self) -> None:
        """Ends the subscription."""
        if self._subscription is not None:
            self._node.destroy_subscription(self._subscription)
            self._subscription = None

    def _look(self) -> None:
        publishers = self._node.get_publishers_info_by_topic(self._topic)
        kinds = [publisher.topic_type for publisher in publishers]
        wanted = next((kind for kind in kinds if kind in _KINDS), self._kind)
        if self._subscription is None:
            self._listen(wanted)
        elif self._kind in kinds or wanted == self._kind:
            others = sorted({kind for kind in kinds if kind != self._kind})
            if others and self._warns:
                text = f"{self._topic} is heard as {self._kind}, not as {', '.join(others)}"
                self._node.warn(text, f"types of {self._topic}")
        else:
            self.close()  # the executor lets go of it after this; until then the topic keeps its type

    def _listen(self, kind: str) -> None:
        self._kind = kind
        try:
            self._subscription = self._node.listen(
                _KINDS[kind], self._topic, self._hear, OPERATOR_QOS, self._warns
            )
        except RuntimeError as error:  # of the middleware; the next look tries again
            self._node.warn(f"{self._topic} cannot be heard as {kind}: {error}", f"types of {self._topic}")

    def _hear(self, message: Twist | TwistStamped) -> None:
        self._callback(velocity_from(message))
