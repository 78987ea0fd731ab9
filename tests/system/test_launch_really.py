"""The launch files under ROS's own `launch`, where there is one; the wheels have none."""

from pathlib import Path
from typing import Any

import pytest

from biped_control.nodes.graph import load_graph

LAUNCH_FILES = sorted((Path(__file__).parents[2] / "launch").glob("*.launch.py"))
WHY = "ROS's launch system is not installed (the wheels have none)"
launch = pytest.importorskip("launch", reason=WHY)
pytest.importorskip("launch_ros.actions", reason=WHY)


def described(path: Path) -> Any:
    from launch.launch_description_sources import PythonLaunchDescriptionSource

    return PythonLaunchDescriptionSource(str(path)).get_launch_description(launch.LaunchContext())


def is_server(entity: Any) -> bool:
    """The launch file of `ros_gz_sim`, which may be absent."""
    arguments = getattr(entity, "launch_arguments", ())
    return "gz_args" in [name for name, _ in arguments]


def executed(path: Path, **given: str) -> list[Any]:
    """What the launch file starts, without starting it."""
    context = launch.LaunchContext()
    context.launch_configurations.update(given)

    def results(entity: Any) -> list[Any]:
        if isinstance(entity, launch.actions.ExecuteLocal) or is_server(entity):  # also every node
            return [entity]
        return [found for part in entity.visit(context) or [] for found in results(part)]

    return [found for entity in described(path).entities for found in results(entity)]


@pytest.mark.parametrize("path", LAUNCH_FILES, ids=lambda path: path.name)
def test_every_argument_is_described(path: Path) -> None:
    arguments = described(path).get_launch_arguments()
    assert arguments
    for argument in arguments:
        assert argument.description not in ("", "no description given"), argument.name
        assert argument.default_value is not None


def test_the_walk_starts_its_nodes() -> None:
    nodes = executed(LAUNCH_FILES[0].with_name("walk.launch.py"), engine="lcp", headless="true")
    graph = load_graph()
    specs = graph.node_specs(graph.parse(["engine:=lcp", "headless:=true"]))
    assert [node.node_executable for node in nodes] == [spec.name for spec in specs]


def test_gazebo_starts_bridge_and_walk() -> None:
    path = LAUNCH_FILES[0].with_name("gazebo.launch.py")
    names = [getattr(node, "node_executable", None) for node in executed(path, headless="true", gui="true")]
    assert names[:2] == ["parameter_bridge", None]
    assert "simulator" in names


def test_gazebo_starts_server_robot_and_controllers() -> None:
    path = LAUNCH_FILES[0].with_name("gazebo.launch.py")
    actions = executed(path, walk="false")
    names = [getattr(node, "node_executable", None) for node in actions]
    assert is_server(actions[1])
    assert names == ["parameter_bridge", None, "robot_state_publisher", "create", "spawner"]


def test_hardware_in_the_loop_runs_its_command() -> None:
    (process,) = executed(LAUNCH_FILES[0].with_name("hil.launch.py"), seconds="3.0")
    words = ["".join(part.text for part in word) for word in process.cmd]
    assert "--seconds=3.0" in words
