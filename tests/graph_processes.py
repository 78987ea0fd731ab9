"""A graph of real processes for tests that hurt it, and a program beside it that looks on."""

import gc
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import rclpy
from biped.msg import JointTorques, RobotState
from diagnostic_msgs.msg import DiagnosticArray
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from std_srvs.srv import SetBool, Trigger

from biped_control.nodes.diagnostics import DEPTH
from biped_control.nodes.graph import load_graph
from biped_control.nodes.node_processes import NodeProcess, NodeProcesses
from biped_control.nodes.ros_environment import node_environment
from biped_control.nodes.shared_memory import mapped_by
from biped_control.resources import cache_folder


class RunningGraph:
    """Processes by node, and what is heard of them.

    Attributes:
        state: newest robot state; None before the first.
        torques: newest joint torques; None before the first.
        segments: shared memory that the processes have had.
        health: newest word of each part on /diagnostics: its level, text and values.
    """

    def __init__(self, domain: int, *assignments: str) -> None:
        graph = load_graph()
        self.specs = {spec.name: spec for spec in graph.node_specs(graph.parse(assignments))}
        environment = node_environment({**os.environ, "ROS_DOMAIN_ID": str(domain)}, cache_folder())
        self._processes = NodeProcesses(environment)
        self._context = Context()
        rclpy.init(context=self._context, domain_id=domain)
        self.node = rclpy.create_node("fault_injector", context=self._context)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self.node)
        self.state: Any = None
        self.torques: Any = None
        self.segments: set[str] = set()
        self.health: dict[str, tuple[int, str, dict[str, str]]] = {}
        self._publishers: dict[str, Any] = {}
        self.node.create_subscription(RobotState, "robot_state", self._on_state, 8)
        self.node.create_subscription(JointTorques, "joint_torques", self._on_torques, 8)
        self.node.create_subscription(DiagnosticArray, "/diagnostics", self._on_diagnostics, DEPTH)

    @contextmanager
    def running(self) -> Iterator["RunningGraph"]:
        """Starts all nodes; ends them all."""
        with self._processes:
            try:
                self.start(*self.specs)
                yield self
            finally:
                self._note_segments()
                # First: what this program holds, who ends the nodes cannot remove.
                self._executor.shutdown()
                self.node.destroy_node()
                rclpy.try_shutdown(context=self._context)
                self._publishers.clear()
                del self.node, self._executor, self._context
                gc.collect()

    def start(self, *names: str) -> None:
        """Starts nodes, each in a process of its own; forgets what they have said."""
        self.health = {part: word for part, word in self.health.items() if part.split(":")[0] not in names}
        self._processes.start([self.specs[name] for name in names], composed=False)

    @property
    def tick(self) -> int:
        """Of the newest robot state; -1 before the first."""
        return -1 if self.state is None else int(self.state.tick)

    @property
    def processes(self) -> list[NodeProcess]:
        """All that have been started."""
        return self._processes.running

    def process(self, name: str) -> NodeProcess:
        """The newest process of a node."""
        return next(node for node in reversed(self._processes.running) if node.names == [name])

    def send(self, name: str, number: signal.Signals) -> None:
        """Sends a signal to a node."""
        self._note_segments()
        self.process(name).process.send_signal(number)

    def tell(self, topic: str, *messages: Any) -> None:
        """Says something on a topic as soon as somebody hears it."""
        if topic not in self._publishers:
            self._publishers[topic] = self.node.create_publisher(type(messages[0]), topic, 8)
        publisher = self._publishers[topic]
        self.until(publisher.get_subscription_count, f"somebody to hear {topic}")
        for message in messages:
            publisher.publish(message)

    def ask(self, service: str, stop: bool | None = None) -> Any:
        """The answer of one of the simulator's services."""
        kind, request = (
            (Trigger, Trigger.Request()) if stop is None else (SetBool, SetBool.Request(data=stop))
        )
        client: Any = self.node.create_client(kind, f"simulator/{service}")
        self.until(client.service_is_ready, service)
        future = client.call_async(request)
        self.until(future.done, f"the answer of {service}")
        self.node.destroy_client(client)
        return future.result()

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Turns; the limit is only there so that a broken test ends."""
        deadline = time.monotonic() + 120.0
        while not condition():
            ended = [node.names for node in self._processes.running if node.ended]
            assert time.monotonic() < deadline, f"waited in vain for {what}; ended: {ended}"
            self._executor.spin_once(timeout_sec=0.02)

    def walk_on(self, ticks: int = 12) -> None:
        """Waits until it has gone on for some ticks."""
        goal = self.tick + ticks
        self.until(lambda: self.tick >= goal, f"tick {goal}")

    def value(self, part: str, key: str) -> str:
        """What a part said last; empty before it has."""
        return self.health[part][2].get(key, "") if part in self.health else ""

    def _note_segments(self) -> None:
        self.segments |= mapped_by(node.process.pid for node in self.processes if not node.ended)

    def _on_state(self, state: RobotState) -> None:
        self.state = state

    def _on_torques(self, torques: JointTorques) -> None:
        self.torques = torques

    def _on_diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            values = {pair.key: pair.value for pair in status.values}
            self.health[status.name] = (ord(status.level), status.message, values)
