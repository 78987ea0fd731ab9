"""Random messages on every subscribed topic of every node: none ends it, and no torque leaves its limits.

BIPED_FUZZ_MESSAGES says how many on each topic; 100000 take about half an hour.
"""

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from random_messages import RandomMessages

from biped_control.analysis.assembly import WalkParts
from biped_control.nodes.composed import node_class
from biped_control.nodes.control_node import LATCHED_QOS
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
    found = [ear for ear in node.subscriptions if not ear.raw and not ear.topic_name.endswith(_NOT_FUZZED)]
    return sorted(found, key=lambda ear: str(ear.topic_name))


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
    elif name == "contact_adaptation":
        publish = node._publisher.publish
        node._publisher.publish = publish_checked
    return seen


@pytest.mark.usefixtures("walk_parts")
@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("simulator", {"engine": "lcp", "headless": False}),
        ("contact_adaptation", {"feel_ground": True, "find_delay": True}),
        ("look_ahead_policy", {}),
        ("reference_planner", {"feel_ground": True, "adjust_steps": True}),
        ("value_function_steering", {}),
        ("state_broadcaster", {}),
    ],
)
def test_no_message_ends_a_node(
    bench: Any, robot: RobotModel, name: str, parameters: dict[str, Any], walk_parts: WalkParts
) -> None:
    make: Callable[[], Any] = node_class(name)
    node = bench.start(make, **parameters)
    assert node.active
    if name == "state_broadcaster":
        bench.tell("joint_order", Terms.of(robot, 120.0).message(), LATCHED_QOS)
        bench.until(lambda: bool(node._names), "the order of the joints")
    torques = watch_torques(node, name, robot.effort_limits)
    tick = 0

    def present() -> int:
        return int(node.loop.tick) if name == "simulator" else tick

    draw = RandomMessages(7, present).draw
    topics = ears(node)
    assert topics
    for number in range(MESSAGES):
        tick += number % 3 == 0
        for ear in topics:
            ear.callback(draw(ear.msg_type))
        if number % _SPIN_EVERY == 0:
            bench.executor.spin_once(timeout_sec=0.0)
        if name == "simulator" and node.loop.braking:
            node.loop.begin(node._start)
    assert node.failure is None
    assert node.dropped > 0
    if name in ("simulator", "contact_adaptation"):
        assert torques, "some messages were good enough for torques"
