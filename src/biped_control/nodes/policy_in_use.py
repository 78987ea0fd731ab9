"""Which look-ahead policy runs, for nodes that have to know: it may change while the robot walks."""

from collections.abc import Callable

from rcl_interfaces.msg import ParameterEvent
from rclpy.qos import qos_profile_parameter_events

from biped_control.nodes.control_node import ControlNode

_NODE, _PARAMETER = "look_ahead_policy", "policy"


class PolicyInUse:
    """Hears what parameter `policy` of `look_ahead_policy` becomes."""

    def __init__(self, node: ControlNode, first: str, tell: Callable[[str], None]) -> None:
        """
        Args:
            node: who hears.
            first: name of the policy at the start.
            tell: gets it, and that of every change.
        """
        self._tell = tell
        self._sender = f"{node.get_namespace().rstrip('/')}/{_NODE}"
        tell(first)
        node.listen(ParameterEvent, "/parameter_events", self._on_event, qos_profile_parameter_events, False)

    def _on_event(self, event: ParameterEvent) -> None:
        if event.node == self._sender:
            for changed in (*event.new_parameters, *event.changed_parameters):
                if changed.name == _PARAMETER:
                    self._tell(changed.value.string_value)
