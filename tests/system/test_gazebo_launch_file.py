"""`launch/gazebo.launch.py` starts what it should."""

import shlex
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from recorded_launch import LAUNCH_FOLDER, Recorded, described, load_launch_file, of_kind, started

from biped_control.resources import share_path
from biped_control.robot.simulator_tags import (
    CAMERA_TOPIC,
    FEET,
    GROUND_TRUTH_TOPIC,
    IMU_TOPIC,
    contact_topic,
)
from biped_control.simulation.world_files import WORLDS


@pytest.fixture
def launch_file(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The launch file as a module."""
    for variable in ("GZ_PARTITION", "GZ_IP"):
        monkeypatch.delenv(variable, raising=False)
    return load_launch_file("gazebo", monkeypatch)


def executables(actions: list[Recorded]) -> list[str]:
    return [node.named["executable"] for node in of_kind(actions, "Node")]


def test_the_graph_walks_on_engine_gazebo(launch_file: Any) -> None:
    (walk,) = described(launch_file, "IncludeLaunchDescription")
    (source,) = walk.positional
    assert source.positional[0] == str(LAUNCH_FOLDER / "walk.launch.py")
    assert walk.named["launch_arguments"] == [("engine", "gazebo")]
    assert walk.named["condition"].positional[0].positional == ("walk",)
    beside = started(launch_file)
    assert executables(beside) == ["parameter_bridge"]
    assert not of_kind(beside, "ExecuteProcess")
    (window,) = of_kind(started(launch_file, gui="true"), "ExecuteProcess")
    assert window.named["cmd"] == ["gz", "sim", "-g"]


def test_every_own_argument_is_described_and_switches_have_choices(launch_file: Any) -> None:
    for action in described(launch_file, "DeclareLaunchArgument"):
        assert action.named["description"]
        switch = action.named["default_value"] in ("true", "false")
        assert action.named["choices"] == (["true", "false"] if switch else None)


def test_window_and_bridge_find_the_server_of_the_engine(
    launch_file: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def variables() -> list[tuple[str, str]]:
        actions = launch_file.generate_launch_description().positional[0]
        kinds = [type(action).__name__ for action in actions]
        assert kinds.index("SetEnvironmentVariable") < kinds.index("OpaqueFunction")
        return [action.positional for action in of_kind(actions, "SetEnvironmentVariable")]

    monkeypatch.delenv("ROS_DOMAIN_ID", raising=False)
    assert variables() == [("GZ_PARTITION", "biped_0"), ("GZ_IP", "127.0.0.1")]
    monkeypatch.setenv("ROS_DOMAIN_ID", "42")
    assert variables() == [("GZ_PARTITION", "biped_42"), ("GZ_IP", "127.0.0.1")]
    monkeypatch.setenv("GZ_PARTITION", "mine")
    monkeypatch.setenv("GZ_IP", "10.0.0.1")
    assert variables() == [("GZ_PARTITION", "mine"), ("GZ_IP", "10.0.0.1")]


def test_there_is_one_clock(launch_file: Any) -> None:
    (beside_walk,) = of_kind(started(launch_file), "Node")
    assert beside_walk.named["remappings"] == [("/clock", "/gazebo/clock")]
    alone = started(launch_file, walk="false")
    (bridge,) = [node for node in of_kind(alone, "Node") if node.named["package"] == "ros_gz_bridge"]
    assert bridge.named["remappings"] == []
    assert not of_kind(started(launch_file, bridge="false"), "Node")


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({}, ["-r", "-s", "flat.sdf"]),
        ({"world": "rough", "gui": "true"}, ["-r", "rough.sdf"]),
        ({"world": "stairs", "camera": "true"}, ["-r", "-s", "--headless-rendering", "stairs.sdf"]),
        ({"world": "slope", "camera": "true", "gui": "true"}, ["-r", "slope.sdf"]),
        ({"world": "/else where/mine.sdf"}, ["-r", "-s", "mine.sdf"]),
    ],
)
def test_a_server_of_its_own_has_the_world_that_was_asked_for(
    launch_file: Any, given: dict[str, str], options: list[str]
) -> None:
    (server,) = of_kind(started(launch_file, walk="false", **given), "IncludeLaunchDescription")
    arguments = dict(server.named["launch_arguments"])
    *words, file = shlex.split(arguments["gz_args"])
    assert [*words, Path(file).name] == options
    assert given.get("world", "").startswith("/") or Path(file).is_file()
    parts = server.positional[0].positional[0].positional[0]
    assert parts[0].positional == ("ros_gz_sim",)


def test_every_shipped_world_is_named_in_the_help(launch_file: Any) -> None:
    _, _, description = launch_file.OWN["world"]
    assert all(name in description for name in WORLDS)


def test_the_robot_is_spawned_with_what_was_asked_for(launch_file: Any) -> None:
    def urdf(**given: str) -> ElementTree.Element:
        nodes = of_kind(started(launch_file, walk="false", **given), "Node")
        (frames,) = [node for node in nodes if node.named["executable"] == "robot_state_publisher"]
        value = frames.named["parameters"][0]["robot_description"]
        assert value.named == {"value_type": str}
        return ElementTree.fromstring(value.positional[0])

    expected = ["parameter_bridge", "robot_state_publisher", "create", "spawner"]
    assert executables(started(launch_file, walk="false")) == expected
    assert executables(started(launch_file, walk="false", controllers="false")) == expected[:3]
    control = urdf().find(".//plugin[@filename='gz_ros2_control-system']/parameters")
    assert control is not None
    assert control.text == str(share_path("config/ros2_controllers.yaml"))
    assert urdf(controllers="false").find(".//plugin[@filename='gz_ros2_control-system']") is None
    assert urdf().find(".//sensor[@type='camera']") is None
    assert urdf(camera="true").find(".//sensor[@type='camera']") is not None


def test_controllers_that_are_started_are_configured(launch_file: Any) -> None:
    nodes = of_kind(started(launch_file, walk="false"), "Node")
    (spawner,) = [node for node in nodes if node.named["executable"] == "spawner"]
    settings = yaml.safe_load(share_path("config/ros2_controllers.yaml").read_text(encoding="utf-8"))
    names = [
        word
        for word in spawner.named["arguments"]
        if word in settings["controller_manager"]["ros__parameters"]
    ]
    assert names == ["joint_state_broadcaster", "effort_controller"]


def test_what_is_bridged_is_what_the_robot_publishes() -> None:
    bridged = yaml.safe_load(share_path("config/ros_gz_bridge.yaml").read_text(encoding="utf-8"))
    published = {
        "/clock",
        IMU_TOPIC,
        GROUND_TRUTH_TOPIC,
        CAMERA_TOPIC,
        CAMERA_TOPIC.replace("image", "camera_info"),
        *map(contact_topic, FEET),
    }
    assert {entry["gz_topic_name"] for entry in bridged} == published
    assert {entry["direction"] for entry in bridged} == {"GZ_TO_ROS"}, "nothing acts on the robot by this way"
    ours = {"robot_state", "joint_torques", "joint_states", "odom", "imu/data"}
    assert not ours & {entry["ros_topic_name"] for entry in bridged}
    for entry in bridged:
        assert set(entry) <= {
            "ros_topic_name",
            "gz_topic_name",
            "ros_type_name",
            "gz_type_name",
            "direction",
            "lazy",
        }
