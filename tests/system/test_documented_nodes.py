"""The table of nodes in docs/ros.md, and config/graph.yaml, against the parameters that the nodes declare."""

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

from rclpy.parameter import Parameter

from biped_control.nodes.composed import node_class
from biped_control.nodes.graph import load_graph

GRAPH = load_graph()
DOCUMENT = Path(__file__).parents[2] / "docs" / "ros.md"
OF_EVERY_NODE = {"autostart", "priority"}  # the text below the table has them
OF_ROS = {"use_sim_time", "start_type_description_service"}


def documented() -> dict[str, tuple[str, ...]]:
    """Parameters by node, a star behind those that may be changed while the robot walks."""
    table = (
        DOCUMENT.read_text(encoding="utf-8").partition("## Nodes")[2].partition("Parameters with a star")[0]
    )
    rows = re.findall(r"^\| `(\w+)` \|.*\| `([^`]+)` \|$", table, re.MULTILINE)
    return {name: tuple(parameters.split()) for name, parameters in rows}


def test_the_table_has_every_node() -> None:
    assert set(documented()) == set(GRAPH.nodes)


@pytest.mark.parametrize("name", GRAPH.nodes)
def test_a_node_has_the_parameters_of_the_table(bench: Any, name: str) -> None:
    if name == "dashboard":
        pytest.importorskip("viser")
    node = bench.start(node_class(name), autostart=False)
    declared = set(node.list_parameters([], 0).names) - OF_ROS - OF_EVERY_NODE
    changeable = {key for key in declared if not node.describe_parameter(key).read_only}
    assert {key + "*" * (key in changeable) for key in declared} == set(documented()[name])
    assert declared >= set(GRAPH.nodes[name].parameters) - OF_EVERY_NODE


@pytest.mark.parametrize("name", GRAPH.nodes)
def test_an_argument_of_the_graph_is_the_same_parameter_in_every_node(bench: Any, name: str) -> None:
    if name == "dashboard":
        pytest.importorskip("viser")
    node = bench.start(node_class(name), autostart=False)
    shared = set(node.list_parameters([], 0).names) & set(GRAPH.arguments)
    assert shared >= set(GRAPH.nodes[name].parameters)
    for key in shared:
        argument, descriptor = GRAPH.arguments[key], node.describe_parameter(key)
        parameter: Parameter[Any] = node.get_parameter(key)
        assert parameter.value == GRAPH.default(key), key
        assert type(parameter.value).__name__ == argument.type, key
        limits = [
            (r.from_value, r.to_value) for r in (*descriptor.integer_range, *descriptor.floating_point_range)
        ]
        assert limits == ([argument.limits] if argument.limits else []), key
        assert descriptor.description == argument.description, key
