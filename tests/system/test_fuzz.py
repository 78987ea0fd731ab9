"""Random messages on every subscribed topic of every node: none ends it, and no torque leaves its limits.

BIPED_FUZZ_MESSAGES says how many on each topic; 100000 take about half an hour.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from lock_step_bridge import LockStepBridge
from random_messages import RandomMessages
from rclpy.serialization import serialize_message

from biped_control.errors import MessageError
from biped_control.nodes.composed import node_class
from biped_control.nodes.dashboard import Dashboard
from biped_control.nodes.qos import LATCHED_QOS
from biped_control.nodes.terms import Terms
from biped_control.robot.model import RobotModel

MESSAGES = int(os.environ.get("BIPED_FUZZ_MESSAGES", "150"))
_SPIN_EVERY = 50
_NOT_FUZZED = (
    "/parameter_events",
    "/alive",
    "joint_order",
    "/diagnostics",
)  # refusing is their purpose, or ROS's


def ears(node: Any) -> list[Any]:
    """Subscriptions that take messages of other nodes, by topic."""
    found = [ear for ear in node.subscriptions if not ear.topic_name.endswith(_NOT_FUZZED)]
    return sorted(found, key=lambda ear: str(ear.topic_name))


def tell(ear: Any, message: Any) -> None:
    """As the middleware does."""
    ear.callback(serialize_message(message) if ear.raw else message)


class PageOfTheTest(Dashboard):
    """Draws when the test says so, as if somebody looked."""

    def configure(self) -> None:
        super().configure()
        assert self._frames is not None
        self._frames.offer = lambda source: None  # type: ignore[method-assign]

    def draw_what_there_is(self) -> None:
        if self._view.ready:
            with suppress(MessageError):  # told, and not drawn
                self.page._show(self._view.snapshot())


CLASSES = {"hardware_bridge": LockStepBridge, "dashboard": PageOfTheTest}


def watch_torques(node: Any, name: str, limits: Any) -> list[Any]:
    """Gets all torques that leave a node, checked."""
    seen: list[Any] = []

    def checked(torques: Any) -> Any:
        values = np.array(torques)
        assert not len(values) or (np.isfinite(values).all() and (np.abs(values) <= limits).all())
        seen.append(values)
        return torques

    def publish_checked(message: Any) -> None:
        checked(message.torques)
        publish(message)

    if name == "simulator":
        step = node._engine.step
        node._engine.step = lambda torques: step(checked(torques))
    elif name == "hardware_bridge":
        step = node._physics.step
        node._physics.step = lambda torques: step(checked(torques))
    elif name == "contact_adaptation":
        publish = node._publisher.publish
        node._publisher.publish = publish_checked
    return seen


def begin_again(node: Any, name: str) -> None:
    """A robot that has fallen hears no torques any more."""
    if name == "simulator" and node.loop.braking:
        node.loop.begin(node._start)
    if name == "hardware_bridge" and (node.run.over or node._safety.supervisor.latched):
        node.trigger_deactivate()
        node.failure, node.finished = None, False
        node.trigger_activate()


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("simulator", {"engine": "lcp", "headless": False}),
        ("contact_adaptation", {"feel_ground": True, "find_delay": True}),
        ("look_ahead_policy", {}),
        ("reference_planner", {"feel_ground": True, "adjust_steps": True}),
        ("value_function_steering", {}),
        ("value_function_steering", {"steer": True, "planner": "greedy", "clip": "one"}),
        ("hardware_bridge", {}),
        ("dashboard", {"page_port": 0}),
        ("state_broadcaster", {}),
    ],
)
def test_no_message_ends_a_node(
    bench: Any,
    robot: RobotModel,
    name: str,
    parameters: dict[str, Any],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request.getfixturevalue("walk_parts")
    if parameters.get("steer"):
        monkeypatch.setenv("BIPED_LIBRARY", str(request.getfixturevalue("cut_walk")))
    make: Callable[[], Any] = CLASSES.get(name) or node_class(name)
    node = bench.start(make, **parameters)
    assert node.active
    if name == "state_broadcaster":
        bench.tell("joint_order", Terms.of(robot, 120.0).message(), LATCHED_QOS)
        bench.until(lambda: bool(node._names), "the order of the joints")
    torques = watch_torques(node, name, robot.effort_limits)
    tick = 0

    def present() -> int:
        if name == "simulator":
            return int(node.loop.tick)
        return int(node._loop.tick) if name == "hardware_bridge" else tick

    draw = RandomMessages(7, present).draw
    topics = ears(node)
    assert topics
    for number in range(MESSAGES):
        tick += number % 3 == 0
        for ear in topics:
            tell(ear, draw(ear.msg_type))
        if number % _SPIN_EVERY == 0:
            bench.executor.spin_once(timeout_sec=0.0)
        if name == "dashboard":
            node.draw_what_there_is()
        begin_again(node, name)
    assert node.failure is None
    assert node.dropped > 0
    if name in ("simulator", "hardware_bridge", "contact_adaptation"):
        assert torques, "some messages were good enough for torques"
