"""Operators on a real middleware: the joystick node, and velocities in both types."""

import sys
from collections.abc import Callable, Iterator
from math import nan, pi
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")
pytest.importorskip("pygame", reason="pygame-ce is not installed; `make env` installs it")

import rclpy
from geometry_msgs.msg import Twist, TwistStamped
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from sensor_msgs.msg import Joy
from std_msgs.msg import Empty, Float64

from biped_control.errors import HardwareError
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.joystick import Joystick
from biped_control.nodes.node_process import fastest_executor
from biped_control.nodes.operator_messages import stamped_twist_message, twist_message
from biped_control.nodes.operator_topics import OperatorTopics
from biped_control.nodes.velocity_topic import VelocityTopic
from biped_control.steering.intent import Intent
from biped_control.steering.operator.joy_mapping import load_joy_mapping
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.operator.velocity import Velocity

SETTINGS = load_operator_settings()
MAPPING = load_joy_mapping()


class Listener(ControlNode):
    """Keeps the velocities that it hears."""

    def __init__(self) -> None:
        super().__init__("listener")
        self.heard: list[Velocity] = []

    def configure(self) -> None:
        self.topic = VelocityTopic(self, "cmd_vel", self.heard.append)

    def cleanup(self) -> None:
        self.topic.close()


class Steered(ControlNode):
    """Hears all operators."""

    def __init__(self) -> None:
        super().__init__("steered")

    def configure(self) -> None:
        self.topics = OperatorTopics(self, SETTINGS, load_joy_mapping(), start_speed_mps=1.2)

    def cleanup(self) -> None:
        self.topics.close()


class Outsider:
    """Another program: a context of its own, as another process has one."""

    def __init__(self) -> None:
        self._context = Context()
        rclpy.init(context=self._context)
        self.node = rclpy.create_node("outsider", context=self._context)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self.node)

    def turn(self) -> None:
        self._executor.spin_once(timeout_sec=0.01)

    def end(self) -> None:
        self._executor.shutdown()
        self.node.destroy_node()
        rclpy.try_shutdown(context=self._context)


@pytest.fixture
def outsider(domain: Any) -> Iterator[Outsider]:
    outsider = Outsider()
    yield outsider
    outsider.end()


@pytest.fixture
def running(domain: Any) -> Iterator[Callable[[Callable[[], ControlNode]], Any]]:
    """Starts a node; turning it happens in this thread, because SDL wants to stay in one."""
    rclpy.init()
    executor, nodes = fastest_executor(), []

    def start(make: Callable[[], ControlNode]) -> tuple[Any, Callable[[], None]]:
        node = make()
        nodes.append(node)
        executor.add_node(node)
        node.start()
        return node, lambda: executor.spin_once(timeout_sec=0.01)

    yield start
    for node in nodes:
        node.stop()
    executor.shutdown()
    for node in nodes:
        node.destroy_node()
    rclpy.try_shutdown()


def test_the_joystick_node(running: Any, outsider: Outsider, domain: Any, plug_in: Callable[[], Any]) -> None:
    heard: list[Joy] = []
    outsider.node.create_subscription(Joy, "joy", heard.append, 1)
    node, turn = running(Joystick)

    def until(condition: Callable[[], bool], what: str) -> None:
        def once() -> bool:
            turn()
            outsider.turn()
            return condition()

        domain.wait_until(once, what, 20.0)

    stick = plug_in()
    until(lambda: len(heard) > 3, "messages")
    assert (len(heard[-1].axes), len(heard[-1].buttons)) == (8, 11)
    stick.axis(1, -1.0)
    stick.button(4, True)
    until(lambda: heard[-1].axes[1] == 1.0 and heard[-1].buttons[4] == 1, "the stick to be pushed")

    stick.unplug()
    until(lambda: not node._plugged_in, "the joystick to be missed")
    for _ in range(20):  # what was under way
        outsider.turn()
    before = len(heard)
    for _ in range(40):
        turn()
        outsider.turn()
    assert len(heard) == before, "nothing is said of a joystick that is not there"

    plug_in()
    until(lambda: len(heard) > before, "messages again")
    assert (heard[-1].axes[1], sum(heard[-1].buttons)) == (0.0, 0)

    node.trigger_deactivate()
    before = len(heard)
    for _ in range(20):
        turn()
        outsider.turn()
    assert len(heard) <= before + 1


