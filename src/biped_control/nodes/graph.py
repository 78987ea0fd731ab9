"""The one description of the ROS graph (`config/graph.yaml`), read by `biped walk` and by the launch file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from biped_control.configuration_file import load_configuration
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import GraphError
from biped_control.resources import share_path
from biped_control.settings import ControlSettings, load_settings

Value = str | int | float | bool

_WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class Argument(BaseModel):
    """Something a user may set.

    Attributes:
        type: kind of its value.
        default: value unless the user says otherwise.
        setting: name in config/control.yaml that gives the default instead.
        choices: the only values there are.
        minimum, maximum: range of a number, both or none.
        turns_on: other switches, which this one cannot do without.
        only_with: another switch, without which it would count for nothing.
        only_without: another switch, with which it would count for nothing.
        description: for people, with the unit.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    type: Literal["str", "int", "float", "bool"]
    default: Value | None = None
    setting: str | None = None
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    turns_on: tuple[str, ...] = ()
    only_with: str | None = None
    only_without: str | None = None
    description: str

    @model_validator(mode="after")
    def _has_both_limits_or_none(self) -> "Argument":
        if (self.minimum is None) != (self.maximum is None):
            raise ValueError("expected minimum and maximum, or none of them")
        return self

    def value_of(self, name: str, text: str) -> Value:
        """The typed value of what a user wrote.

        Raises:
            GraphError: it is no such value; the message says what would be.
        """
        try:
            value = _WORDS[text.lower()] if self.type == "bool" else _CONVERTERS[self.type](text)
        except (ValueError, KeyError):
            raise GraphError(f"{name}:={text} is not {self.expected}") from None
        in_choices = not self.choices or value in self.choices
        if not in_choices or (isinstance(value, (int, float)) and not self._in_range(value)):
            raise GraphError(f"{name}:={text} is not {self.expected}")
        return value

    def text_of(self, value: Value) -> str:
        """How a user would write a value."""
        return str(value).lower() if isinstance(value, bool) else str(value)

    @property
    def choice_texts(self) -> tuple[str, ...]:
        """Everything that a user may write, where that can be listed; empty otherwise."""
        return ("true", "false") if self.type == "bool" else self.choices

    @property
    def expected(self) -> str:
        """What values are possible, in words."""
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        kind = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false"}[
            self.type
        ]
        return kind if self.limits is None else "{} from {:g} up to {:g}".format(kind, *self.limits)

    @property
    def limits(self) -> tuple[float, float] | None:
        """Smallest and largest number; None where there is no limit."""
        return None if self.minimum is None or self.maximum is None else (self.minimum, self.maximum)

    def _in_range(self, value: float) -> bool:
        low, high = self.limits or (float("-inf"), float("inf"))
        return low <= value <= high and abs(value) != float("inf")


_CONVERTERS = {"str": str, "int": int, "float": float}


