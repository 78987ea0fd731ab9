"""What arguments of the graph mean to `biped hil`, which decides some of them itself."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from biped_control.errors import ConfigurationError

if TYPE_CHECKING:
    from biped_control.nodes.graph import Graph, Value

# Without nodes, clock and page there is nothing that they could change.
_NEED_NODES = (
    "answer_wait_ms",
    "composed",
    "headless",
    "joystick",
    "page_port",
    "planner",
    "priority",
    "result_file",
    "steer",
    "trace_file",
)


def hil_values(graph: "Graph", defaults: Sequence[str], given: Sequence[str]) -> "dict[str, Value]":
    """Values of all arguments of the graph.

    Args:
        graph: the description.
        defaults: `key:=value` of `biped hil`.
        given: `key:=value` of the user.

    Raises:
        BipedError: an argument that does not exist, an impossible value, or one that has no effect here.
    """
    values = graph.parse([*defaults, "hardware:=true", *given])
    if not values["hardware"]:
        raise ConfigurationError(
            "hardware:=false: expected it left out; `biped hil` is for a robot on its buses, "
            "`biped walk` simulates one without"
        )
    for key, _, text in (assignment.partition(":=") for assignment in given):
        if values[key] is True and graph.arguments[key].value_of(key, text) is False:
            raise ConfigurationError(
                f"{key}:={text}: expected it left out; a robot on its buses cannot do without"
            )
    return values


def require_lock_step(values: "dict[str, Value]", given: Sequence[str]) -> None:
    """
    Raises:
        ConfigurationError: an argument has no effect without nodes and clock, or is impossible there.
    """
    keys = [assignment.partition(":=")[0] for assignment in given]
    if idle := [key for key in keys if key in _NEED_NODES]:
        raise ConfigurationError(
            f"{', '.join(idle)}: no effect with --lock-step, which runs no nodes; leave one of them out"
        )
    if values["bus_mode"] != "live":
        raise ConfigurationError(f"bus_mode:={values['bus_mode']}: with --lock-step expected live")
    if not float(values["seconds"]) > 0.0:
        raise ConfigurationError(
            "seconds:=0: with --lock-step expected more than 0; it has no Ctrl-C to wait for"
        )
