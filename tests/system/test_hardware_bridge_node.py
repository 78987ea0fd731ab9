"""The hardware bridge's node on serial adapters of an emulated robot."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from still_robot import Peer, start_robot

pytest.importorskip("biped.msg", reason="the interfaces are not built; `make env` builds them")
pytest.importorskip("serial", reason="pyserial is not installed; `make env` installs it")

from biped.msg import JointTorques, RobotState
from std_srvs.srv import Trigger

from biped_control.configuration_file import write_configuration
from biped_control.dashboard.graph_health import Level
from biped_control.errors import GraphError
from biped_control.hardware.bus.actuator_settings import load_actuators
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
from biped_control.hardware.emulated_robot.slcan_adapter import SlcanAdapter
from biped_control.motion.library.named_clip import named_clip
from biped_control.nodes.diagnostics_listener import listen_once
from biped_control.nodes.graph_request import request
from biped_control.nodes.hardware_bridge import HardwareBridge
from biped_control.nodes.message_fields import doubles
from biped_control.nodes.robot_state_messages import state_from
from biped_control.nodes.simulator_services import SimulatorServices
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.safety.fault import Fault

RATE = 120.0
Start = Callable[..., tuple[Any, Peer]]


@pytest.fixture
def start(bench: Any, robot: RobotModel, tmp_path: Path) -> Iterator[Start]:
    """The node, and a robot that rests in the first pose of the walk or `offset` rad beside it."""
    stop, threads, adapters = threading.Event(), [], []

    def begin(offset: float = 0.0, **parameters: Any) -> tuple[Any, Peer]:
        shipped = load_actuators()
        ports = {name: SlcanAdapter() for name in shipped.buses}
        adapters.extend(ports.values())
        buses = {
            name: bus.model_copy(update={"channel": ports[name].channel})
            for name, bus in shipped.buses.items()
        }
        settings = shipped.model_copy(update={"buses": buses})
        q = named_clip("walk", robot, RATE).state(0).q.copy()
        q[6] += offset
        drive = {"encoder_bits": 0, "lag_s": 0.0, "watchdog_s": 10.0}
        emulation = EmulationSettings.model_validate({"drive": drive, "step_hz": 240.0, "waits": False})
        peer, thread = start_robot(robot, settings, emulation, ports, State(q, np.zeros(robot.nv)), stop)
        threads.append(thread)
        file = tmp_path / "actuators.yaml"
        write_configuration(settings, file)
        return bench.start(HardwareBridge, actuators=str(file), **parameters), peer

    yield begin
    bench.close()  # before its buses are gone
    bench.nodes.clear()
    stop.set()
    for thread in threads:
        thread.join()
    for adapter in adapters:
        adapter.close()


def test_torques_reach_the_drives_and_states_come_back(
    start: Start, bench: Any, robot: RobotModel, capfd: pytest.CaptureFixture[str]
) -> None:
    node, peer = start()
    assert node.failure is None
    states = bench.listen(RobotState, "robot_state")
    bench.until(lambda: len(states) > 2, "some states")
    assert {state.tick for state in states} == {0}, "nothing begins before the first torque"
    joints = state_from(states[-1], robot.nu).q[6:]
    np.testing.assert_allclose(joints, peer.robot.state.q[6:], atol=2e-4)
    bench.tell("joint_torques", JointTorques(tick=0, torques=doubles(np.full(robot.nu, 20.0))))
    bench.until(lambda: states[-1].tick > 0, "the next tick")
    bench.until(lambda: bool(node._safety.supervisor.latched), "the latch when no more torques come")
    bench.until(lambda: np.abs(peer.engine.torques[-1]).max() < 1.0, "the drives to be braked at rest")
    reached = np.abs(np.array(peer.engine.torques))
    assert (np.abs(reached - 20.0) < 0.1).all(axis=1).any()
    assert reached.max() < 20.1
    assert bench.ask(Trigger, "hardware_bridge/estop", Trigger.Request()).success
    assert "emergency stop" in node._safety.supervisor.reason
    node.stop()
    assert not peer.robot._model.enabled.any(), "the drives are off"
    assert "zero torque is sent, drives are told to switch off" in capfd.readouterr().err


def test_page_and_terminal_reach_it_as_they_reach_the_simulator(
    start: Start, bench: Any, domain: Any
) -> None:
    node, _ = start()
    page = SimulatorServices(bench.probe)

    def outcome(job: Callable[..., Any], *arguments: Any) -> Any:
        with ThreadPoolExecutor() as pool:
            asked = pool.submit(job, *arguments)
            bench.until(asked.done, f"the end of {job.__name__}")
            return asked.result()

    bench.until(lambda: all(client.service_is_ready() for client in page._estop_clients[1:]), "its services")
    outcome(page.emergency_stop)
    assert node._safety.supervisor.latched is Fault.EMERGENCY_STOP
    outcome(page.reset_fault)
    assert not node._safety.supervisor.latched
    assert outcome(request, "estop", domain.number) == {"hardware_bridge": "braking the joints until a reset"}
    (safety,) = [part for part in outcome(listen_once, domain.number) if part.part == "safety"]
    assert (safety.node, safety.level) == ("hardware_bridge", Level.ERROR)
    assert "hardware_bridge" in outcome(request, "reset_fault", domain.number)
    with pytest.raises(GraphError, match="nobody offers"):
        outcome(page.reset)


def test_frames_that_nobody_understands_are_told(start: Start) -> None:
    node, _ = start(bus_mode="read_only")
    told = []
    for count in (0, 3):
        node._loop._bus._inbox.take("left", count * [Frame(0x7FE, bytes(8))], 0.0)
        told.append({pair.key: pair.value for pair in node.parts()[0].values}["frames not understood"])
    assert told == ["0", "3"]


def test_reading_alone_switches_nothing_on(start: Start, bench: Any, robot: RobotModel) -> None:
    node, peer = start(offset=0.5, bus_mode="read_only")
    states = bench.listen(RobotState, "robot_state")
    bench.until(lambda: bool(states) and states[-1].tick > 5, "ticks without torques")
    for tick in range(states[-1].tick, states[-1].tick + 3):
        bench.tell("joint_torques", JointTorques(tick=tick, torques=doubles(np.full(robot.nu, 20.0))))
    last = states[-1].tick
    bench.until(lambda: states[-1].tick > last + 5, "some more ticks")
    assert node.failure is None
    assert np.abs(peer.engine.torques).max() == 0.0
    assert not peer.robot._model.enabled.any()


def test_a_robot_in_another_pose_is_refused(start: Start, robot: RobotModel) -> None:
    node, peer = start(offset=0.5)
    assert f"joints {robot.joint_names[0]} are more than 0.2 rad" in str(node.failure)
    assert not peer.robot._model.enabled.any(), "its drives are off again"
