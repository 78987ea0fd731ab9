"""The dashboard node on a real middleware, fed by hand."""

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")

import rclpy
from biped.msg import JointTorques, SimulationStatus
from biped.srv import Push
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from biped_control.dashboard.controls import PushRequest
from biped_control.dashboard.page_server import HOST
from biped_control.dashboard.snapshot import Snapshot
from biped_control.errors import GraphError, MessageError
from biped_control.motion.reference import Reference
from biped_control.nodes.dashboard import Dashboard
from biped_control.nodes.live_view import LiveView
from biped_control.nodes.message_fields import doubles, time_of_tick
from biped_control.nodes.newest_messages import NewestMessages
from biped_control.nodes.qos import CONTROL_QOS
from biped_control.nodes.reference_messages import PlannedTick, reference_message
from biped_control.nodes.robot_state_messages import robot_state_message
from biped_control.nodes.simulator_services import SimulatorServices
from biped_control.policies.weights import load_table, look_ahead_weights
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.placement import Placement
from biped_control.robot.state import State

RATE = 120.0


class Bench:
    """A node that looks on and a node that plays all the others, turning in a thread of their own."""

    def __init__(self, domain: Any) -> None:
        self.onlooker, self.others = Node("onlooker"), Node("others")
        self._domain = domain
        self._publishers: dict[str, Any] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._spin)

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._stop.set()
        self._thread.join()
        for node in (self.onlooker, self.others):
            node.destroy_node()

    def wait_until(self, condition: Callable[[], bool], what: str) -> None:
        self._domain.wait_until(condition, what)

    def publish(self, topic: str, message: Any) -> None:
        """Sends a message to the onlooker, once it is there to hear it."""
        if topic not in self._publishers:
            self._publishers[topic] = self.others.create_publisher(type(message), topic, CONTROL_QOS)
        publisher = self._publishers[topic]
        self.wait_until(lambda: publisher.get_subscription_count() > 0, f"a reader of {topic}")
        publisher.publish(message)

    def publish_tick(self, robot: RobotModel, tick: int) -> State:
        """What goes over the wire from the reference of `tick` to the state after it; that state."""
        stamp = time_of_tick(tick, RATE)
        torques = np.zeros(robot.nu)
        torques[robot.joint_index["l_knee_pitch"]] = 150.0
        answer = JointTorques(tick=tick, torques=doubles(torques), lcp_contacts=3, lcp_ok=True)
        state = State(np.linspace(-0.3, 0.4, robot.nv), np.zeros(robot.nv))
        observation = Observation(state, np.array([[0.1, 0.2, 0.0]]), np.array([[1.0, 2.0, 300.0]]))
        self.publish("reference", reference_message(tick, stamp, planned_tick(robot)))
        self.publish("joint_torques", answer)
        self.publish("simulation_status", SimulationStatus(distance_m=7.5, speed_mps=1.1, paused=True))
        self.publish("robot_state", robot_state_message(tick + 1, RATE, observation))
        return state

    def _spin(self) -> None:
        executor = SingleThreadedExecutor()
        executor.add_node(self.onlooker)
        executor.add_node(self.others)
        while not self._stop.is_set():
            executor.spin_once(timeout_sec=0.05)
        executor.shutdown()


@pytest.fixture
def bench(domain: Any) -> Iterator[Bench]:
    rclpy.init()
    bench = Bench(domain)
    yield bench
    bench.end()
    rclpy.shutdown()


@pytest.fixture
def view(bench: Bench, robot: RobotModel) -> LiveView:
    messages = NewestMessages(bench.onlooker, lambda: None)
    view = LiveView(messages, robot, look_ahead_weights(robot, load_table()), RATE)
    bench.start()
    return view


def planned_tick(robot: RobotModel) -> PlannedTick:
    """Wants 0.1 everywhere now and 0.2 a tick later, in a clip frame at (1, 2) turned by a quarter."""
    nv, nu = robot.nv, robot.nu
    reference = Reference(
        clip="stroll",
        frame=3,
        placement=Placement(1.0, 2.0, np.pi / 2),
        state=State(np.full(nv, 0.1), np.zeros(nv)),
        next_state=State(np.full(nv, 0.2), np.zeros(nv)),
        torques=np.zeros(nu),
        forces=np.zeros((4, 3)),
        contacts=np.zeros(4, dtype=np.bool_),
    )
    return PlannedTick(reference, frames=10, clip_count=1)


def snapshot_when(bench: Bench, view: LiveView, condition: Callable[[Snapshot], bool]) -> Snapshot:
    """The first snapshot that fulfils a condition: best-effort messages come when they come."""
    seen: list[Snapshot] = []

    def complete() -> bool:
        if view.ready:
            seen[:] = [view.snapshot()]
        return bool(seen) and condition(seen[0])

    bench.wait_until(complete, "all messages")
    return seen[0]


