"""The description of the graph: arguments, their values, nodes and their parameters."""

import importlib
from pathlib import Path

import pytest
from annotated_types import Ge, Le

from biped_control.errors import ConfigurationError, GraphError
from biped_control.nodes.graph import Graph, load_graph, merged_parameters
from biped_control.policies.factory import POLICIES
from biped_control.settings import RATES_HZ, ControlSettings, load_settings
from biped_control.simulation.engines import engine_names
from biped_control.simulation.terrain import TERRAINS
from biped_control.steering.planner_choice import PLANNERS


@pytest.fixture(scope="module")
def graph() -> Graph:
    return load_graph()


def test_choices_are_what_the_library_has(graph: Graph) -> None:
    assert set(graph.arguments["policy"].choices) == set(POLICIES)
    assert set(graph.arguments["engine"].choices) == set(engine_names())
    assert set(graph.arguments["planner"].choices) == set(PLANNERS)
    assert set(graph.arguments["terrain"].choices) == set(TERRAINS)


def test_defaults_of_the_loop_come_from_its_settings(graph: Graph) -> None:
    values, settings = graph.parse([]), load_settings()
    assert values["gamma"] == settings.gamma
    assert values["rate"] == settings.rate_hz
    rate = graph.arguments["rate"]
    assert (rate.minimum, rate.maximum) == RATES_HZ


def test_numbers_of_the_loop_have_the_limits_of_its_settings(graph: Graph) -> None:
    for argument in graph.arguments.values():
        if argument.setting and argument.limits:
            field = ControlSettings.model_fields[argument.setting]
            lowest, highest = argument.limits
            assert Ge(lowest) in field.metadata, argument.setting
            assert Le(highest) in field.metadata, argument.setting


def test_every_number_has_limits(graph: Graph) -> None:
    for name, argument in graph.arguments.items():
        assert (argument.limits is not None) == (argument.type in ("int", "float")), name


def test_settings_of_the_loop_are_what_the_arguments_say(graph: Graph) -> None:
    assert graph.settings(graph.parse([])) == load_settings()
    values = graph.parse(["gamma:=0.02", "rate:=240", "adjust_steps:=true"])
    assert graph.settings(values) == load_settings().replaced(gamma=0.02, adjust_steps=True).at_rate(240.0)


def test_values_are_typed(graph: Graph) -> None:
    values = graph.parse(["gamma:=0", "headless:=True", "seed:=12", "clip:=02_01", "push:=torso,1,2,3"])
    assert (values["gamma"], type(values["gamma"])) == (0.0, float)
    assert values["headless"] is True
    assert (values["seed"], values["clip"], values["push"]) == (12, "02_01", "torso,1,2,3")


@pytest.mark.parametrize(
    ("assignment", "named"),
    [
        ("gama:=0.1", r"'gama'.*clip.*gamma.*rate"),
        ("gamma=0.1", "key:=value"),
        (":=3", "key:=value"),
        ("gamma:=-0.1", "gamma:=-0.1 is not a number from 0"),
        ("gamma:=nan", "gamma:=nan is not a number"),
        ("seconds:=inf", "seconds:=inf is not a number"),
        ("seed:=1.5", "whole number"),
        ("priority:=99", "up to 98"),
        ("headless:=maybe", "true or false"),
        ("engine:=bullet", "one of dart, lcp"),
    ],
)
def test_what_cannot_be_is_refused_with_what_can(graph: Graph, assignment: str, named: str) -> None:
    with pytest.raises(GraphError, match=named):
        graph.parse([assignment])


def test_headless_leaves_the_page_out(graph: Graph) -> None:
    names = {spec.name for spec in graph.node_specs(graph.parse([]))}
    headless = {spec.name for spec in graph.node_specs(graph.parse(["headless:=true"]))}
    assert names - headless == {"dashboard"}
    assert {"simulator", "reference_planner", "look_ahead_policy", "contact_adaptation"} <= headless


def test_a_joystick_is_read_only_if_it_is_asked_for(graph: Graph) -> None:
    names = {spec.name for spec in graph.node_specs(graph.parse([]))}
    asked = {spec.name for spec in graph.node_specs(graph.parse(["joystick:=true"]))}
    assert asked - names == {"joystick"}


