"""How messages of the graph are delivered."""

from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

CONTROL_QOS = QoSProfile(depth=8, reliability=ReliabilityPolicy.RELIABLE)
"""In lock-step nothing piles up: a node sends its next message after the answer to the last. A little depth
only covers messages that were sent twice."""

LATCHED_QOS = QoSProfile(
    depth=1, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)
"""The last message is there for a listener that comes late."""

DECISION_QOS = QoSProfile(
    depth=8, reliability=ReliabilityPolicy.RELIABLE, durability=DurabilityPolicy.TRANSIENT_LOCAL
)
"""Decisions are kept for a listener that comes late, and none may push another out."""

OPERATOR_QOS = QoSProfile(depth=1, reliability=ReliabilityPolicy.BEST_EFFORT)
"""Anybody's publisher is heard; what an operator said before is of no interest."""