def test_messages_of_one_tick_become_one_picture(bench: Bench, view: LiveView, robot: RobotModel) -> None:
    state = bench.publish_tick(robot, 40)
    complete = snapshot_when(
        bench, view, lambda s: s.numbers.tick_cost is not None and s.numbers.activity == "paused"
    )
    np.testing.assert_allclose(complete.q, state.q, atol=1e-12)
    np.testing.assert_allclose(complete.points, [[0.1, 0.2, 0.0]])
    np.testing.assert_allclose(complete.forces, [[1.0, 2.0, 300.0]])
    assert complete.ghost is not None
    np.testing.assert_allclose(complete.ghost[:4], [0.8, 2.2, 0.2, 0.2 + np.pi / 2], atol=1e-12)
    np.testing.assert_allclose(complete.ghost[4:], 0.2)
    numbers = complete.numbers
    assert numbers.time_s == pytest.approx(41 / RATE)
    assert (numbers.clip, numbers.distance_m, numbers.lcp_contacts) == ("stroll", 7.5, 3)
    assert numbers.torque is not None
    assert (numbers.torque.joint, numbers.torque.torque) == ("l_knee_pitch", 150.0)


def test_messages_of_other_ticks_are_not_mixed_in(bench: Bench, view: LiveView, robot: RobotModel) -> None:
    bench.publish_tick(robot, 40)
    snapshot_when(bench, view, lambda s: s.numbers.tick_cost is not None)
    alone = Observation(State(np.zeros(robot.nv), np.zeros(robot.nv)), np.zeros((0, 3)), np.zeros((0, 3)))
    bench.publish("robot_state", robot_state_message(60, RATE, alone))
    later = snapshot_when(bench, view, lambda s: s.numbers.time_s == pytest.approx(0.5))
    assert later.numbers.tick_cost is None
    assert later.numbers.torque is None


def test_a_tick_without_torques_is_seen_all_the_same(bench: Bench, view: LiveView, robot: RobotModel) -> None:
    bench.publish_tick(robot, 40)
    snapshot_when(bench, view, lambda s: s.numbers.torque is not None)
    bench.publish("joint_torques", JointTorques(tick=40, fault="no numbers"))
    without = snapshot_when(bench, view, lambda s: s.numbers.torque is None)
    assert without.numbers.clip == "stroll"
    assert without.torques is None


def test_before_the_first_tick_the_ghost_stands_where_the_motion_begins(
    bench: Bench, view: LiveView, robot: RobotModel
) -> None:
    start = Observation(State(np.zeros(robot.nv), np.zeros(robot.nv)), np.zeros((0, 3)), np.zeros((0, 3)))
    bench.publish("reference", reference_message(0, time_of_tick(0, RATE), planned_tick(robot)))
    bench.publish("robot_state", robot_state_message(0, RATE, start))
    first = snapshot_when(bench, view, lambda s: s.ghost is not None)
    assert first.ghost is not None
    np.testing.assert_allclose(first.ghost[:2], [0.9, 2.1], atol=1e-12)
    assert first.numbers.activity == "on its feet", "nothing says that it walks"


def test_a_state_with_nan_is_refused(bench: Bench, view: LiveView, robot: RobotModel) -> None:
    state = State(np.full(robot.nv, 0.1), np.zeros(robot.nv))
    message = robot_state_message(1, RATE, Observation(state, np.zeros((0, 3)), np.zeros((0, 3))))
    message.joint_positions[0] = float("nan")
    bench.publish("robot_state", message)
    bench.wait_until(lambda: view.ready, "the state")
    with pytest.raises(MessageError, match="joint_positions"):
        view.snapshot()


def test_a_push_without_a_simulator_says_so(bench: Bench) -> None:
    services = SimulatorServices(bench.onlooker)
    bench.start()
    with pytest.raises(GraphError, match=r"nobody offers.*simulator/push"):
        services.push(PushRequest("torso", np.array([0.0, 50.0, 0.0]), 0.1))
    with pytest.raises(GraphError, match=r"nobody offers.*simulator/estop"):
        services.emergency_stop()


def test_a_push_reaches_the_simulator_and_a_refusal_comes_back(bench: Bench) -> None:
    asked: list[Any] = []

    def answer(request: Any, response: Any) -> Any:
        asked.append(request)
        response.success, response.message = request.body == "torso", "no such body"
        return response

    bench.others.create_service(Push, "simulator/push", answer)
    services = SimulatorServices(bench.onlooker)
    bench.start()
    bench.wait_until(lambda: reaches(services, "torso"), "the service")
    assert (asked[-1].force.y, asked[-1].duration) == (50.0, 0.2)
    with pytest.raises(GraphError, match="no such body"):
        services.push(PushRequest("tail", np.zeros(3), 0.2))


def reaches(services: SimulatorServices, body: str) -> bool:
    try:
        services.push(PushRequest(body, np.array([0.0, 50.0, 0.0]), 0.2))
    except GraphError:
        return False
    return True


def test_a_port_in_use_keeps_the_node_from_starting() -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        rclpy.init(args=["test", "--ros-args", "-p", f"page_port:={port}"])
        node = Dashboard()
        try:
            node.start()
            assert node.failure is not None
            assert f"port {port}" in str(node.failure)
        finally:
            node.stop()
            node.destroy_node()
            rclpy.shutdown()
