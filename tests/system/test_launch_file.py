"""`launch/walk.launch.py` and `biped walk` start the same nodes with the same parameters."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from recorded_launch import LAUNCH_FOLDER, Recorded, described, load_launch_file, started

from biped_control.errors import GraphError
from biped_control.nodes.exit_status import GRACE, NOT_STARTED
from biped_control.nodes.graph import load_graph
from biped_control.nodes.node_processes import ros_arguments
from biped_control.nodes.ros_environment import node_environment


@pytest.fixture
def launch_file(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The launch file as a module."""
    return load_launch_file("walk", monkeypatch)


def started_by_launch(launch_file: Any, *assignments: str) -> list[Recorded]:
    """The nodes of `ros2 launch biped walk.launch.py ASSIGNMENTS`."""
    return started(launch_file, **dict(assignment.split(":=", 1) for assignment in assignments))


def plain(parameters: dict[str, Any]) -> dict[str, Any]:
    """Parameters without the mark that keeps texts texts."""
    for value in parameters.values():
        if isinstance(value, Recorded):
            assert value.named == {"value_type": str}
            assert isinstance(value.positional[0], str)
        else:
            assert not isinstance(value, str), "launch would guess the type of an unmarked text"
    return {name: v.positional[0] if isinstance(v, Recorded) else v for name, v in parameters.items()}


@pytest.mark.parametrize(
    "assignments",
    [
        (),
        ("headless:=true",),
        ("clip:=02_01", "gamma:=0", "engine:=lcp", "rate:=240", "seconds:=12.5", "realtime:=true", "seed:=7"),
        ("headless:=true", "push:=torso,50,0.1,4", "terrain:=slope", "policy:=lqr", "priority:=40"),
    ],
)
def test_both_front_doors_start_the_same_nodes(launch_file: Any, assignments: tuple[str, ...]) -> None:
    graph = load_graph()
    specs = graph.node_specs(graph.parse(assignments))
    nodes = started_by_launch(launch_file, *assignments)
    assert [node.named["name"] for node in nodes] == [spec.name for spec in specs]
    for node, spec in zip(nodes, specs, strict=True):
        assert (node.named["package"], node.named["executable"]) == ("biped", spec.name)
        assert (node.named["respawn"], node.named["respawn_max_retries"]) == (
            spec.restarts > 0,
            spec.restarts,
        )
        parameters = plain(node.named["parameters"][0])
        assert parameters == dict(spec.parameters)
        assert [type(value) for value in parameters.values()] == [type(v) for v in spec.parameters.values()]


def test_composed_nodes_share_a_process(launch_file: Any) -> None:
    (node,) = started_by_launch(launch_file, "composed:=true", "headless:=true", "seconds:=3")
    graph = load_graph()
    specs = graph.node_specs(graph.parse(["composed:=true", "headless:=true", "seconds:=3"]))
    assert node.named["executable"] == "composed"
    assert node.named["arguments"] == [spec.name for spec in specs]
    parameters = plain(node.named["parameters"][0])
    for spec in specs:
        assert spec.parameters.items() <= parameters.items()


def test_every_argument_is_declared_with_description_and_choices(launch_file: Any) -> None:
    declared, arguments = described(launch_file, "DeclareLaunchArgument"), load_graph().arguments
    assert [action.positional[0] for action in declared] == list(arguments)
    for action, (name, argument) in zip(declared, arguments.items(), strict=True):
        assert action.named["description"] == argument.description
        assert isinstance(action.named["default_value"], str)
        choices = action.named["choices"]
        assert choices is None or action.named["default_value"] in choices, name
        assert (choices is None) == (argument.type != "bool" and not argument.choices)


def test_both_front_doors_set_the_same_environment(
    launch_file: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def set_by_launch() -> dict[str, Any]:
        return dict(action.positional for action in described(launch_file, "SetEnvironmentVariable"))

    for variable in ("FASTDDS_DEFAULT_PROFILES_FILE", "FASTRTPS_DEFAULT_PROFILES_FILE", "ROS_DISTRO"):
        monkeypatch.delenv(variable, raising=False)
    variables = set_by_launch()
    discovery = variables.pop("ROS_AUTOMATIC_DISCOVERY_RANGE")
    assert discovery.named == {"default_value": "LOCALHOST"}
    assert list(variables) == ["FASTDDS_DEFAULT_PROFILES_FILE"]
    assert variables.items() <= node_environment(os.environ, tmp_path).items()
    monkeypatch.setenv("FASTDDS_DEFAULT_PROFILES_FILE", "/my/own.xml")
    assert list(set_by_launch()) == ["ROS_AUTOMATIC_DISCOVERY_RANGE"]
    assert node_environment(os.environ, tmp_path)["FASTDDS_DEFAULT_PROFILES_FILE"] == "/my/own.xml"


def test_bad_values_are_refused(launch_file: Any) -> None:
    with pytest.raises(GraphError, match="gamma:=-1"):
        started_by_launch(launch_file, "gamma:=-1")


def test_the_launch_ends_with_the_simulation_or_with_a_node_that_cannot_start(launch_file: Any) -> None:
    on_exit = {node.named["name"]: node.named["on_exit"] for node in started_by_launch(launch_file)}
    ended = SimpleNamespace(process_name="some node", returncode=0)
    not_started = SimpleNamespace(process_name="some node", returncode=NOT_STARTED)
    running = SimpleNamespace(is_shutdown=False)
    assert on_exit["simulator"](ended, running)
    assert not on_exit["state_broadcaster"](ended, running)
    assert on_exit["reference_planner"](not_started, running)


def test_the_launch_outlives_a_dead_node_only_as_long_as_braking_takes(launch_file: Any) -> None:
    on_exit = {node.named["name"]: node.named["on_exit"] for node in started_by_launch(launch_file)}
    killed = SimpleNamespace(process_name="some node", returncode=-9)
    running, ending = SimpleNamespace(is_shutdown=False), SimpleNamespace(is_shutdown=True)
    (timer,) = on_exit["contact_adaptation"](killed, running)
    assert timer.named["period"] == GRACE
    (later,) = timer.named["actions"]
    assert later.named["function"](running)
    assert not later.named["function"](ending)


def test_a_launch_that_is_ending_already_is_not_told_again(launch_file: Any) -> None:
    ending = SimpleNamespace(is_shutdown=True)
    ended = SimpleNamespace(process_name="some node", returncode=NOT_STARTED)
    for node in started_by_launch(launch_file):
        assert not node.named["on_exit"](ended, ending)


def test_executables_of_all_nodes_are_installed() -> None:
    scripts = (LAUNCH_FOLDER.parent / "setup.cfg").read_text()
    for name in [*load_graph().nodes, "composed"]:
        assert f"    {name} = biped_control.nodes.executable:main\n" in scripts


def test_command_line_parameters_keep_their_types() -> None:
    """ROS's own parser reads what `biped walk` puts on a command line back with the same types."""
    rclpy_context = pytest.importorskip("rclpy.context")
    from rclpy.node import Node

    parameters = {"clip": "02_01", "push": "", "gamma": 0.0, "seed": 3, "realtime": True, "note": "it's 1.0"}
    context = rclpy_context.Context()
    context.init(args=["node", *ros_arguments(parameters)])
    try:
        node = Node("probe", context=context, automatically_declare_parameters_from_overrides=True)
        read = {name: node.get_parameter(name).value for name in parameters}
        node.destroy_node()
    finally:
        context.shutdown()
    assert read == parameters
    assert [type(value) for value in read.values()] == [type(value) for value in parameters.values()]
