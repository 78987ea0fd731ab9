"""The policy for SROS 2 (config/sros2_policy.xml) as sets of names, and what a running node needs of it."""

from typing import Any
from xml.etree import ElementTree

from biped_control.nodes.enclave import ROOT
from biped_control.resources import share_path

RIGHTS = ("publish", "subscribe", "reply", "request")


def policy() -> dict[str, dict[str, set[str]]]:
    """Full names by node and right; `*` stands for all."""
    allowed: dict[str, dict[str, set[str]]] = {}
    for enclave in ElementTree.parse(share_path("config/sros2_policy.xml")).iter("enclave"):
        (profile,) = enclave.iter("profile")
        name = profile.attrib["node"]
        assert enclave.attrib["path"] == f"{ROOT}/{name}"
        rights = allowed[name] = {right: set[str]() for right in RIGHTS}
        for group in profile:
            for right in group.attrib:
                assert group.attrib[right] == "ALLOW"
                rights[right] |= {_full(name, str(entry.text)) for entry in group}
    return allowed


def _full(node: str, name: str) -> str:
    if name.startswith("~"):
        return f"/{node}{name[1:]}"
    return name if name.startswith(("/", "*")) else f"/{name}"


def unforeseen(onlooker: Any, name: str) -> set[str]:
    """What a running node does that the policy does not allow, as `onlooker` sees it."""
    questions = {
        "publish": onlooker.get_publisher_names_and_types_by_node,
        "subscribe": onlooker.get_subscriber_names_and_types_by_node,
        "reply": onlooker.get_service_names_and_types_by_node,
        "request": onlooker.get_client_names_and_types_by_node,
    }
    allowed, found = policy()[name], set()
    seen = 0
    for right, ask in questions.items():
        names = {used for used, _ in ask(name, "/")}
        seen += len(names)
        if "*" not in allowed[right]:
            found |= {f"{right} {used}" for used in names - allowed[right]}
    assert seen > 10, f"{name} was not seen"
    return found
