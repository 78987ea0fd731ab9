"""Node classes by name, and several nodes in one process: for high rates and small machines."""

import importlib
import os
import sys
from collections.abc import Callable, Sequence

from biped_control.errors import GraphError
from biped_control.nodes.control_node import ControlNode
from biped_control.nodes.enclave import in_enclave
from biped_control.nodes.executable import COMPOSED
from biped_control.nodes.graph import load_graph
from biped_control.nodes.node_process import run_nodes


def node_class(name: str) -> Callable[[], ControlNode]:
    """The class of node `name`: `look_ahead_policy` is `LookAheadPolicy` of the module of that name.

    Raises:
        GraphError: the graph has no such node.
    """
    known = load_graph().nodes
    if name not in known:
        raise GraphError(f"no node '{name}'; there are {', '.join(known)}")
    module = importlib.import_module(f"biped_control.nodes.{name}")
    factory: Callable[[], ControlNode] = getattr(module, name.title().replace("_", ""))
    return factory


def run(arguments: Sequence[str]) -> int:
    """Runs the nodes that a command line names between the program and `--ros-args`; exit status."""
    end = arguments.index("--ros-args") if "--ros-args" in arguments else len(arguments)
    names = arguments[1:end] or list(load_graph().nodes)
    try:
        factories = [node_class(name) for name in names]
    except GraphError as error:
        print(f"biped: {error}", file=sys.stderr)
        return 1
    name = names[0] if len(names) == 1 else COMPOSED
    return run_nodes(factories, in_enclave([arguments[0], *arguments[end:]], name, os.environ))
