"""Frames on /tf, with a stand-in for `tf2_msgs`, which the wheels do not have."""

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from builtin_interfaces.msg import Time

from biped_control.nodes.robot_state_messages import robot_state_message
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import State


class RecordingNode:
    """Keeps what is published."""

    def __init__(self) -> None:
        self.published: dict[str, list[Any]] = {}

    def create_publisher(self, kind: Any, topic: str, qos: Any) -> Any:
        return SimpleNamespace(publish=self.published.setdefault(topic, []).append)

    create_lifecycle_publisher = create_publisher

    def get_clock(self) -> Any:
        return SimpleNamespace(now=lambda: SimpleNamespace(to_msg=Time))


@pytest.fixture
def transforms_module(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    messages = ModuleType("tf2_msgs.msg")
    messages.TFMessage = SimpleNamespace  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tf2_msgs", ModuleType("tf2_msgs"))
    monkeypatch.setitem(sys.modules, "tf2_msgs.msg", messages)
    name = "biped_control.nodes.transforms"
    monkeypatch.delitem(sys.modules, name, raising=False)
    yield importlib.import_module(name)
    sys.modules.pop(name, None)


def test_the_tree_of_frames(transforms_module: Any, robot: RobotModel) -> None:
    node = RecordingNode()
    transforms = transforms_module.Transforms(node)
    (static,) = node.published["/tf_static"]
    assert [(t.header.frame_id, t.child_frame_id) for t in static.transforms] == [("map", "odom")]

    q = np.zeros(robot.nv)
    q[:6] = [1.0, 2.0, 0.9, 0.6, 0.1, -0.05]
    state = Observation(State(q, np.zeros(robot.nv)), np.zeros((0, 3)), np.zeros((0, 3)))
    transforms.publish(robot_state_message(120, 120.0, state))
    (message,) = node.published["/tf"]
    base, footprint = message.transforms
    assert (base.header.frame_id, base.child_frame_id) == ("odom", "base_link")
    assert (footprint.header.frame_id, footprint.child_frame_id) == ("odom", "base_footprint")
    assert base.header.stamp.sec == footprint.header.stamp.sec == 1
    translation = base.transform.translation
    assert (translation.x, translation.y, translation.z) == (1.0, 2.0, 0.9)
    turn = footprint.transform.rotation
    assert (turn.x, turn.y) == (0.0, 0.0), "no roll and no pitch"
    assert 2.0 * np.arctan2(turn.z, turn.w) == pytest.approx(0.6)
    assert footprint.transform.translation.z < 0.1, "on the floor, not at the waist"
