"""Recordings: what was said comes out of the file again, and a file is complete or not there."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")
pytest.importorskip("mcap_ros2", reason="mcap-ros2-support is not installed; `make env` installs it")

import rclpy
from biped.msg import JointOrder, JointTorques
from mcap.reader import make_reader
from mcap_ros2.decoder import DecoderFactory
from nav_msgs.msg import Odometry
from rclpy.node import Node
from std_msgs.msg import Float64

from biped_control.errors import GraphError
from biped_control.nodes.message_text import message_text
from biped_control.nodes.qos import CONTROL_QOS, LATCHED_QOS
from biped_control.nodes.recorder import Recorder

Said = list[tuple[str, Any]]


@pytest.fixture
def node(domain: Any) -> Iterator[Node]:
    rclpy.init()
    node = rclpy.create_node("speaker_and_recorder")
    yield node
    node.destroy_node()
    rclpy.shutdown()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Empty; the logs of ROS are elsewhere."""
    folder = tmp_path / "recordings"
    folder.mkdir()
    return folder


def read(path: Path) -> Said:
    """Topics and messages of a file, decoded by somebody else's library."""
    with path.open("rb") as file:
        reader = make_reader(file, decoder_factories=[DecoderFactory()])
        return [(channel.topic, message) for _, channel, _, message in reader.iter_decoded_messages()]


def turn_until(domain: Any, node: Node, condition: Any, what: str) -> None:
    def once() -> bool:
        rclpy.spin_once(node, timeout_sec=0.02)
        return bool(condition())

    domain.wait_until(once, what, 30.0)


def test_what_was_said_comes_out_of_the_file(domain: Any, node: Node, folder: Path) -> None:
    order = node.create_publisher(JointOrder, "joint_order", LATCHED_QOS)
    order.publish(JointOrder(names=["knee", "hip"], robot="a robot", control_rate_hz=120.0))
    torques = node.create_publisher(JointTorques, "joint_torques", CONTROL_QOS)
    path = folder / "new" / "said.mcap"
    recorder = Recorder(node, path)
    turn_until(
        domain, node, lambda: recorder.messages and torques.get_subscription_count(), "the latched message"
    )
    for tick in range(5):
        said = JointTorques(tick=tick, torques=[0.5 * tick, -1.0], fault="" if tick else "none yet")
        torques.publish(said)
        turn_until(domain, node, lambda heard=tick + 1: recorder.messages > heard, "the message")
    # Whoever comes later is recorded too.
    late = node.create_publisher(Odometry, "late", 1)
    turn_until(domain, node, lambda: late.get_subscription_count(), "an ear for the latecomer")
    odometry = Odometry(child_frame_id="base_link")
    odometry.pose.pose.position.x = 2.5
    late.publish(odometry)
    turn_until(domain, node, lambda: recorder.messages > 6, "the latecomer")
    assert not path.exists()
    recorder.finish()
    recorder.discard()

    heard = read(path)
    assert [message.tick for topic, message in heard if topic == "/joint_torques"] == [0, 1, 2, 3, 4]
    last = [message for topic, message in heard if topic == "/joint_torques"][-1]
    assert list(last.torques) == [2.0, -1.0]
    (first,) = [message for topic, message in heard if topic == "/joint_order"]
    assert (list(first.names), first.robot, first.control_rate_hz) == (["knee", "hip"], "a robot", 120.0)
    (pose,) = [message for topic, message in heard if topic == "/late"]
    assert (pose.child_frame_id, pose.pose.pose.position.x) == ("base_link", 2.5)
    assert list(path.parent.iterdir()) == [path]


def test_a_recording_that_is_given_up_leaves_nothing(node: Node, folder: Path) -> None:
    recorder = Recorder(node, folder / "gone.mcap")
    assert list(folder.iterdir()) != []
    recorder.discard()
    assert list(folder.iterdir()) == []


def test_no_file_is_overwritten(node: Node, folder: Path) -> None:
    path = folder / "there.mcap"
    path.write_text("mine")
    with pytest.raises(GraphError, match="exists"):
        Recorder(node, path)
    assert path.read_text() == "mine"


def test_a_folder_that_cannot_be_written_is_named(node: Node, folder: Path) -> None:
    (folder / "file").write_text("")
    with pytest.raises(GraphError, match="cannot be written"):
        Recorder(node, folder / "file" / "x.mcap")


def test_definitions_carry_everything_that_is_in_them() -> None:
    text = message_text("nav_msgs/msg/Odometry")
    for inner in ("std_msgs/Header", "builtin_interfaces/Time", "geometry_msgs/Quaternion"):
        assert text.count(f"MSG: {inner}\n") == 1
    with pytest.raises(GraphError, match="no_such_package/msg/Thing"):
        message_text("no_such_package/msg/Thing")


def biped_record(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "biped_control.cli", "record", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_command_completes_its_file_when_it_is_ended(domain: Any, node: Node, folder: Path) -> None:
    path = folder / "walk.mcap"
    publisher = node.create_publisher(Float64, "heading", 1)
    process = biped_record(str(path))
    try:
        turn_until(domain, node, publisher.get_subscription_count, "the recorder")
        for value in (1.0, 2.0, 3.0):
            publisher.publish(Float64(data=value))
        turn_until(domain, node, lambda: any(folder.glob(".walk.mcap.*")), "the hidden file")
        for _ in range(50):  # a second to hear it in, longer on a loaded machine; it asks for nothing twice
            publisher.publish(Float64(data=3.0))
            rclpy.spin_once(node, timeout_sec=0.02)
        os.kill(process.pid, signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 0, errors
    assert [message.data for topic, message in read(path) if topic == "/heading"][-1] == 3.0


def test_where_nobody_speaks_there_is_no_file(domain: Any, folder: Path) -> None:
    process = biped_record(str(folder / "silence.mcap"), "--seconds", "0.2")
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "nothing was said" in errors
    assert list(folder.iterdir()) == []
