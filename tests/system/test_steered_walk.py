"""The steered graph on clips of the library, driven from outside as other programs do."""

import time
from collections.abc import Callable
from math import atan2, radians, remainder, tau
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from biped.msg import ClipDecision, RobotState
from geometry_msgs.msg import TwistStamped
from other_program import OtherProgram
from rclpy.node import Node

from biped_control.analysis.library.build import BuildRequest, build_library
from biped_control.nodes.graph import load_graph
from biped_control.nodes.graph_runner import GraphRunner
from biped_control.nodes.operator_messages import stamped_twist_message
from biped_control.nodes.qos import CONTROL_QOS, DECISION_QOS
from biped_control.settings import load_settings
from biped_control.steering.operator.velocity import Velocity

RATE = 120.0


class Silent:
    """Watches a build without a word."""

    def planned(self, count: int) -> None: ...
    def begun(self, name: str) -> None: ...
    def told(self, name: str, how_far: str) -> None: ...
    def ended(self, name: str, outcome: object) -> None: ...


@pytest.fixture(scope="module")
def small_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stand, three walks, the ways between and two turns, in a library of their own."""
    folder = tmp_path_factory.mktemp("small")
    ways = ("stand_to_walk", "walk_to_stand", "walk_to_slow", "slow_to_walk", "walk_to_fast", "fast_to_walk")
    names = (*ways, "turn_left_15", "turn_left_45")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("BIPED_LIBRARY", str(folder))
        assert not build_library(BuildRequest(names), load_settings(), Silent()).failures
    return folder


class Driver(OtherProgram):
    """Says `cmd_vel` twenty times a second and keeps what the robot does.

    Its course begins with the first state that it hears: the graph does not wait until it has found the walk.

    Attributes:
        track: tick, x, y [m] and yaw [rad] of every state.
        decisions: clips and reasons, in order.
    """

    def __init__(self, velocity_at: Callable[[float], Velocity | None]) -> None:
        super().__init__()
        self.track: list[tuple[int, float, float, float]] = []
        self.decisions: list[ClipDecision] = []
        self._velocity_at, self._said = velocity_at, 0.0

    @property
    def seconds(self) -> float:
        """How long it has been hearing the robot, on the robot's clock."""
        return (self.track[-1][0] - self.track[0][0]) / RATE

    def begin(self, node: Node) -> None:
        node.create_subscription(RobotState, "robot_state", self._on_state, CONTROL_QOS)
        node.create_subscription(ClipDecision, "clip_decision", self.decisions.append, DECISION_QOS)
        self._publisher: Any = node.create_publisher(TwistStamped, "cmd_vel", 1)

    def turn(self, node: Node) -> None:
        velocity = self._velocity_at(self.seconds) if self.track else None
        if velocity is not None and time.monotonic() - self._said > 0.05:
            self._publisher.publish(stamped_twist_message(velocity, node.get_clock().now().to_msg()))
            self._said = time.monotonic()

    def _on_state(self, message: RobotState) -> None:
        position, turned = message.base_pose.position, message.base_pose.orientation
        yaw = 2.0 * atan2(turned.z, turned.w)  # an upright pelvis, but for a degree or two
        self.track.append((message.tick, position.x, position.y, yaw))


def course(seconds: float) -> Velocity | None:
    """Stand, 0.8 m/s, 1.5 m/s, a turn of 1.2 rad, straight on, stand."""
    turn = Velocity(1.2, turn_rate=0.4)
    parts = ((1.0, None), (9.0, Velocity(0.8)), (17.0, Velocity(1.5)), (20.0, turn), (27.0, Velocity(1.2)))
    return next((velocity for end, velocity in parts if seconds < end), Velocity(0.0))


@pytest.mark.usefixtures("traceless")
def test_by_cmd_vel_from_standing_it_walks_turns_and_stands_again(
    small_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short version of issue 4's run from standing, over the middleware."""
    monkeypatch.setenv("BIPED_LIBRARY", str(small_library))
    over, driver, graph = 40.0, Driver(course), load_graph()
    values = graph.parse(["headless:=true", "steer:=true", "clip:=stand", f"seconds:={over}"])
    with driver.running():
        result = GraphRunner(graph, values).run()
    assert (result["fault"], result["fell"], result["ticks"]) == ("", False, round(over * RATE))
    assert all(decision.reason for decision in driver.decisions)
    track = np.array(driver.track)
    seconds = (track[:, 0] - track[0, 0]) / RATE
    assert driver.seconds > 34.0, "it found the walk too late for its course"

    def moved(start: float, end: float) -> float:
        part = track[(seconds >= start) & (seconds <= end), 1:3]
        return float(np.linalg.norm(part - part[0], axis=1).max())

    assert moved(0.0, 1.0) < 0.05
    assert moved(6.0, 9.0) / 3.0 == pytest.approx(0.8, rel=0.1)
    assert moved(14.0, 17.0) / 3.0 == pytest.approx(1.5, rel=0.1)
    assert moved(driver.seconds - 2.0, driver.seconds) < 0.05
    assert remainder(track[-1, 3] - 1.2, tau) == pytest.approx(0.0, abs=radians(15.0))
    memory = {node["name"]: node["peak_rss_mb"] for node in result["nodes"]}  # type: ignore[attr-defined]
    assert memory["look_ahead_policy"] < 350.0, "gains stay on disk"
