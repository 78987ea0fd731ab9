"""What tests on real ROS processes share."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from biped_control.nodes.ros_environment import free_domain
from biped_control.nodes.shared_memory import abandoned, mapped_by, remove_abandoned, segments
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import State


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


_DEPTH = 8  # of messages kept, as on all topics of the control path


class NodeBench:
    """One node under test and a probe that talks to it, turned by hand until something is true."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.heard: dict[str, list[Any]] = {}
        self._publishers: dict[str, Any] = {}

    def start(self, kind: Callable[[], Any], **parameters: Any) -> Any:
        import rclpy

        from biped_control.nodes.node_process import fastest_executor
        from biped_control.nodes.node_processes import ros_arguments

        rclpy.init(args=["test", *ros_arguments(parameters)])
        self.node, self.probe = kind(), rclpy.create_node("probe")
        self.nodes = [self.node, self.probe]
        self.executor = fastest_executor()
        for node in self.nodes:
            self.executor.add_node(node)
        self.node.start()
        return self.node

    def listen(self, kind: Any, topic: str, qos: Any = _DEPTH) -> list[Any]:
        heard = self.heard.setdefault(topic, [])
        self.probe.create_subscription(kind, topic, heard.append, qos)
        self.until(lambda: self.node.count_subscribers(topic) > 0, f"the probe to hear {topic}")
        return heard

    def tell(self, topic: str, message: Any, qos: Any = _DEPTH) -> None:
        if topic not in self._publishers:
            publisher = self.probe.create_publisher(type(message), topic, qos)
            self._publishers[topic] = publisher
            self.until(lambda: publisher.get_subscription_count() > 0, f"the node to hear {topic}")
        self._publishers[topic].publish(message)

    def ask(self, kind: Any, service: str, request: Any) -> Any:
        client: Any = self.probe.create_client(kind, service)
        self.until(client.service_is_ready, f"service {service}")
        future = client.call_async(request)
        self.until(future.done, f"the answer of {service}")
        return future.result()

    def until(self, condition: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + 30.0
        while not condition():
            assert time.monotonic() < deadline, f"waited in vain for {what}"
            self.executor.spin_once(timeout_sec=0.01)

    def change(self, parameter: str, value: Any) -> Any:
        from rclpy.parameter import Parameter

        return self.node.set_parameters([Parameter(parameter, value=value)])[0]

    def close(self) -> None:
        import rclpy

        if not self.nodes:
            return
        self.node.stop()
        self.executor.shutdown()
        for node in self.nodes:
            node.destroy_node()
        rclpy.try_shutdown()


@pytest.fixture
def bench() -> Iterator[NodeBench]:
    """One node under test."""
    made = NodeBench()
    yield made
    made.close()


class IdleRobot:
    """Messages of a robot that hangs upright in the air, still, and is asked for nothing."""

    def __init__(self, robot: RobotModel, rate_hz: float = 120.0) -> None:
        self._robot, self._rate_hz = robot, rate_hz

    def observation(self) -> Observation:
        q = np.zeros(self._robot.nv)
        q[2] = 0.9
        return Observation(State(q, np.zeros(self._robot.nv)), np.zeros((0, 3)), np.zeros((0, 3)))

    def state(self, tick: int) -> Any:
        from biped_control.nodes.robot_state_messages import robot_state_message

        return robot_state_message(tick, self._rate_hz, self.observation())

    def controls(self, tick: int) -> Any:
        from biped_control.nodes.control_messages import predicted_controls_message
        from biped_control.nodes.message_fields import time_of_tick

        controls = PredictedControls(np.zeros(self._robot.nu), np.zeros((4, 3)), np.ones(4, dtype=np.bool_))
        return predicted_controls_message(tick, time_of_tick(tick, self._rate_hz), controls, 0.0)


@pytest.fixture
def idle(robot: RobotModel) -> IdleRobot:
    """What a robot that does nothing tells."""
    return IdleRobot(robot)


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


class Segments:
    """Shared memory that processes of a domain, and this one, have had; looked at twice a second.

    What processes of other programs leave behind meanwhile is no fault of the test.
    """

    def __init__(self, domain: Domain) -> None:
        self._domain, self._before = domain, segments()
        self._seen: set[str] = set()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def left(self) -> list[str]:
        """Those that nobody holds any more, which should have been removed."""
        return sorted(self._seen.intersection(abandoned(self._before)))

    def end(self) -> None:
        """Looks no longer."""
        self._end.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._end.wait(0.5):
            self._seen |= mapped_by([os.getpid(), *self._domain.processes()])


@pytest.fixture
def traceless(domain: Domain, no_process_left: None) -> Iterator[None]:
    """Nor any shared memory."""
    watched = Segments(domain)
    yield
    watched.end()
    assert not watched.left()
