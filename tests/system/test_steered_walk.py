"""The steered graph on clips of the library, driven from outside as other programs do."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

import rclpy
from biped.msg import ClipDecision, RobotState
from geometry_msgs.msg import TwistStamped
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor

from biped_control.analysis.library.build import BuildRequest, build_library
from biped_control.nodes.control_node import CONTROL_QOS, DECISION_QOS
from biped_control.nodes.graph import load_graph
from biped_control.nodes.graph_runner import GraphRunner
from biped_control.nodes.operator_messages import stamped_twist_message
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
def standing_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stand, the walk and the ways between, in a library of their own: steering would use others, too."""
    folder = tmp_path_factory.mktemp("standing")
    names = ("stand_to_walk", "walk_to_stand")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("BIPED_LIBRARY", str(folder))
        assert not build_library(BuildRequest(names), load_settings(), Silent()).failures
    return folder


class Driver:
    """Another program that says `cmd_vel` twenty times a second and keeps what the robot does.

    Attributes:
        track: tick, x and y [m] of every state.
        decisions: clips and reasons, in order.
    """

    def __init__(self, velocity_at: Callable[[float], Velocity | None]) -> None:
        self.track: list[tuple[int, float, float]] = []
        self.decisions: list[ClipDecision] = []
        self._velocity_at = velocity_at
        self._end = threading.Event()

    @contextmanager
    def driving(self) -> Iterator[None]:
        thread = threading.Thread(target=self._drive)
        thread.start()
        try:
            yield
        finally:
            self._end.set()
            thread.join()

    def _drive(self) -> None:
        context = Context()
        rclpy.init(context=context)
        node = rclpy.create_node("driver", context=context)
        executor = SingleThreadedExecutor(context=context)
        executor.add_node(node)
        node.create_subscription(RobotState, "robot_state", self._on_state, CONTROL_QOS)
        node.create_subscription(ClipDecision, "clip_decision", self.decisions.append, DECISION_QOS)
        publisher: Any = node.create_publisher(TwistStamped, "cmd_vel", 1)
        said = 0.0
        while not self._end.is_set():
            executor.spin_once(timeout_sec=0.02)
            velocity = self._velocity_at(self.track[-1][0] / RATE) if self.track else None
            if velocity is not None and time.monotonic() - said > 0.05:
                publisher.publish(stamped_twist_message(velocity, node.get_clock().now().to_msg()))
                said = time.monotonic()
        executor.shutdown()
        node.destroy_node()
        rclpy.try_shutdown(context=context)

    def _on_state(self, message: RobotState) -> None:
        position = message.base_pose.position
        self.track.append((message.tick, position.x, position.y))


@pytest.mark.usefixtures("traceless")
def test_from_standing_it_walks_and_stands_again(
    standing_library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short version of issue 4's run from standing."""
    monkeypatch.setenv("BIPED_LIBRARY", str(standing_library))
    begins, ends, over = 1.0, 6.0, 16.0

    def velocity(seconds: float) -> Velocity | None:
        if seconds < begins:
            return None
        return Velocity(1.2 if seconds < ends else 0.0)

    driver, graph = Driver(velocity), load_graph()
    values = graph.parse(["headless:=true", "steer:=true", "clip:=stand", f"seconds:={over}"])
    with driver.driving():
        result = GraphRunner(graph, values).run()
    assert (result["fault"], result["fell"], result["ticks"]) == ("", False, round(over * RATE))
    assert list(result["clips"]) == ["stand", "stand_to_walk", "walk", "walk_to_stand"]  # type: ignore[call-overload]
    assert all(decision.reason for decision in driver.decisions)
    ticks, positions = np.array(driver.track)[:, 0], np.array(driver.track)[:, 1:]
    before = positions[ticks < begins * RATE]
    stands = positions[ticks > (over - 4.0) * RATE]
    assert np.linalg.norm(before - before[0], axis=1).max() < 0.05
    assert np.linalg.norm(stands - stands[0], axis=1).max() < 0.05
    assert np.linalg.norm(stands[-1] - before[0]) > 4.0
    memory = {node["name"]: node["peak_rss_mb"] for node in result["nodes"]}  # type: ignore[attr-defined]
    assert memory["look_ahead_policy"] < 350.0, "gains stay on disk"
