"""All checks of the doctor, one after the other."""

import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

from biped_control.doctor.check import Check
from biped_control.doctor.installation import (
    LIBRARIES,
    RESOURCES,
    check_library,
    check_python,
    check_resource,
    check_system_parts,
)
from biped_control.doctor.machine import check_memory_locking, check_scheduling, check_shared_memory
from biped_control.doctor.ros import check_ros, probe_ros


def examine() -> Iterator[Check]:
    """All checks, one after the other (a few seconds: libraries are really imported)."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # else its import prints a greeting
    yield check_python(sys.version_info[:3])
    yield from check_system_parts()
    for module, distribution, lost in LIBRARIES:
        yield check_library(module, distribution, lost)
    yield from (check_resource(relative) for relative in RESOURCES)
    yield from check_ros(probe_ros())
    yield check_scheduling(_limit(resource.RLIMIT_RTPRIO), os.geteuid() == 0)
    yield check_memory_locking(_limit(resource.RLIMIT_MEMLOCK), os.geteuid() == 0)
    yield check_shared_memory(Path("/dev/shm"))


def _limit(kind: int) -> int:
    soft, _ = resource.getrlimit(kind)
    return -1 if soft == resource.RLIM_INFINITY else soft
