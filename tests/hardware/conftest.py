"""Actuators that answer: an emulated robot on a thread of the test, in an engine that stands still."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import yaml
from still_robot import Peer, StillEngine, start_robot

from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
from biped_control.resources import share_path
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State


@pytest.fixture
def still_engine() -> StillEngine:
    return StillEngine()


@pytest.fixture
def shipped() -> dict[str, Any]:
    """config/actuators.yaml, to be changed."""
    content: dict[str, Any] = yaml.safe_load(share_path("config/actuators.yaml").read_text(encoding="utf-8"))
    return content


@pytest.fixture
def emulate(robot: RobotModel, shipped: dict[str, Any]) -> Iterator[Callable[..., Peer]]:
    """Starts emulated robots; their joints are at 0.01, 0.02, 0.03 ... rad within the limits."""
    pytest.importorskip("can", reason="python-can is not installed; `make env` installs it")
    from biped_control.hardware.bus.can_port import open_can_port
    from biped_control.hardware.emulated_robot.slcan_adapter import SlcanAdapter

    stop = threading.Event()
    threads: list[threading.Thread] = []
    opened: list[Any] = []

    def start(dialect: str, interface: str, emulation: EmulationSettings | None = None) -> Peer:
        ports: dict[str, Any] = {}
        for name in shipped["buses"]:
            channel = f"{name}-{len(opened)}-{dialect}"
            if interface == "slcan":
                ports[name] = SlcanAdapter()
                channel = ports[name].channel
            shipped["buses"][name] = {"interface": interface, "channel": channel}
        settings = ActuatorSettings.model_validate(shipped | {"dialect": dialect})
        for name, bus in settings.buses.items():
            if name not in ports:
                ports[name] = open_can_port(bus)
        opened.extend(ports.values())
        emulation = emulation or EmulationSettings(step_hz=240.0, waits=False)
        joints = np.clip(0.01 * np.arange(1, robot.nu + 1), robot.lower_limits, robot.upper_limits)
        state = State(np.concatenate([np.zeros(6), joints]), np.zeros(robot.nv))
        peer, thread = start_robot(robot, settings, emulation, ports, state, stop)
        threads.append(thread)
        return peer

    yield start
    stop.set()
    for thread in threads:
        thread.join()
    for port in opened:
        port.close()
