"""Environment variables for the node processes of one run."""

import os
import socket
from collections.abc import Mapping
from pathlib import Path

_DOMAINS = range(1, 102)  # what Linux leaves free: higher ones meet the ports of outgoing connections


def node_environment(inherited: Mapping[str, str], cache: Path) -> dict[str, str]:
    """Variables for the nodes: what the user has set stays.

    Unless set otherwise, nobody outside this machine is talked to, and no other run on it: every run has a
    domain of its own.

    Args:
        inherited: this process's variables.
        cache: folder for log files.
    """
    defaults = {
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "ROS_LOG_DIR": str(cache / "log"),
        "PYTHONUNBUFFERED": "1",
    }
    environment = defaults | dict(inherited)
    if not environment.get("ROS_DOMAIN_ID"):
        environment["ROS_DOMAIN_ID"] = str(free_domain())
    return environment


def free_domain() -> int:
    """A ROS domain in which nobody on this machine takes part, as far as its UDP ports tell."""
    first = os.getpid() % len(_DOMAINS)
    for offset in range(len(_DOMAINS)):
        domain = _DOMAINS[(first + offset) % len(_DOMAINS)]
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind(("", 7410 + 250 * domain))  # taken by the first participant of a domain
            except OSError:
                continue
            return domain
    return _DOMAINS[first]
