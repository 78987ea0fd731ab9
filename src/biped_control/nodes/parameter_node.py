"""Parameters of a node: declared with limits, and refused in the words of the library."""

from collections.abc import Callable
from typing import Any

from rcl_interfaces.msg import (
    FloatingPointRange,
    IntegerRange,
    ParameterDescriptor,
    SetParametersResult,
)
from rclpy.lifecycle import LifecycleNode
from rclpy.parameter import Parameter

from biped_control.controller_switches import SWITCHES
from biped_control.errors import BipedError


class ParameterNode(LifecycleNode):
    """A lifecycle node that declares parameters.

    They are fixed at the start where a change while walking could not take effect. Where it can, `take` hears
    of it, and refuses a value by raising BipedError.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._takers: dict[str, Callable[[Any], None]] = {}
        self.add_on_set_parameters_callback(self._take)

    def text(
        self, name: str, default: str, description: str, take: Callable[[str], None] | None = None
    ) -> str:
        """A text parameter."""
        return str(self._declared(name, default, ParameterDescriptor(description=description), take))

    def flag(self, name: str, default: bool, description: str) -> bool:
        """A switch."""
        return bool(self._declared(name, default, ParameterDescriptor(description=description)))

    def switches(self, *names: str) -> dict[str, bool]:
        """Those switches of the controller that this node heeds, by name."""
        return {name: self.flag(name, False, SWITCHES[name].meaning) for name in names}

    def number(
        self,
        name: str,
        default: float,
        description: str,
        low: float,
        high: float,
        take: Callable[[float], None] | None = None,
    ) -> float:
        """A number between `low` and `high`."""
        limits = [FloatingPointRange(from_value=low, to_value=high)]
        descriptor = ParameterDescriptor(description=description, floating_point_range=limits)
        return float(self._declared(name, default, descriptor, take))

    def integer(self, name: str, default: int, description: str, low: int, high: int) -> int:
        """A whole number between `low` and `high`."""
        limits = [IntegerRange(from_value=low, to_value=high, step=1)]
        return int(
            self._declared(name, default, ParameterDescriptor(description=description, integer_range=limits))
        )

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
