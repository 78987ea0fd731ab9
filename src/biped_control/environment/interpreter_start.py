"""Runs whenever an interpreter of `.venv` starts: `.venv/bin/python` finds ROS without activation.

`make env` copies it to site-packages as `biped_interpreter_start`, beside a `.pth` file that imports it.

Why like this. The ROS wheels' libraries load each other by name and the middleware looks up plug-ins in
AMENT_PREFIX_PATH, so both variables must be right before the first library is loaded. The dynamic linker
reads LD_LIBRARY_PATH once, when a process starts: hence the second exec of the same command. The wheels ship
a module with the same idea, but it keeps the variables of a sourced ROS installation (its libraries and
Python modules then win over the wheels' and crash) and passes a guard variable on to other environments. Here
the environment itself is the guard: `corrected` leaves its own result alone, so the second start does
nothing. Rewriting the RPATH of some 400 libraries would also work, but every reinstalled wheel would undo it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

# Set by the wheels' own start-up module, which does nothing when it finds it.
_WHEELS_GUARD = "_ROS_WHEELS_BOOTSTRAP_COMPLETE"


def corrected(environment: Mapping[str, str], prefix: Path, site_packages: Path) -> dict[str, str]:
    """The environment variables that the ROS wheels under `prefix` need.

    Workspaces built on top of the wheels are kept. When another ROS installation was sourced, it and the
    workspaces built on it are taken out of every search path: its binaries do not mix with the wheels.

    Args:
        environment: variables the process was started with.
        prefix: root of the virtual environment.
        site_packages: its site-packages folder.

    Returns:
        A complete new environment; applying the function to it again changes nothing.
    """
    result = dict(environment)
    workspaces = [entry for entry in _entries(environment, "AMENT_PREFIX_PATH") if entry != str(prefix)]
    if any(_is_ros_installation(Path(entry)) for entry in workspaces):
        for name in ("AMENT_PREFIX_PATH", "CMAKE_PREFIX_PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "PATH"):
            kept = [entry for entry in _entries(environment, name) if not _inside(entry, workspaces)]
            _assign(result, name, kept)
        workspaces = []
    _assign(result, "AMENT_PREFIX_PATH", [*workspaces, str(prefix)])

    libraries = [str(prefix / "lib"), *sorted(str(folder) for folder in site_packages.glob("ros_*.libs"))]
    others = [entry for entry in _entries(result, "LD_LIBRARY_PATH") if entry not in libraries]
    overlays = [entry for entry in others if _inside(entry, workspaces)]
    rest = [entry for entry in others if entry not in overlays]
    _assign(result, "LD_LIBRARY_PATH", [*overlays, *libraries, *rest])

    middleware = result.get("RMW_IMPLEMENTATION")
    if middleware and not (prefix / "lib" / f"lib{middleware}.so").exists():
        del result["RMW_IMPLEMENTATION"]  # chosen for another installation; the wheels bring Fast DDS alone
    result[_WHEELS_GUARD] = "1"
    return result


def _is_ros_installation(prefix: Path) -> bool:
    return (prefix / "share" / "rcl").is_dir()


def _entries(environment: Mapping[str, str], name: str) -> list[str]:
    return [entry for entry in environment.get(name, "").split(os.pathsep) if entry]


def _assign(environment: dict[str, str], name: str, entries: list[str]) -> None:
    if entries:
        environment[name] = os.pathsep.join(entries)
    else:
        environment.pop(name, None)


def _inside(entry: str, prefixes: list[str]) -> bool:
    return any(Path(entry).is_relative_to(prefix) for prefix in prefixes)


def start_again_if_needed() -> None:
    """Replaces this process by the same command in the corrected environment, unless it is right already."""
    prefix = Path(sys.prefix)
    wanted = corrected(os.environ, prefix, Path(__file__).parent)
    if wanted == dict(os.environ):
        return
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], wanted)


if __name__ == "biped_interpreter_start":
    start_again_if_needed()
