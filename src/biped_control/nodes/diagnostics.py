"""Tells on `/diagnostics` how a node is, once a second of the clock on the wall, active or not."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from rclpy.clock import Clock, ClockType

from biped_control.nodes.health import OK, WARN, health
from biped_control.nodes.tick_timing import TickTiming

if TYPE_CHECKING:
    from biped_control.nodes.control_node import ControlNode

TOPIC = "/diagnostics"
DEPTH = 50  # whoever listens hears all nodes on one topic
_PERIOD_S = 1.0


class Diagnostics:
    """Part `ticks` of every node, and the parts that it has besides while it is active.

    Attributes:
        timing: of the node's ticks.
    """

    def __init__(
        self,
        node: "ControlNode",
        dropped: Mapping[str, int],
        unanswered: Mapping[str, int],
        parts: Callable[[], list[DiagnosticStatus]],
    ) -> None:
        """
        Args:
            node: whose health is told.
            dropped: its bad messages by topic.
            unanswered: those that it could not answer, by topic.
            parts: what else there is to tell.
        """
        self._node, self._dropped, self._unanswered, self._parts = node, dropped, unanswered, parts
        self.timing = TickTiming()
        self._publisher = node.create_publisher(DiagnosticArray, TOPIC, DEPTH)
        node.create_timer(_PERIOD_S, self.publish, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def publish(self) -> None:
        """Tells it now."""
        message = DiagnosticArray(status=[self._ticks()])
        if self._node.active:
            message.status += self._parts()
        message.header.stamp = self._node.get_clock().now().to_msg()
        self._publisher.publish(message)

    def _ticks(self) -> DiagnosticStatus:
        values: dict[str, object] = {"active": self._node.active} | self.timing.values()
        values |= {f"dropped on {topic}": count for topic, count in self._dropped.items()}
        values |= {f"no answer on {topic}": count for topic, count in self._unanswered.items()}
        level, text = OK, "running"
        if self.timing.missed:
            level, text = WARN, f"{self.timing.missed} ticks never came"
        if self._dropped:
            level, text = WARN, f"bad messages on {', '.join(self._dropped)} were dropped"
        if self._unanswered:
            level, text = WARN, f"some messages on {', '.join(self._unanswered)} had no answer"
        if not self._node.active:
            level, text = WARN, "not active"
        return health(f"{self._node.get_name()}: ticks", level, text, values)
