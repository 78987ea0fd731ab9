"""Asking whoever commands the actuators, simulator or bridge to hardware, to stop or to listen again."""

import time
from collections.abc import Mapping
from typing import Any

from rclpy.executors import Executor
from rclpy.node import Node
from std_srvs.srv import Trigger

from biped_control.errors import GraphError
from biped_control.nodes.visit import DISCOVERY_S, TURN_S, visit

_ANSWER_WITHIN_S = 5.0
_TRIGGER = "std_srvs/srv/Trigger"


def request(service: str, domain: int) -> dict[str, str]:
    """Calls service `~/estop` or `~/reset_fault` of every node of a domain that has it.

    Returns:
        The answers by node.

    Raises:
        GraphError: nobody has it, one does not answer, or refuses.
    """
    with visit(f"asks_for_{service}", domain) as (node, executor):
        futures: dict[str, Any] = {
            name: node.create_client(Trigger, name).call_async(Trigger.Request())
            for name in _offered(service, node, executor)
        }
        deadline = time.monotonic() + _ANSWER_WITHIN_S
        while not all(future.done() for future in futures.values()):
            if time.monotonic() > deadline:
                silent = [name for name, future in futures.items() if not future.done()]
                raise GraphError(f"no answer from {', '.join(silent)} within {_ANSWER_WITHIN_S:g} s")
            executor.spin_once(timeout_sec=TURN_S)
        return _granted({name: future.result() for name, future in futures.items()})


def _offered(service: str, node: Node, executor: Executor) -> list[str]:
    deadline = time.monotonic() + DISCOVERY_S
    while time.monotonic() < deadline:
        found = [
            name
            for name, kinds in node.get_service_names_and_types()
            if name.endswith(f"/{service}") and _TRIGGER in kinds
        ]
        if found and all(_ready(node, name) for name in found):
            return found
        executor.spin_once(timeout_sec=TURN_S)
    domain = node.context.get_domain_id()
    raise GraphError(f"nobody offers {service} in ROS domain {domain}; is a walk running? See `biped status`")


def _ready(node: Node, name: str) -> bool:
    client: Any = node.create_client(Trigger, name)
    ready = bool(client.service_is_ready())
    node.destroy_client(client)
    return ready


def _granted(answers: Mapping[str, Trigger.Response]) -> dict[str, str]:
    granted = {name.rpartition("/")[0].strip("/"): answer for name, answer in answers.items()}
    if refusals := [f"{name}: {answer.message}" for name, answer in granted.items() if not answer.success]:
        raise GraphError("; ".join(refusals))
    return {name: answer.message for name, answer in granted.items()}
