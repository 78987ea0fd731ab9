"""Whether a node fits the simulator or robot that it works with."""

from typing import TYPE_CHECKING

from biped.msg import JointOrder

from biped_control.errors import GraphError
from biped_control.nodes.qos import LATCHED_QOS
from biped_control.nodes.terms import Terms

if TYPE_CHECKING:
    from biped_control.nodes.control_node import ControlNode

_TOPIC = "joint_order"


class TermsCheck:
    """Compares the node's terms with those of the sender of `joint_order`; if they differ the node fails."""

    def __init__(self, node: "ControlNode", terms: Terms) -> None:
        """
        Args:
            node: whose terms they are.
            terms: joints, description, rate, clip and version.
        """
        self._node, self._terms, self._compared = node, terms, False
        node.create_subscription(JointOrder, _TOPIC, self._compare, LATCHED_QOS)

    @property
    def pending(self) -> bool:
        """The other side's terms are not known yet, and there is somebody who will tell them."""
        return not self._compared and self._node.count_publishers(_TOPIC) > 0

    def _compare(self, order: JointOrder) -> None:
        self._compared = True
        if difference := self._terms.difference(order):
            name = self._node.get_name()
            self._node.fail(GraphError(f"{name} does not fit the sender of {_TOPIC}: {difference}"))
