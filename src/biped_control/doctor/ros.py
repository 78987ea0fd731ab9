"""Checks of ROS, in a process of its own: binaries of two mixed installations end a process, no exception."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from biped_control.doctor.check import Check

ROS_SECONDS = 60.0

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
