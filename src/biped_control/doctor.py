"""What `biped doctor` looks at: is everything here, from where, and what to do about the rest.

Checks neither print nor raise: each returns a `Check`, the command line renders them. ROS is examined in a
process of its own, because binaries of two mixed installations end a process instead of raising an exception.
"""

import importlib
import importlib.metadata
import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from biped_control.environment.system_parts import NEWEST_PYTHON, OLDEST_PYTHON, system_parts
from biped_control.errors import BipedError
from biped_control.resources import share_path

Status = Literal["ok", "warning", "missing"]
ROS_SECONDS = 60.0

# Import name, distribution name, what stops working without it ("": everything).
_LIBRARIES = (
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
_RESOURCES = (
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

# Runs in another interpreter and prints one JSON object; `missing` names what cannot be imported.
_ROS_PROBE = """
import importlib, json, os
found = {"missing": {}}
for name in ("rclpy", "biped.msg", "biped.srv", "tf2_msgs.msg", "launch_ros"):
    try:
        found[name] = importlib.import_module(name).__file__
    except Exception as error:
        found["missing"][name] = f"{type(error).__name__}: {error}"
if "rclpy" in found:
    import rclpy
    found["middleware"] = rclpy.get_rmw_implementation_identifier()
print(json.dumps(found))
"""


@dataclass(frozen=True)
class Check:
    """One finding.

    Attributes:
        name: what was looked at.
        status: `missing` means that nothing can run; `warning` that something is left out or slower.
        found: what is there, or why it is not.
        advice: what to do; empty when `ok`.
    """

    name: str
    status: Status
    found: str
    advice: str = ""


def examine() -> Iterator[Check]:
    """All checks, one after the other (a few seconds: libraries are really imported)."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # else its import prints a greeting
    yield check_python(sys.version_info[:3])
    yield from check_system_parts()
    for module, distribution, lost in _LIBRARIES:
        yield check_library(module, distribution, lost)
    yield from (check_resource(relative) for relative in _RESOURCES)
    yield from check_ros(probe_ros())
    yield check_scheduling(_limit(resource.RLIMIT_RTPRIO), os.geteuid() == 0)
    yield check_memory_locking(_limit(resource.RLIMIT_MEMLOCK), os.geteuid() == 0)
    yield check_shared_memory(Path("/dev/shm"))


def healthy(checks: Sequence[Check]) -> bool:
    """Whether the library can do its work here; warnings do not count."""
    return all(check.status != "missing" for check in checks)


def as_json(checks: Sequence[Check]) -> dict[str, list[dict[str, str]]]:
    """The documented JSON of `biped doctor`: `checks[]` with name, status, found and advice."""
    return {"checks": [asdict(check) for check in checks]}


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


@dataclass(frozen=True)
class RosProbe:
    """What another interpreter could import of ROS.

    Attributes:
        places: file of every module that was imported.
        missing: error message of every module that was not.
        middleware: name of the middleware; empty without rclpy.
    """

    places: dict[str, str]
    missing: dict[str, str]
    middleware: str


def probe_ros(run: Callable[..., "subprocess.CompletedProcess[str]"] = subprocess.run) -> RosProbe:
    """Imports rclpy, our messages and the optional packages in a process of its own."""
    command = [sys.executable, "-c", _ROS_PROBE]
    try:
        result = run(command, capture_output=True, text=True, timeout=ROS_SECONDS)
    except subprocess.TimeoutExpired:
        return RosProbe({}, {"rclpy": f"no answer within {ROS_SECONDS:.0f} s"}, "")
    try:
        found: dict[str, object] = json.loads(result.stdout)
    except ValueError:
        last = (result.stderr.strip().splitlines() or ["no output"])[-1]
        return RosProbe({}, {"rclpy": f"the interpreter ended with status {result.returncode}: {last}"}, "")
    missing = found.pop("missing")
    middleware = found.pop("middleware", "")
    assert isinstance(missing, dict)
    return RosProbe({name: str(place) for name, place in found.items()}, missing, str(middleware))


def check_ros(probe: RosProbe) -> Iterator[Check]:
    """ROS as seen by a process: client library, our interfaces, and what only a ROS installation brings."""
    if "rclpy" not in probe.places:
        advice = (
            "`make env` brings ROS 2 from wheels; without it `biped rollout` works, `biped walk` does not"
        )
        yield Check("ROS 2", "warning", probe.missing["rclpy"], advice)
        return
    origin = "wheels" if probe.places["rclpy"].startswith(sys.prefix) else "a ROS installation"
    yield Check("ROS 2", "ok", f"{probe.middleware}, from {origin} ({Path(probe.places['rclpy']).parent})")
    for name in ("biped.msg", "biped.srv"):
        if name in probe.places:
            yield Check(name, "ok", str(Path(probe.places[name]).parent))
        else:
            advice = "`make env`, or `colcon build` and source `install/setup.bash`"
            yield Check(
                name, "warning", probe.missing[name], f"{advice}; without it `biped walk` does not work"
            )
    for name, lost in (
        ("tf2_msgs.msg", "`/tf` is not published"),
        ("launch_ros", "`biped walk` does the launching"),
    ):
        if name in probe.places:
            yield Check(name, "ok", str(Path(probe.places[name]).parent))
        else:
            yield Check(name, "warning", "not in the wheels", f"{lost}; it comes with a ROS installation")


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


def _limit(kind: int) -> int:
    soft, _ = resource.getrlimit(kind)
    return -1 if soft == resource.RLIM_INFINITY else soft
