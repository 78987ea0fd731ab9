"""On what a measurement was made."""

import importlib.metadata
import os
import platform
import resource
import sys
from pathlib import Path

import biped_control

_DISTRIBUTIONS = (
    *("numpy", "scipy", "numba", "pin", "dartpy", "piqp", "ros-rclpy"),
    *("qpsolvers", "proxsuite", "quadprog"),
)


def describe_machine() -> dict[str, object]:
    """Processor, cores that this process may use, load, operating system."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "load_average": [round(load, 2) for load in os.getloadavg()],
        "system": platform.platform(),
        "numeric_threads": os.environ.get("OPENBLAS_NUM_THREADS", "not set"),
    }


def describe_versions() -> dict[str, str]:
    """Versions of Python, of this library and of what does its numerics; absent ones are left out."""
    versions = {"python": ".".join(map(str, sys.version_info[:3])), "biped": biped_control.__version__}
    for name in _DISTRIBUTIONS:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return versions


def peak_memory_mb() -> float:
    """Largest resident memory of this process so far [MB]."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
