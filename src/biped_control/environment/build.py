"""Builds `.venv` in steps that are done once: interpreter, packages, wheels, start, interfaces, library."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from biped_control.environment.baked_paths import repair_baked_paths
from biped_control.environment.stamp import Stamp, digest
from biped_control.environment.system_parts import require_system_parts
from biped_control.errors import EnvironmentSetupError

# Variables of an activated or sourced environment that would leak into pip and CMake.
_FOREIGN_VARIABLES = frozenset(
    {
        "PYTHONPATH",
        "PYTHONHOME",
        "LD_LIBRARY_PATH",
        "AMENT_PREFIX_PATH",
        "CMAKE_PREFIX_PATH",
        "COLCON_PREFIX_PATH",
    }
)


class EnvironmentBuild:
    """The environment of one checkout and the steps that make it."""

    def __init__(self, root: Path, announce: Callable[[str], None]) -> None:
        """
        Args:
            root: the checkout (holds pyproject.toml and requirements.lock).
            announce: receives one line for every step that has work to do.
        """
        self.root = root
        self.prefix = root / ".venv"
        self.python = self.prefix / "bin" / "python"
        self._announce = announce
        self._stamps = self.prefix / "stamps"
        self._logs = self.prefix / "log"
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        self.site_packages = self.prefix / "lib" / f"python{version}" / "site-packages"
        self._interpreter = f"python{version} of {sys.base_prefix} in {self.prefix}"

    def run(self) -> None:
        """Brings the environment up to date.

        Raises:
            EnvironmentSetupError: a system part is missing, or a step failed (its log is named).
        """
        with _only_one(self.root / "pyproject.toml"):
            if self.prefix.exists() and not self._stamps.is_dir():
                raise EnvironmentSetupError(
                    f"{self.prefix} was not made by `make env`: move it away and try again"
                )
            done = self._step("interpreter", digest([], self._interpreter), "creating .venv", self._create)
            files = [self.root / "requirements.lock"]
            message = "installing packages, about a minute"
            done = self._step("packages", digest(files, done), message, self._install_packages)
            files = [_beside("baked_paths.py")]
            wheels = self._step(
                "wheels", digest(files, done), "repairing paths in the ROS wheels", self._repair
            )
            files = [_beside("interpreter_start.py")]
            self._step("start", digest(files, done), "making .venv/bin/python find ROS", self._install_start)
            files = [self.root / name for name in ("package.xml", "CMakeLists.txt", "colcon.meta")]
            files += [*self.root.glob("msg/*.msg"), *self.root.glob("srv/*.srv")]
            message = "building the ROS interfaces, about half a minute"
            self._step("interfaces", digest(files, wheels), message, self._build_interfaces)
            files = [self.root / "pyproject.toml"]
            self._step("library", digest(files, wheels), "installing biped", self._install_library)

    def _step(self, name: str, value: str, message: str, work: Callable[[], None]) -> str:
        stamp = Stamp(self._stamps, name)
        if not stamp.matches(value) or not self.python.exists():
            require_system_parts()
            self._announce(message)
            start = time.monotonic()
            work()
            stamp.write(value)
            self._announce(f"  done in {time.monotonic() - start:.0f} s")
        return value

    def _create(self) -> None:
        shutil.rmtree(self.prefix, ignore_errors=True)
        self._stamps.mkdir(parents=True)
        # The interpreter behind the running one: `make env` may have been called in an activated environment.
        base = getattr(sys, "_base_executable", sys.executable)
        self._call("interpreter", [base, "-m", "venv", str(self.prefix)])

    def _install_packages(self) -> None:
        # --no-deps: the lock is complete, so whatever it does not name must not come in.
        self._pip("packages", "--no-deps", "--requirement", "requirements.lock")

    def _repair(self) -> None:
        repair_baked_paths(self.prefix, self.site_packages)

    def _install_start(self) -> None:
        shutil.copyfile(_beside("interpreter_start.py"), self.site_packages / "biped_interpreter_start.py")
        # Start-up files run in alphabetical order, and this one has to run before the wheels' own.
        (self.site_packages / "biped_interpreter_start.pth").write_text("import biped_interpreter_start\n")

    def _build_interfaces(self) -> None:
        colcon = [str(self.python), "-m", "colcon", "--log-base", str(self._logs / "colcon"), "build"]
        # Merged into the environment itself, so that the interfaces are found wherever the wheels are.
        places = ["--merge-install", "--install-base", str(self.prefix)]
        places += ["--build-base", str(self.prefix / "build"), "--paths", "."]
        options = ["-DBIPED_INTERFACES_ONLY=ON", f"-DPython3_EXECUTABLE={self.python}"]
        self._call("interfaces", [*colcon, *places, "--cmake-clean-cache", "--cmake-args", *options])

    def _install_library(self) -> None:
        self._pip("library", "--no-deps", "--no-build-isolation", "--editable", ".")

    def _pip(self, step: str, *arguments: str) -> None:
        # --no-compile: bytecode is made when a module is first imported, most modules never are (18 s saved).
        pip = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        self._call(step, [*pip, "--no-compile", *arguments])

    def _call(self, step: str, command: Sequence[str]) -> None:
        self._logs.mkdir(parents=True, exist_ok=True)
        log = self._logs / f"{step}.log"
        environment = {name: value for name, value in os.environ.items() if name not in _FOREIGN_VARIABLES}
        with log.open("wb") as output:
            result = subprocess.run(
                command,
                cwd=self.root,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        if result.returncode != 0:
            last = "\n    ".join(log.read_text(errors="replace").splitlines()[-10:])
            raise EnvironmentSetupError(
                f"step `{step}` of `make env` failed (status {result.returncode}), see {log}:\n    {last}"
            )


def _beside(name: str) -> Path:
    return Path(__file__).with_name(name)


@contextmanager
def _only_one(file: Path) -> Iterator[None]:
    """Two builds of one checkout at the same time would overwrite each other: the second one waits."""
    with file.open() as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