class NodeEntry(BaseModel):
    """A node of the graph.

    Attributes:
        parameters: names of the arguments that it gets as parameters of the same name.
        unless: name of a switch that leaves the node out.
        only_if: name of a switch without which the node is left out.
        ends_run: the run is over when this node ends.
        onlooker: no other node waits for it, so it may wait for the processor.
        restarts: how often in a run it is started again when it has died; only for onlookers.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    parameters: tuple[str, ...] = ()
    unless: str | None = None
    only_if: str | None = None
    ends_run: bool = False
    onlooker: bool = False
    restarts: int = Field(default=0, ge=0)


@dataclass(frozen=True)
class NodeSpec:
    """A node that is to be started.

    Attributes:
        name: name of the node and of its executable (`ros2 run biped NAME`); its module is
            `biped_control.nodes.NAME`.
        parameters: its ROS parameters.
        ends_run: the run is over when this node ends.
        onlooker: no other node waits for it.
        restarts: how often it is started again when it has died.
    """

    name: str
    parameters: Mapping[str, Value]
    ends_run: bool
    onlooker: bool
    restarts: int = 0

    @property
    def module(self) -> str:
        """Python module of the node."""
        return f"biped_control.nodes.{self.name}"


def merged_parameters(specs: Iterable[NodeSpec]) -> dict[str, Value]:
    """Parameters of several nodes in one process: a name means the same in all of them."""
    merged: dict[str, Value] = {}
    for spec in specs:
        merged |= spec.parameters
    return merged


class Graph(BaseModel):
    """Arguments and nodes, in order."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    arguments: dict[str, Argument]
    nodes: dict[str, NodeEntry]

    def parse(self, assignments: Iterable[str]) -> dict[str, Value]:
        """Values of all arguments: what the user wrote as `key:=value`, defaults for the rest.

        Raises:
            GraphError: not of this form, an unknown key or an impossible value; the message names what is
            possible.
        """
        given: dict[str, str] = {}
        for assignment in assignments:
            key, separator, text = assignment.partition(":=")
            if not separator or not key:
                raise GraphError(
                    f"'{assignment}' is not of the form key:=value; keys are {', '.join(self.arguments)}"
                )
            given[key] = text
        return self.values(given)

    def values(self, given: Mapping[str, str]) -> dict[str, Value]:
        """The same from texts by key.

        Raises:
            GraphError: an unknown key, an impossible value, or one that would count for nothing.
        """
        if unknown := [key for key in given if key not in self.arguments]:
            meant = did_you_mean(unknown[0], self.arguments)
            raise GraphError(
                f"unknown argument '{unknown[0]}'{meant}; expected one of {', '.join(self.arguments)}"
            )
        values = {
            name: argument.value_of(name, given[name]) if name in given else self.default(name)
            for name, argument in self.arguments.items()
        }
        for name, argument in self.arguments.items():
            if values[name] is True:
                values |= dict.fromkeys(argument.turns_on, True)
        for name in self.arguments:
            if values[name] != self.default(name):
                self._require_effect(name, values)
        return values

    def _require_effect(self, name: str, values: Mapping[str, Value]) -> None:
        """
        Raises:
            GraphError: a value counts for nothing.
        """
        argument = self.arguments[name]
        assignment = f"{name}:={argument.text_of(values[name])}"
        if argument.only_with and not values[argument.only_with]:
            raise GraphError(f"{assignment} counts only with {argument.only_with}:=true; add that")
        if argument.only_without and values[argument.only_without]:
            raise GraphError(f"{assignment} has no effect with {argument.only_without}:=true; leave it out")

    @property
    def loop_nodes(self) -> tuple[str, ...]:
        """The nodes that torques depend on, besides the one that commands the actuators."""
        return tuple(name for name, entry in self.nodes.items() if not (entry.onlooker or entry.ends_run))

    def default(self, name: str) -> Value:
        """Value of an argument that the user leaves alone."""
        argument = self.arguments[name]
        default = getattr(load_settings(), argument.setting) if argument.setting else argument.default
        return argument.value_of(name, str(default))

    def settings(self, values: Mapping[str, Value]) -> ControlSettings:
        """Settings of the control loop under complete argument values.

        Raises:
            ConfigurationError: one is out of range.
        """
        chosen = {
            argument.setting: values[name] for name, argument in self.arguments.items() if argument.setting
        }
        rate_hz = float(chosen.pop("rate_hz"))
        return load_settings().replaced(**chosen).at_rate(rate_hz)

    def node_specs(self, values: Mapping[str, Value]) -> list[NodeSpec]:
        """The nodes to start, with their parameters, for complete argument values."""
        return [
            NodeSpec(
                name,
                {key: values[key] for key in entry.parameters},
                entry.ends_run,
                entry.onlooker,
                entry.restarts,
            )
            for name, entry in self.nodes.items()
            if (entry.unless is None or not values[entry.unless])
            and (entry.only_if is None or values[entry.only_if])
        ]


def load_graph(path: Path | None = None) -> Graph:
    """Reads the graph; without a path the one that ships with the library.

    Raises:
        ConfigurationError: unreadable, or a value is missing or unknown.
        GraphError: a node asks for an argument that does not exist, or a node of the loop for restarts.
    """
    path = path or share_path("config/graph.yaml")
    graph = load_configuration(Graph, path)
    for name, entry in graph.nodes.items():
        wanted = [*entry.parameters, *filter(None, (entry.unless, entry.only_if))]
        if missing := [key for key in wanted if key not in graph.arguments]:
            raise GraphError(f"{path}: node '{name}' uses {missing}, which are no arguments of the graph")
        if entry.restarts and not entry.onlooker:
            raise GraphError(f"{path}: node '{name}' has restarts; expected none where torques depend on it")
    for name, argument in graph.arguments.items():
        for switch in filter(None, (*argument.turns_on, argument.only_with, argument.only_without)):
            if switch not in graph.arguments:
                raise GraphError(f"{path}: '{name}' names the switch '{switch}', which is no argument")
    return graph
