"""Publishes velocities and stops from a program that is no node of the graph."""

import os
from types import TracebackType

import rclpy
from geometry_msgs.msg import Twist, TwistStamped
from rclpy.context import Context
from rclpy.duration import Duration
from rclpy.signals import SignalHandlerOptions
from std_msgs.msg import Empty

from biped_control.nodes.operator_messages import stamped_twist_message, twist_message
from biped_control.nodes.operator_topics import STOP_TOPIC
from biped_control.nodes.ros_environment import node_environment
from biped_control.nodes.running_graph import DOMAIN
from biped_control.resources import cache_folder
from biped_control.steering.operator.velocity import Velocity

_LAST_WORD_S = 0.5  # how long the last message may take


class VelocityPublisher:
    """A publisher of `cmd_vel`, and of `stop` beside it. Use it as a context: leaving it says to stop.

    Attributes:
        domain: ROS domain in which it speaks.
    """

    def __init__(self, name: str, topic: str, domain: int, stamped: bool = True) -> None:
        """
        Args:
            name: name of the node.
            topic: topic of the velocities.
            domain: ROS domain.
            stamped: TwistStamped instead of Twist.
        """
        os.environ.update(node_environment({**os.environ, DOMAIN: str(domain)}, cache_folder()))
        self.domain = domain
        self._context = Context()
        rclpy.init(
            args=[],
            context=self._context,
            domain_id=domain,
            signal_handler_options=SignalHandlerOptions.NO,
        )
        self._node = rclpy.create_node(name, context=self._context)
        self._stamped = stamped
        self._publisher = self._node.create_publisher(TwistStamped if stamped else Twist, topic, 1)
        namespace, slash, _ = topic.rpartition("/")
        self._stop = self._node.create_publisher(Empty, f"{namespace}{slash}{STOP_TOPIC}", 1)

    @property
    def listeners(self) -> int:
        """How many hear it."""
        return int(self._publisher.get_subscription_count())

    def publish(self, velocity: Velocity) -> None:
        """Says a velocity."""
        if self._stamped:
            stamp = self._node.get_clock().now().to_msg()
            self._publisher.publish(stamped_twist_message(velocity, stamp))
        else:
            self._publisher.publish(twist_message(velocity))

    def stop(self) -> None:
        """Says stop; for robots that only know velocities, one of 0."""
        self._stop.publish(Empty())
        self.publish(Velocity(0.0))

    def __enter__(self) -> "VelocityPublisher":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.stop()
            for publisher in (self._stop, self._publisher):
                publisher.wait_for_all_acked(Duration(seconds=_LAST_WORD_S))
        finally:
            self._node.destroy_node()
            rclpy.try_shutdown(context=self._context)
