"""Finds the graph that `biped walk` runs on this machine, for commands that want to talk to it."""

from collections.abc import Mapping
from pathlib import Path

from biped_control.errors import GraphError
from biped_control.nodes.executable import STARTED_BY

DOMAIN = "ROS_DOMAIN_ID"


def domain_to_join(inherited: Mapping[str, str], processes: Path = Path("/proc")) -> int:
    """The ROS domain to talk in: the user's own if set, else that of the running walk, else 0.

    Args:
        inherited: this process's variables.
        processes: the kernel's folder of processes.

    Raises:
        GraphError: several walks are running; the message names their domains.
    """
    if own := inherited.get(DOMAIN):
        if not own.isdecimal():
            raise GraphError(f"{DOMAIN}={own}: expected a whole number from 0")
        return int(own)
    domains = _domains_of_walks(processes)
    if len(domains) > 1:
        listed = ", ".join(str(domain) for domain in sorted(domains))
        raise GraphError(f"several walks are running, in domains {listed}; set {DOMAIN} to one of them")
    return domains.pop() if domains else 0


def _domains_of_walks(processes: Path) -> set[int]:
    """Domains of all nodes that some `biped walk` has started."""
    found = set()
    for file in processes.glob("[0-9]*/environ"):
        try:
            entries = file.read_bytes().split(b"\0")
        except OSError:
            continue  # another user's, or it has just ended
        variables = dict(entry.decode(errors="replace").split("=", 1) for entry in entries if b"=" in entry)
        domain = variables.get(DOMAIN, "")
        if STARTED_BY in variables and domain.isdecimal():
            found.add(int(domain))
    return found