def test_who_reads_a_joystick_steers(graph: Graph) -> None:
    assert graph.parse([])["steer"] is False
    for assignments in (["joystick:=true"], ["joystick:=true", "steer:=false"]):
        assert graph.parse(assignments)["steer"] is True


def test_hardware_takes_the_place_of_the_simulator(graph: Graph) -> None:
    values = graph.parse(["hardware:=true", "bus_mode:=dry_run"])
    assert values["realtime"] is values["find_delay"] is True
    specs = graph.node_specs(values)
    assert "simulator" not in [spec.name for spec in specs]
    assert [spec.name for spec in specs if spec.ends_run] == ["hardware_bridge"]
    with pytest.raises(GraphError, match="bus_mode:=dry_run counts only with hardware:=true"):
        graph.parse(["bus_mode:=dry_run"])


def test_what_would_count_for_nothing_is_refused(graph: Graph) -> None:
    with pytest.raises(GraphError, match=r"planner:=greedy counts only with steer:=true"):
        graph.parse(["planner:=greedy"])
    for assignments in (["steer:=true"], ["joystick:=true"]):
        assert graph.parse([*assignments, "planner:=greedy"])["planner"] == "greedy"
    everything = {name: argument.text_of(graph.default(name)) for name, argument in graph.arguments.items()}
    assert graph.values(everything)["steer"] is False, "`ros2 launch` says the defaults, too"


def test_all_nodes_that_know_clips_hear_whether_the_walk_is_steered(graph: Graph) -> None:
    for spec in graph.node_specs(graph.parse(["steer:=true"])):
        if spec.name in ("reference_planner", "look_ahead_policy", "value_function_steering"):
            assert spec.parameters["steer"] is True


def test_parameters_carry_the_arguments_of_the_same_name(graph: Graph) -> None:
    values = graph.parse(["clip:=other", "gamma:=0.02"])
    specs = {spec.name: spec for spec in graph.node_specs(values)}
    assert specs["contact_adaptation"].parameters["gamma"] == 0.02
    for name in ("simulator", "reference_planner", "look_ahead_policy"):
        assert specs[name].parameters["clip"] == "other"
    assert [spec.name for spec in specs.values() if spec.ends_run] == ["simulator"]
    assert merged_parameters(specs.values()).items() <= values.items()


def test_every_node_has_a_module_with_its_class(graph: Graph) -> None:
    pytest.importorskip("biped.msg", reason="the interfaces are not built")
    for spec in graph.node_specs(graph.parse([])):
        if spec.name == "dashboard":
            pytest.importorskip("viser")
        module = importlib.import_module(spec.module)
        assert callable(getattr(module, spec.name.title().replace("_", "")))


@pytest.mark.parametrize(
    ("text", "error", "named"),
    [
        ("arguments: {a: {type: int, default: 1}}\nnodes: {}", ConfigurationError, "arguments.a.description"),
        ("arguments: {}\nnodes: {n: {parameters: [a]}}", GraphError, r"'n' uses \['a'\]"),
        (
            "arguments: {a: {type: int, default: 1, minimum: 0, description: d}}\nnodes: {}",
            ConfigurationError,
            "arguments.a.*expected minimum and maximum",
        ),
        ("arguments: {}\nnodes: {n: {only_if: a}}", GraphError, r"'n' uses \['a'\]"),
        (
            "arguments: {a: {type: int, default: 1, only_with: b, description: d}}\nnodes: {}",
            GraphError,
            "'a' names the switch 'b'",
        ),
        ("arguments: {}\nnodes: {n: {restarts: 1}}", GraphError, "'n' has restarts; expected none"),
        ("arguments: {}\nnodes: {n: {if: a}}", ConfigurationError, r"nodes.n.if"),
    ],
)
def test_a_broken_description_names_the_place(
    tmp_path: Path, text: str, error: type[Exception], named: str
) -> None:
    path = tmp_path / "graph.yaml"
    path.write_text(text)
    with pytest.raises(error, match=named):
        load_graph(path)
