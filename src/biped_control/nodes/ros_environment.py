"""Environment variables for the node processes of one run."""

import os
import socket
from collections.abc import Mapping
from pathlib import Path

from biped_control.resources import share_path

_DOMAINS = range(1, 102)  # what Linux leaves free: higher ones meet the ports of outgoing connections

_PARTICIPANTS = 100  # of a domain that are looked for

_PROFILE_VARIABLES = ("FASTDDS_DEFAULT_PROFILES_FILE", "FASTRTPS_DEFAULT_PROFILES_FILE")


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
    } | discovery_profile(inherited)
    environment = defaults | dict(inherited)
    if not environment.get("ROS_DOMAIN_ID"):
        environment["ROS_DOMAIN_ID"] = str(free_domain())
    return environment


def discovery_profile(inherited: Mapping[str, str]) -> dict[str, str]:
    """The variable that makes Fast DDS read `config/fastdds.xml`; none where the user has a profile."""
    if any(name in inherited for name in _PROFILE_VARIABLES):
        return {}
    newer, older = _PROFILE_VARIABLES
    variable = older if inherited.get("ROS_DISTRO") == "jazzy" else newer
    return {variable: str(share_path("config/fastdds.xml"))}


def free_domain() -> int:
    """A ROS domain in which nobody on this machine takes part, as far as its UDP ports tell."""
    first = os.getpid() % len(_DOMAINS)
    for offset in range(len(_DOMAINS)):
        domain = _DOMAINS[(first + offset) % len(_DOMAINS)]
        if _is_free(domain):
            return domain
    return _DOMAINS[first]


def _is_free(domain: int) -> bool:
    """Whether no participant has a port; not only the first, who may have left before the others."""
    for participant in range(_PARTICIPANTS):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.bind(("", 7410 + 250 * domain + 2 * participant))
            except OSError:
                return False
    return True