def test_without_pygame_the_node_says_so(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    node, _ = running(Joystick)
    assert isinstance(node.failure, HardwareError)


def test_velocities_are_heard_in_both_types_and_bad_ones_counted(
    running: Any, outsider: Outsider, domain: Any
) -> None:
    listener, turn = running(Listener)
    walk, turn_left = Velocity(1.2), Velocity(0.8, 0.0, 0.5)

    def publish_until_heard(kind: type[Any], message: Any, expected: Velocity) -> Any:
        publisher = outsider.node.create_publisher(kind, "cmd_vel", 1)

        def once() -> bool:
            publisher.publish(message)
            turn()
            return expected in listener.heard

        domain.wait_until(once, f"{kind.__name__} to be heard", 20.0)
        return publisher

    stamp = outsider.node.get_clock().now().to_msg()
    for kind, message, velocity in (
        (Twist, twist_message(walk), walk),
        (TwistStamped, stamped_twist_message(turn_left, stamp), turn_left),
        (Twist, twist_message(Velocity(2.75)), Velocity(2.75)),
    ):
        publisher = publish_until_heard(kind, message, velocity)
        if kind is Twist and velocity == walk:
            assert listener.dropped == 0
            bad = twist_message(walk)
            bad.angular.y = nan

            def dropped(bad: Twist = bad, publisher: Any = publisher) -> bool:
                publisher.publish(bad)
                turn()
                return bool(listener.dropped)

            domain.wait_until(dropped, "a bad message to be dropped", 20.0)
        outsider.node.destroy_publisher(publisher)
    assert all(velocity in (walk, turn_left, Velocity(2.75)) for velocity in listener.heard)


def test_all_operators_become_intents_and_silence_a_walk_straight_on(
    running: Any, outsider: Outsider, domain: Any
) -> None:
    node, turn = running(Steered)
    publishers = {
        "joy": outsider.node.create_publisher(Joy, "joy", 1),
        "cmd_vel": outsider.node.create_publisher(TwistStamped, "cmd_vel", 1),
        "heading": outsider.node.create_publisher(Float64, "heading", 1),
        "stop": outsider.node.create_publisher(Empty, "stop", 1),
    }
    ticks = iter(range(10**9))

    def until(topic: str, message: Any, condition: Callable[[Intent], bool], what: str) -> None:
        def once() -> bool:
            if message is not None:
                publishers[topic].publish(message)
            turn()
            return condition(node.topics.intent(0.0, next(ticks) / 120.0))

        domain.wait_until(once, what, 20.0)

    assert node.topics.intent(0.0, 0.0) == Intent(None, 1.2)
    assert node.topics.wish.reason == "nobody steers"

    until("heading", Float64(data=7.0), lambda i: i == Intent(7.0 - 2 * pi, SETTINGS.cruise_mps), "a heading")
    stamp = outsider.node.get_clock().now().to_msg()
    left = stamped_twist_message(Velocity(0.8, 0.0, 0.5), stamp)
    until("cmd_vel", left, lambda i: i.speed_mps == 0.8 and (i.heading or 0.0) > 0.2, "a turn")

    pushed = Joy(axes=[1.0, 0.0, 0.0, 0.0], buttons=[0, 0, 0, 0, 1, 0])
    until("joy", pushed, lambda i: i == Intent(pi / 2, MAPPING.walk_mps), "the stick")
    assert node.topics.wish.source == "joystick"

    pushed.axes[0] = nan
    until("joy", pushed, lambda i: node.dropped > 0, "a bad axis to be dropped")
    few, before = Joy(axes=[0.5], buttons=[0, 0, 0, 0, 1, 0]), node.dropped
    until("joy", few, lambda i: node.dropped > before, "missing axes to be dropped")

    until("", None, lambda i: i == Intent(None, SETTINGS.cruise_mps), "the operators to be lost")
    assert node.topics.wish.reason.endswith("is silent for more than 0.5 s: straight on")

    until("stop", Empty(), lambda i: node.topics.wish.command.stop, "the stop")
    until("", None, lambda i: not node.topics.wish_now().source, "what was under way")
    assert node.topics.wish.reason == "topic stop said stop: stand until somebody steers anew"
    until("cmd_vel", left, lambda i: i.speed_mps == 0.8, "motion anew")
    assert MAPPING.buttons.stop is not None
    pushed.buttons[MAPPING.buttons.stop] = 1
    until("joy", pushed, lambda i: node.topics.wish.source == "joystick" and i.speed_mps == 0.0, "a stop")
    node.topics.reset()
    assert node.topics.intent(0.0, 0.0) == Intent(None, 1.2)
