"""Checks of what is installed: interpreter, system parts, libraries, and the files that ship with biped."""

import importlib
import importlib.metadata
import sys
from collections.abc import Iterator

from biped_control.doctor.check import Check, Status
from biped_control.environment.system_parts import NEWEST_PYTHON, OLDEST_PYTHON, system_parts
from biped_control.errors import BipedError
from biped_control.resources import share_path

# Import name, distribution name, what stops working without it ("": everything).
LIBRARIES = (
    ("numpy", "numpy", ""),
    ("scipy", "scipy", ""),
    ("numba", "numba", ""),
    ("pinocchio", "pin", ""),
    ("piqp", "piqp", ""),
    ("pydantic", "pydantic", ""),
    ("yaml", "PyYAML", ""),
    ("ezc3d", "ezc3d", "captures in C3D; all other formats work"),
    ("dartpy", "dartpy", "engine `dart`; engine `lcp` works"),
    ("viser", "viser", "the browser page; `biped walk --headless` works"),
    ("trimesh", "trimesh", "the browser page; `biped walk --headless` works"),
    ("matplotlib", "matplotlib", "pictures of clips; `biped library show --no-plots` works"),
    ("distributed", "distributed", "many rollouts; `biped rollout` works"),
    ("pyarrow", "pyarrow", "results of many rollouts; `biped rollout` works"),
    ("cma", "cma", "search for weights; `biped sweep` works"),
    ("pygame", "pygame-ce", "node `joystick`; keyboard, `cmd_vel` and a `joy` from elsewhere work"),
    ("can", "python-can", "drives on CAN buses; simulation works"),
    ("serial", "pyserial", "serial CAN adapters; SocketCAN works"),
)
RESOURCES = (
    "urdf/biped.urdf",
    "config/actuators.yaml",
    "config/control.yaml",
    "config/gait_norms.yaml",
    "config/graph.yaml",
    "config/joystick.yaml",
    "config/library.yaml",
    "config/operator.yaml",
    "config/robot.yaml",
    "config/ros2_controllers.yaml",
    "config/ros_gz_bridge.yaml",
    "config/running_norms.yaml",
    "config/scenarios.yaml",
    "config/spacetime.yaml",
    "config/steering.yaml",
    "config/weights.yaml",
)


def check_python(version: tuple[int, ...]) -> Check:
    """The interpreter's version against the range we test."""
    found = f"{'.'.join(map(str, version))} ({sys.executable})"
    if OLDEST_PYTHON <= version[:2] <= NEWEST_PYTHON:
        return Check("Python", "ok", found)
    expected = " to ".join(".".join(map(str, end)) for end in (OLDEST_PYTHON, NEWEST_PYTHON))
    return Check("Python", "warning", found, f"use Python {expected}, others are not tested")


def check_system_parts() -> Iterator[Check]:
    """What building the environment or the ROS interfaces needs."""
    for part in system_parts():
        if part.present:
            yield Check(part.name, "ok", "found")
        else:
            yield Check(
                part.name, "warning", "not found", f"`apt install {part.debian_package}` before `make env`"
            )


def check_library(module: str, distribution: str, lost: str) -> Check:
    """Imports a library and tells its version.

    Args:
        module: import name.
        distribution: name to install it by.
        lost: what does not work without it; empty when nothing does.
    """
    try:
        importlib.import_module(module)
    except Exception as error:  # a broken binary raises anything
        advice = f"`make env`, or `pip install {distribution}`"
        status: Status = "warning" if lost else "missing"
        return Check(
            module,
            status,
            f"{type(error).__name__}: {error}",
            f"{advice}; without it: no {lost or 'control'}",
        )
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        version = "version unknown (not installed by pip)"
    return Check(module, "ok", version)


def check_resource(relative: str) -> Check:
    """A file that ships with the library."""
    try:
        return Check(relative, "ok", str(share_path(relative)))
    except BipedError as error:
        return Check(relative, "missing", str(error), "reinstall biped, or run it from a complete checkout")
