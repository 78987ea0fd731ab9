"""The person at the page as an operator among others."""

from rcl_interfaces.msg import ParameterEvent
from rclpy.clock import Clock, ClockType
from rclpy.qos import qos_profile_parameter_events
from sensor_msgs.msg import Joy

from biped_control.dashboard.page import DashboardPage
from biped_control.errors import BipedError
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.live_view import LiveView
from biped_control.nodes.operator_messages import joy_message
from biped_control.nodes.operator_topics import PAGE_TOPIC, OperatorTopics
from biped_control.nodes.running_parameters import PLAY, STEERING
from biped_control.steering.operator.joy_mapping import load_joy_mapping
from biped_control.steering.operator.settings import load_operator_settings

_RATE_HZ = 20.0
_LAST_WORDS = 4  # messages that say that nobody holds the stick any more; some get lost


class PageOperator:
    """Publishes the page's stick while somebody holds it, and hears what all operators want together.

    It hears all that `value_function_steering` hears of them, so that both come to the same end.
    """

    def __init__(self, node: ControlNode, page: DashboardPage, view: LiveView) -> None:
        """
        Args:
            node: who publishes.
            page: where the person is.
            view: gets what the operators want.
        """
        self._node, self._page, self._view = node, page, view
        self._words, self._time = 0, 0.0
        self._publisher = node.create_lifecycle_publisher(Joy, PAGE_TOPIC, 1)
        self._topics = OperatorTopics(
            node, load_operator_settings(), load_joy_mapping(), page.stick.speed_mps, warns=False
        )
        node.listen(
            ParameterEvent, "/parameter_events", self._on_parameters, qos_profile_parameter_events, False
        )
        # A person steers in real time, however fast a simulation goes.
        node.create_timer(1.0 / _RATE_HZ, self._tick, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def close(self) -> None:
        """Ends what the node does not know of."""
        self._topics.close()

    def _tick(self) -> None:
        if not self._node.active:
            return
        stick = self._page.stick
        if not self._page.viewers:
            stick.let_go()  # the person has gone
        if stick.held:
            self._words = _LAST_WORDS
        if self._words:
            self._words -= 1
            self._publisher.publish(joy_message(stick.state(), self._node.get_clock().now().to_msg()))
        if self._page.viewers:
            self._hear()

    def _on_parameters(self, event: ParameterEvent) -> None:
        steering = f"{self._node.get_namespace().rstrip('/')}/{STEERING}"
        if event.node == steering and any(
            changed.name == PLAY and changed.value.string_value for changed in event.changed_parameters
        ):
            self._topics.end_stop()

    def _hear(self) -> None:
        if self._view.time_s < self._time:  # the simulator was reset
            self._topics.reset()
        self._time = self._view.time_s
        try:
            intent = self._topics.intent(self._view.heading, self._view.time_s)
        except BipedError as error:
            self._node.warn(str(error))
            return
        wish = self._topics.wish
        self._view.heading_wanted = intent.heading
        told = wish.source or wish.command.stop  # a stop holds when nobody says it any more
        self._view.operator = f"{wish.reason}, {intent.speed_mps:.2f} m/s" if told else ""
