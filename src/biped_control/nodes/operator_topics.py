"""Who steers over topics, `joy`, `page_joy`, `cmd_vel`, `heading` and `stop`, as one stream of intents."""

import time

from sensor_msgs.msg import Joy
from std_msgs.msg import Empty, Float64

from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.operator_messages import heading_from, joy_state_from
from biped_control.nodes.qos import OPERATOR_QOS
from biped_control.nodes.velocity_topic import VelocityTopic
from biped_control.steering.intent import Intent
from biped_control.steering.operator.command import Command, heading_command
from biped_control.steering.operator.heading_target import HeadingTarget
from biped_control.steering.operator.joy_mapping import JoyMapping
from biped_control.steering.operator.joystick import Joystick
from biped_control.steering.operator.operators import Operators, Wish
from biped_control.steering.operator.screen_joystick import SCREEN_MAPPING
from biped_control.steering.operator.settings import OperatorSettings
from biped_control.steering.operator.velocity import Velocity, velocity_command

PAGE_TOPIC = "page_joy"
"""Where the browser page steers."""
STOP_TOPIC = "stop"
"""Where anybody may say stop, with a message without content."""


class OperatorTopics:
    """Subscriptions of a node to its operators. The node drops and counts bad messages.

    Attributes:
        wish: what is wanted, by whom and why, as of the last `intent`.
    """

    wish: Wish

    def __init__(
        self,
        node: ControlNode,
        settings: OperatorSettings,
        mapping: JoyMapping,
        start_speed_mps: float,
        warns: bool = True,
    ) -> None:
        """
        Args:
            node: who listens.
            settings: what holds for every operator.
            mapping: meaning of the joystick.
            start_speed_mps: speed at which the robot goes straight before anybody has said anything [m/s].
            warns: says so when a message is bad; who only looks on leaves that to who steers.
        """
        self._settings = settings
        self._joystick, self._page = Joystick(mapping), Joystick(SCREEN_MAPPING)
        self._operators = Operators(settings, start_speed_mps)
        self._target = HeadingTarget(settings)
        node.listen(Joy, "joy", self._on_joy, OPERATOR_QOS, warns)
        node.listen(Joy, PAGE_TOPIC, self._on_page, OPERATOR_QOS, warns)
        node.listen(Float64, "heading", self._on_heading, OPERATOR_QOS, warns)
        node.listen(Empty, STOP_TOPIC, self._on_stop, OPERATOR_QOS, warns)
        self._velocities = VelocityTopic(node, "cmd_vel", self._on_velocity, warns)

    def intent(self, heading: float, robot_time: float, standing: bool = False) -> Intent:
        """What is wanted now; to be asked at every tick.

        Args:
            heading: yaw in the world that the robot has, without the swing of its pelvis [rad].
            robot_time: simulated time, or that of the real robot [s].
            standing: the robot stands, as it does in a clip from standing to standing.
        """
        self.wish = self._operators.wish(_now(), standing)
        return self._target.intent(self.wish.command, heading, robot_time)

    def wish_now(self) -> Wish:
        """What is wanted at this moment, between ticks."""
        return self._operators.wish(_now())

    def end_stop(self) -> None:
        """Somebody has asked for a clip: a stop that nobody says any more is over."""
        self._operators.end_stop()

    def reset(self) -> None:
        """Forgets everybody, because the robot has been put back to its start."""
        self._operators.reset()
        self._target = HeadingTarget(self._settings)

    def close(self) -> None:
        """Ends what the node does not know of."""
        self._velocities.close()

    def _on_joy(self, message: Joy) -> None:
        self._hear_stick("joystick", self._joystick, message)

    def _on_page(self, message: Joy) -> None:
        self._hear_stick("page", self._page, message)

    def _hear_stick(self, source: str, stick: Joystick, message: Joy) -> None:
        if stick.stops(message.buttons):  # though the message may be bad
            self._hear(source, Command(0.0, stop=True))
        else:
            self._hear(source, stick.command(joy_state_from(message)))

    def _on_velocity(self, velocity: Velocity) -> None:
        self._hear("cmd_vel", velocity_command(velocity, self._settings))

    def _on_heading(self, message: Float64) -> None:
        self._hear("heading", heading_command(heading_from(message), self._settings))

    def _on_stop(self, message: Empty) -> None:
        source = f"topic {STOP_TOPIC}"
        self._hear(source, Command(0.0, stop=True))
        self._hear(source, None)  # it was said, and holds

    def _hear(self, source: str, command: Command | None) -> None:
        self._operators.hear(source, command, _now())


def _now() -> float:
    """Operators live in real time, however fast or slow a simulation goes."""
    return time.monotonic()
