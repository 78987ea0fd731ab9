"""Checks of the machine: what real time and the middleware want of it."""

import shutil
from pathlib import Path

from biped_control.doctor.check import Check


def check_scheduling(limit: int, root: bool) -> Check:
    """Whether a node may ask for a real-time priority.

    Args:
        limit: highest permitted priority (RLIMIT_RTPRIO); -1 for no limit.
        root: whether the process has the superuser's rights.
    """
    if root or limit == -1 or limit > 0:
        return Check("real-time priority", "ok", "permitted")
    advice = "matters for `realtime:=true` only: add `@realtime - rtprio 98` to /etc/security/limits.d"
    return Check("real-time priority", "warning", "not permitted (RLIMIT_RTPRIO is 0)", advice)


def check_memory_locking(limit: int, root: bool) -> Check:
    """Whether a node of 350 MB may lock its memory.

    Args:
        limit: lockable bytes (RLIMIT_MEMLOCK); -1 for no limit.
        root: whether the process has the superuser's rights.
    """
    if root or limit == -1 or limit >= 350_000_000:
        return Check("memory locking", "ok", "permitted")
    advice = (
        "matters for `realtime:=true` only: add `@realtime - memlock unlimited` to /etc/security/limits.d"
    )
    return Check("memory locking", "warning", f"limited to {limit // 1000} kB", advice)


def check_shared_memory(folder: Path) -> Check:
    """Room for the middleware's shared memory, and what killed processes left there."""
    name = "shared memory"
    if not folder.is_dir():
        return Check(
            name, "warning", f"{folder} does not exist", "messages go through sockets, which is slower"
        )
    leftovers = len(list(folder.glob("fastdds_*")) + list(folder.glob("fastrtps_*")))
    free = shutil.disk_usage(folder).free
    found = f"{free // 1_000_000} MB free in {folder}, {leftovers} files of Fast DDS"
    if free < 50_000_000:
        advice = (
            f"give {folder} 50 MB or more (Docker: --shm-size); delete its fast* files while no node runs"
        )
        return Check(name, "warning", found, advice)
    return Check(name, "ok", found)
