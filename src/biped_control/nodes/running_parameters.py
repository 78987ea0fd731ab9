"""What other nodes of the running graph were started with, and changing what may be changed."""

from collections.abc import Callable
from typing import Any

from rcl_interfaces.msg import ParameterType, ParameterValue
from rcl_interfaces.srv import GetParameters, SetParameters
from rclpy.clock import Clock, ClockType
from rclpy.parameter import Parameter

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
    """Asks the nodes as soon as they are there, until all have answered; changes what a person wants changed.

    Changes wait for the answer, so they must not come from the executor's own thread, which has to bring it.
    They raise GraphError when the node is not there, does not answer, or refuses.
    """

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
        """Lets another policy take over."""
        self._change(_POLICY, "policy", name)

    def change_gamma(self, gamma: float) -> None:
        """Sets the adaptation parameter."""
        self._change(_ADAPTATION, "gamma", gamma)

    def change_terrain(self, name: str) -> None:
        """Another ground from the next reset on."""
        self._change(_SIMULATOR, "terrain", name)

    def play(self, clip: str) -> None:
        """Asks for a clip."""
        self._change(STEERING, PLAY, clip)

    def _change(self, node: str, name: str, value: str | float) -> None:
        parameters = [Parameter(name, value=value).to_parameter_msg()]
        (result,) = ask(self._writers[node], SetParameters.Request(parameters=parameters)).results
        if not result.successful:
            raise GraphError(result.reason or f"{node} refuses another {name}")

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
