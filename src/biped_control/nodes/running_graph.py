"""Finds the graphs that `biped walk` runs on this machine: who talks to one, or starts one, has to know."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from biped_control.errors import GraphError
from biped_control.nodes.executable import STARTED_BY

DOMAIN = "ROS_DOMAIN_ID"

_LAST = 232  # the ports of higher ones would be beyond 65535
_PATIENCE_S = 5.0  # nodes of a walk that was killed end by themselves
_LOOK_EVERY_S = 0.1


def domain_to_join(inherited: Mapping[str, str], processes: Path = Path("/proc")) -> int:
    """The ROS domain to talk in: the user's own if set, else that of the running walk, else 0.

    Args:
        inherited: this process's variables.
        processes: the kernel's folder of processes.

    Raises:
        GraphError: several walks are running; the message names their domains. Or the user's is none.
    """
    if (own := _own_domain(inherited)) is not None:
        return own
    domains = _domains_of_walks(processes)
    if len(domains) > 1:
        listed = ", ".join(str(domain) for domain in sorted(domains))
        raise GraphError(f"several walks are running, in domains {listed}; set {DOMAIN} to one of them")
    return domains.pop() if domains else 0


def require_domain_without_walk(
    inherited: Mapping[str, str],
    tell: Callable[[str, str], None],
    processes: Path = Path("/proc"),
    patience_s: float = _PATIENCE_S,
) -> None:
    """Two walks in one domain hear each other's states, torques and decisions, and the robots fall.

    Args:
        inherited: this process's variables.
        tell: hears what is waited for.
        processes: the kernel's folder of processes.
        patience_s: how long a walk that is there may take to end [s].

    Raises:
        GraphError: a walk goes on on this machine in the domain that the user has set, or that is none.
    """
    own = _own_domain(inherited)
    deadline = time.monotonic() + patience_s
    while own in _domains_of_walks(processes):
        tell(f"another walk is running in ROS domain {own}, waiting for it to end", "")
        if time.monotonic() >= deadline:
            raise GraphError(
                f"another walk is running in ROS domain {own} ({DOMAIN}), and the two would hear each other; "
                f"end it, set another {DOMAIN}, or unset it: then every walk takes a free one"
            )
        time.sleep(_LOOK_EVERY_S)


def _own_domain(inherited: Mapping[str, str]) -> int | None:
    """The domain that the user has set."""
    own = inherited.get(DOMAIN)
    if not own:
        return None
    if not (own.isascii() and own.isdecimal()) or int(own) > _LAST:
        raise GraphError(f"{DOMAIN}={own}: expected a whole number from 0 to {_LAST}, or nothing")
    return int(own)


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
