"""What other nodes of the running graph were started with, and changing what may be changed."""

from collections.abc import Callable
from typing import Any

from rcl_interfaces.msg import Parameter, ParameterType, ParameterValue
from rcl_interfaces.srv import GetParameters, SetParameters
from rclpy.clock import Clock, ClockType

from biped_control.dashboard.controls import Setup
from biped_control.errors import GraphError
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.service_call import ask

STEERING, PLAY = "value_function_steering", "play"
"""Who is asked for clips, and with which parameter."""

_LOOK_EVERY_S = 1.0
_POLICY, _ADAPTATION, _SIMULATOR = "look_ahead_policy", "contact_adaptation", "simulator"
_WANTED = {  # fields of Setup
    "policy": (_POLICY, "policy"),
    "gamma": (_ADAPTATION, "gamma"),
    "terrain": (_SIMULATOR, "terrain"),
    "engine": (_SIMULATOR, "engine"),
    "scenario": (_SIMULATOR, "scenario"),
    "steered": (STEERING, "steer"),
}


class RunningParameters:
    """Asks the nodes as soon as they are there, until all have answered."""

    def __init__(self, node: ControlNode, tell: Callable[[Setup], None]) -> None:
        """
        Args:
            node: who asks.
            tell: gets what is known, whenever more is known, and every few seconds what may have changed.
        """
        self._tell = tell
        self._known: dict[str, Any] = {}
        nodes = {name for name, _ in _WANTED.values()}
        self._readers: dict[str, Any] = {
            name: node.create_client(GetParameters, f"{name}/get_parameters") for name in nodes
        }
        self._writers: dict[str, Any] = {
            name: node.create_client(SetParameters, f"{name}/set_parameters")
            for name in (_POLICY, _ADAPTATION, STEERING, _SIMULATOR)
        }
        node.create_timer(_LOOK_EVERY_S, self._look, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def change_policy(self, name: str) -> None:
        """Lets another policy take over.

        Not to be used in the executor's own thread, which must bring the answer.

        Raises:
            GraphError: the node is not there, does not answer, or refuses.
        """
        value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=name)
        self._change(_POLICY, Parameter(name="policy", value=value))

    def change_gamma(self, gamma: float) -> None:
        """Sets the adaptation parameter.

        Raises:
            GraphError: as for `change_policy`.
        """
        value = ParameterValue(type=ParameterType.PARAMETER_DOUBLE, double_value=gamma)
        self._change(_ADAPTATION, Parameter(name="gamma", value=value))

    def change_terrain(self, name: str) -> None:
        """Another ground from the next reset on.

        Raises:
            GraphError: as for `change_policy`.
        """
        value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=name)
        self._change(_SIMULATOR, Parameter(name="terrain", value=value))

    def play(self, clip: str) -> None:
        """Asks for a clip.

        Raises:
            GraphError: as for `change_policy`.
        """
        value = ParameterValue(type=ParameterType.PARAMETER_STRING, string_value=clip)
        self._change(STEERING, Parameter(name=PLAY, value=value))

    def _change(self, name: str, parameter: Parameter) -> None:
        (result,) = ask(self._writers[name], SetParameters.Request(parameters=[parameter])).results
        if not result.successful:
            raise GraphError(result.reason or f"{name} refuses another {parameter.name}")

    def _look(self) -> None:
        for name, client in self._readers.items():
            fields = [field for field, (owner, _) in _WANTED.items() if owner == name]
            if not set(fields) <= set(self._known) and client.service_is_ready():
                names = [_WANTED[field][1] for field in fields]
                future = client.call_async(GetParameters.Request(names=names))
                future.add_done_callback(lambda done, fields=fields: self._learn(fields, done.result()))

    def _learn(self, fields: list[str], answer: GetParameters.Response) -> None:
        for field, value in zip(fields, answer.values, strict=False):
            self._known[field] = _python_value(value)
        self._tell(Setup(**self._known))


def _python_value(value: ParameterValue) -> str | float | bool | None:
    if value.type == ParameterType.PARAMETER_STRING:
        return str(value.string_value)
    if value.type == ParameterType.PARAMETER_BOOL:
        return bool(value.bool_value)
    return float(value.double_value) if value.type == ParameterType.PARAMETER_DOUBLE else None
