"""What must come from the operating system, with the Debian package that brings it."""

from __future__ import annotations

import ctypes
import importlib.util
import platform
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from biped_control.errors import EnvironmentSetupError

OLDEST_PYTHON = (3, 10)
NEWEST_PYTHON = (3, 13)


@dataclass(frozen=True)
class SystemPart:
    """One thing that pip cannot install."""

    name: str
    debian_package: str
    present: bool


def system_parts() -> list[SystemPart]:
    """The parts that building the environment needs, looked up for the running interpreter and PATH."""
    compiler = any(shutil.which(name) for name in ("c++", "g++", "clang++"))
    # Debian splits ensurepip off into the venv package: the venv module alone does not mean that venvs work.
    venv = all(importlib.util.find_spec(name) is not None for name in ("venv", "ensurepip"))
    header = Path(sysconfig.get_path("include")) / "Python.h"
    return [
        SystemPart("C++ compiler", "g++", compiler),
        SystemPart("CMake", "cmake", shutil.which("cmake") is not None),
        SystemPart("make", "make", shutil.which("make") is not None),
        SystemPart("Python venv module", "python3-venv", venv),
        SystemPart("Python C headers", "python3-dev", header.is_file()),
        SystemPart("OpenGL library", "libgl1", _loads("libGL.so.1")),  # dartpy links its viewer
    ]


def require_system_parts() -> None:
    """Checks that the environment can be built here.

    Raises:
        EnvironmentSetupError: one line that names everything missing and the command that installs it.
    """
    version = sys.version_info[:2]
    if not OLDEST_PYTHON <= version <= NEWEST_PYTHON:
        supported = f"{_dotted(OLDEST_PYTHON)} to {_dotted(NEWEST_PYTHON)}"
        raise EnvironmentSetupError(
            f"Python {_dotted(version)} ({sys.executable}) is not supported, expected {supported}: "
            f"name another one, e.g. `make env PYTHON=python{_dotted(NEWEST_PYTHON)}`"
        )
    machine = (platform.system(), platform.machine())
    if machine != ("Linux", "x86_64"):
        raise EnvironmentSetupError(
            f"the ROS wheels exist for Linux on x86_64, not for {' on '.join(machine)}: "
            "use a ROS installation (docs/installation.md)"
        )
    missing = [part for part in system_parts() if not part.present]
    if missing:
        names = ", ".join(part.name for part in missing)
        packages = " ".join(part.debian_package for part in missing)
        raise EnvironmentSetupError(
            f"missing on this machine: {names}; install with `apt install {packages}`"
        )


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(str(number) for number in version)
