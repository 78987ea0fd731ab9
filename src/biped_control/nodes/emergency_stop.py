"""Everybody who may stop the robot at once: a service, and a button of the joystick.

Heard by the node that commands the actuators itself, so that no other node has to be alive for it.
"""

import time
from collections.abc import Callable

from sensor_msgs.msg import Joy
from std_srvs.srv import Trigger

from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.qos import OPERATOR_QOS
from biped_control.steering.operator.joy_mapping import JoyMapping
from biped_control.steering.operator.joystick import Joystick

_LOST_AFTER = 0.5  # [s]: a joystick that is silent for so long is held by nobody


class EmergencyStop:
    """Service `~/estop`, and topic `joy`: its button counts whatever is wrong with the rest of a message."""

    def __init__(self, node: ControlNode, mapping: JoyMapping, stop: Callable[[str], None]) -> None:
        """
        Args:
            node: who is stopped, while it is active.
            mapping: meaning of the joystick.
            stop: is called with who says so.
        """
        self._node, self._joystick, self._stop = node, Joystick(mapping), stop
        self._held_at = float("-inf")
        node.create_service(Trigger, "~/estop", self._on_service)
        node.listen(Joy, "joy", self._on_joy, OPERATOR_QOS)

    @property
    def held(self) -> bool:
        """Whether somebody keeps the joystick's button pressed."""
        return time.monotonic() - self._held_at < _LOST_AFTER

    def _on_service(self, request: Trigger.Request, response: Trigger.Response) -> Trigger.Response:
        response.success, response.message = self._node.active, "the node is not active"
        if self._node.active:
            self._stop("emergency stop, by service")
            response.message = "braking the joints until a reset"
        return response

    def _on_joy(self, message: Joy) -> None:
        pressed = self._joystick.stops_at_once(message.buttons)
        self._held_at = time.monotonic() if pressed else float("-inf")
        if pressed:
            self._stop("emergency stop, by joystick")
