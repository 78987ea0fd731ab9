"""Parameters of a node: declared with limits, and refused in the words of the library."""

from collections.abc import Callable
from typing import Any, TypeVar

from rcl_interfaces.msg import (
    FloatingPointRange,
    IntegerRange,
    ParameterDescriptor,
    SetParametersResult,
)
from rclpy.lifecycle import LifecycleNode
from rclpy.parameter import Parameter

from biped_control.errors import BipedError
from biped_control.nodes.graph import Argument, load_graph

_T = TypeVar("_T", str, int, float, bool)


class ParameterNode(LifecycleNode):
    """A lifecycle node that declares parameters.

    Those that are arguments of the graph are declared as `config/graph.yaml` describes them; `text`, `flag`
    and `number` are for what only this node knows.

    They are fixed at the start where a change while walking could not take effect. Where it can, `take` hears
    of it, and refuses a value by raising BipedError.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._graph = load_graph()
        self._takers: dict[str, Callable[[Any], None]] = {}
        self.add_on_set_parameters_callback(self._take)

    def argument(self, name: str, kind: type[_T], take: Callable[[_T], None] | None = None) -> _T:
        """A parameter that is an argument of the graph, of this `kind`."""
        descriptor = _descriptor(self._graph.arguments[name])
        value = self._declared(name, self._graph.default(name), descriptor, take)
        assert isinstance(value, kind), f"argument '{name}' of the graph is no {kind.__name__}"
        return value

    def switches(self, *names: str) -> dict[str, bool]:
        """Those switches of the controller that this node heeds, by name."""
        return {name: self.argument(name, bool) for name in names}

    def text(
        self, name: str, default: str, description: str, take: Callable[[str], None] | None = None
    ) -> str:
        """A text parameter."""
        return str(self._declared(name, default, ParameterDescriptor(description=description), take))

    def flag(self, name: str, default: bool, description: str) -> bool:
        """A switch."""
        return bool(self._declared(name, default, ParameterDescriptor(description=description)))

    def number(self, name: str, default: float, description: str, low: float, high: float) -> float:
        """A number between `low` and `high`."""
        limits = [FloatingPointRange(from_value=low, to_value=high)]
        descriptor = ParameterDescriptor(description=description, floating_point_range=limits)
        return float(self._declared(name, default, descriptor))

    def _declared(
        self,
        name: str,
        default: object,
        descriptor: ParameterDescriptor,
        take: Callable[[Any], None] | None = None,
    ) -> Any:
        descriptor.read_only = take is None
        value: Any = self.declare_parameter(name, default, descriptor).value
        if take is not None:
            self._takers[name] = take
        return value

    def _take(self, parameters: list[Parameter[Any]]) -> SetParametersResult:
        for parameter in parameters:
            try:
                if take := self._takers.get(parameter.name):
                    take(parameter.value)
            except BipedError as error:
                return SetParametersResult(successful=False, reason=str(error))
        return SetParametersResult(successful=True)


def _descriptor(argument: Argument) -> ParameterDescriptor:
    descriptor = ParameterDescriptor(description=argument.description)
    if argument.choices:
        descriptor.additional_constraints = argument.expected
    if argument.limits is not None:
        low, high = argument.limits
        if argument.type == "int":
            descriptor.integer_range = [IntegerRange(from_value=int(low), to_value=int(high), step=1)]
        else:
            descriptor.floating_point_range = [FloatingPointRange(from_value=low, to_value=high)]
    return descriptor
