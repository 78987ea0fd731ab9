"""Nonsense from outside on all topics of operators: the robot walks on as if nobody had said anything."""

import re
import time
from collections import Counter
from math import nan
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import ClipDecision
from geometry_msgs.msg import TwistStamped
from other_program import OtherProgram
from rcl_interfaces.srv import SetParameters
from rclpy.node import Node
from rclpy.parameter import Parameter
from sensor_msgs.msg import Joy
from std_msgs.msg import Float64

from biped_control.nodes.graph import load_graph
from biped_control.nodes.graph_runner import GraphRunner
from biped_control.nodes.qos import DECISION_QOS

TICKS = 480


def bad_messages() -> dict[str, list[Any]]:
    """Messages that no operator may send, by topic."""
    velocity = TwistStamped()
    velocity.twist.linear.x = nan
    held = [0, 0, 0, 0, 1, 0, 0, 0]
    joy = [Joy(axes=[0.5, nan, 0.0, 0.0], buttons=held), Joy(axes=[0.5], buttons=held), Joy()]
    return {"joy": joy, "page_joy": joy[:1], "cmd_vel": [velocity], "heading": [Float64(data=nan)]}


class Nuisance(OtherProgram):
    """Says nonsense all the time and asks for a clip that does not exist.

    Attributes:
        refusals: answers to what it asked for.
        reasons: of what steering decides meanwhile.
    """

    def __init__(self) -> None:
        super().__init__()
        self.refusals: list[str] = []
        self.reasons: list[str] = []
        self._messages, self._said = bad_messages(), 0
        self._answer: Any = None

    def begin(self, node: Node) -> None:
        node.create_subscription(
            ClipDecision, "clip_decision", lambda decision: self.reasons.append(decision.reason), DECISION_QOS
        )
        self._publishers: dict[str, Any] = {
            topic: node.create_publisher(type(bad[0]), topic, 1) for topic, bad in self._messages.items()
        }
        self._client: Any = node.create_client(SetParameters, "value_function_steering/set_parameters")

    def turn(self, node: Node) -> None:
        for topic, bad in self._messages.items():
            self._publishers[topic].publish(bad[self._said % len(bad)])
        self._said += 1
        self._ask()
        time.sleep(0.04)

    def _ask(self) -> None:
        heard = self._publishers["joy"].get_subscription_count() and self._client.service_is_ready()
        if self._answer is None and heard:
            cartwheel = Parameter("play", value="cartwheel").to_parameter_msg()
            self._answer = self._client.call_async(SetParameters.Request(parameters=[cartwheel]))
        elif self._answer is not None and self._answer.done() and not self.refusals:
            self.refusals.append(self._answer.result().results[0].reason)


def walk() -> dict[str, Any]:
    graph = load_graph()
    assignments = ["headless:=true", "steer:=true", "planner:=greedy", "clip:=one", f"seconds:={TICKS / 120}"]
    return GraphRunner(graph, graph.parse(assignments)).run()


@pytest.mark.usefixtures("traceless")
def test_nonsense_changes_no_bit_of_the_walk_and_is_told(
    cut_walk: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BIPED_LIBRARY", str(cut_walk))
    undisturbed = walk()
    monkeypatch.setenv("ROS_LOG_DIR", str(tmp_path / "disturbed"))
    nuisance = Nuisance()
    with nuisance.running():
        disturbed = walk()
    assert (disturbed["fault"], disturbed["fell"], disturbed["ticks"]) == ("", False, TICKS)
    assert disturbed["clips"] == undisturbed["clips"]
    assert disturbed["state_digest"] == undisturbed["state_digest"]
    later = [reason for reason in nuisance.reasons if "the walk begins with it" not in reason]
    assert later
    assert all("nobody steers" in reason for reason in later)
    (refusal,) = nuisance.refusals
    assert "no clip 'cartwheel'" in refusal

    log = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "disturbed").glob("*.log"))
    dropped = re.findall(r"dropped a message on (\w+): .*\((\d+) so far\)", log)
    told = Counter(topic for topic, _ in dropped)
    assert set(told) == set(bad_messages()), "each topic is told by its name"
    first = dict(reversed(dropped))
    assert set(first.values()) == {"1"}, "and counted for itself"
    assert all(int(count) > 2 * told[topic] for topic, count in dict(dropped).items()), "few are told"
