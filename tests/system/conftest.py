"""What tests on real ROS processes share."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from biped_control.nodes.ros_environment import free_domain
from biped_control.nodes.shared_memory import abandoned, remove_abandoned, segments


@dataclass(frozen=True)
class Domain:
    """A ROS domain that belongs to one test."""

    number: int

    def processes(self) -> dict[int, str]:
        """Other processes in the domain: command line by process id."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                variables = (folder / "environ").read_bytes().split(b"\0")
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue  # not ours, or just ended
            if f"ROS_DOMAIN_ID={self.number}".encode() in variables and command:
                found[int(folder.name)] = command
        found.pop(os.getpid(), None)
        return found

    def kill(self, node: str) -> None:
        """Kills the process of a node without giving it a chance to say good-bye."""
        (pid,) = [pid for pid, command in self.processes().items() if f"nodes.executable {node}" in command]
        os.kill(pid, signal.SIGKILL)

    @staticmethod
    def wait_until(condition: Callable[[], bool], what: str, seconds: float = 60.0) -> None:
        """Waits; the limit is only there so that a broken test ends."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"waited in vain for {what}"
            time.sleep(0.05)


@pytest.fixture(scope="session", autouse=True)
def clean_shared_memory() -> Iterator[None]:
    """Removes what killed nodes and the middleware in this process have left behind."""
    before = segments()
    yield
    remove_abandoned(before)


@pytest.fixture(autouse=True)
def domain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Domain:
    """A domain on this machine alone; arrays are checked where messages are filled."""
    number = free_domain()
    monkeypatch.setenv("ROS_DOMAIN_ID", str(number))
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    monkeypatch.setenv("ROS_LOG_DIR", str(tmp_path / "log"))
    monkeypatch.setenv("ROS_PYTHON_CHECK_FIELDS", "1")
    return Domain(number)


@pytest.fixture
def no_process_left(domain: Domain) -> Iterator[None]:
    """The test must leave no process of its domain behind."""
    yield
    domain.wait_until(lambda: not domain.processes(), f"processes {domain.processes()} to end")


@pytest.fixture
def traceless(no_process_left: None) -> Iterator[None]:
    """Nor any shared memory."""
    before = segments()
    yield
    assert not abandoned(before)
