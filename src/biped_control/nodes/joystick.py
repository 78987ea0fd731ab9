"""Node `joystick`: the joystick of this machine as `joy`, for machines without ROS's own joy package."""

from rclpy.clock import Clock, ClockType
from sensor_msgs.msg import Joy

from biped_control.hardware.joystick import SdlJoystick
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.operator_messages import joy_message

_RATE_HZ = 50.0


class Joystick(ControlNode):
    """Publishes 50 times a second while a joystick is plugged in: silence means that it is lost."""

    def __init__(self) -> None:
        super().__init__("joystick")
        self._name = self.text("joystick_name", "", "Part of the joystick's name; empty: the first one.")
        self._device: SdlJoystick | None = None
        self._plugged_in = False

    def configure(self) -> None:
        """Starts SDL; the joystick may come later."""
        self._device = SdlJoystick(self._name)
        self._publisher = self.create_lifecycle_publisher(Joy, "joy", 1)
        # A person moves the stick in real time, however fast a simulation goes.
        self.create_timer(1.0 / _RATE_HZ, self._publish, clock=Clock(clock_type=ClockType.STEADY_TIME))
        wanted = f" with '{self._name}' in its name" if self._name else ""
        self.get_logger().info(f"waiting for a joystick{wanted}; there are {self._device.names() or 'none'}")

    def cleanup(self) -> None:
        """Ends SDL."""
        if self._device is not None:
            self._device.close()
            self._device = None

    def _publish(self) -> None:
        if not self.active or self._device is None:
            return
        state = self._device.read()
        if (state is not None) != self._plugged_in:
            self._plugged_in = state is not None
            log = self.get_logger()
            if self._plugged_in:
                log.info(f"reading '{self._device.name}'")
            else:
                log.warning("the joystick is unplugged; plug it in again to go on steering")
        if state is not None:
            self._publisher.publish(joy_message(state, self.get_clock().now().to_msg()))
