"""Asking nodes of a running graph for something from outside: every node that has a service of some name."""

import time
from collections.abc import Mapping
from typing import Any

from biped.srv import Edit
from rclpy.executors import Executor
from rclpy.node import Node
from std_srvs.srv import Trigger

from biped_control.errors import GraphError
from biped_control.nodes.visit import DISCOVERY_S, TURN_S, visit

_ANSWER_WITHIN_S = 5.0
_KINDS: dict[str, Any] = {"edit": Edit, "estop": Trigger, "reset_fault": Trigger}


def request(service: str, domain: int, **fields: object) -> dict[str, str]:
    """Calls `~/service` of every node of a domain that has it.

    Args:
        service: one of `_KINDS`, each with `success` and `message` in its answer.
        domain: of ROS.
        fields: of the request.

    Returns:
        The answers by node.

    Raises:
        GraphError: nobody has it, one does not answer, or refuses.
    """
    kind = _KINDS[service]
    with visit(f"asks_for_{service}", domain) as (node, executor):
        futures: dict[str, Any] = {
            name: node.create_client(kind, name).call_async(kind.Request(**fields))
            for name in _offered(service, kind, node, executor)
        }
        deadline = time.monotonic() + _ANSWER_WITHIN_S
        while not all(future.done() for future in futures.values()):
            if time.monotonic() > deadline:
                silent = [name for name, future in futures.items() if not future.done()]
                raise GraphError(f"no answer from {', '.join(silent)} within {_ANSWER_WITHIN_S:g} s")
            executor.spin_once(timeout_sec=TURN_S)
        return _granted({name: future.result() for name, future in futures.items()})


def _offered(service: str, kind: Any, node: Node, executor: Executor) -> list[str]:
    of_kind = f"{kind.__module__.partition('.')[0]}/srv/{kind.__name__}"
    deadline = time.monotonic() + DISCOVERY_S
    while time.monotonic() < deadline:
        found = [
            name
            for name, kinds in node.get_service_names_and_types()
            if name.endswith(f"/{service}") and of_kind in kinds and node.count_services(name)  # not a client
        ]
        if found and all(_ready(kind, node, name) for name in found):
            return found
        executor.spin_once(timeout_sec=TURN_S)
    domain = node.context.get_domain_id()
    raise GraphError(f"nobody offers {service} in ROS domain {domain}; is a walk running? See `biped status`")


def _ready(kind: Any, node: Node, name: str) -> bool:
    client: Any = node.create_client(kind, name)
    ready = bool(client.service_is_ready())
    node.destroy_client(client)
    return ready


def _granted(answers: Mapping[str, Any]) -> dict[str, str]:
    granted = {name.rpartition("/")[0].strip("/"): answer for name, answer in answers.items()}
    if refusals := [f"{name}: {answer.message}" for name, answer in granted.items() if not answer.success]:
        raise GraphError("; ".join(refusals))
    return {name: answer.message for name, answer in granted.items()}
