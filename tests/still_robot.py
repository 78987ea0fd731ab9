"""An emulated robot on a thread of the test, in an engine that stands still."""

import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from biped_control.hardware.bus.actuator_settings import ActuatorSettings
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings
from biped_control.hardware.emulated_robot.real_time import RealTimeRun
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.simulator import Push

NOWHERE = np.empty((0, 3))


@dataclass
class StillEngine:
    """A `Simulator` whose robot never moves; keeps the torques it was given."""

    state: State | None = None
    torques: list[FloatArray] = field(default_factory=list)

    def reset(self, state: State) -> Observation:
        self.state = state
        return Observation(state, NOWHERE, NOWHERE)

    def step(self, torques: FloatArray) -> Observation:
        assert self.state is not None
        self.torques.append(torques)
        return Observation(self.state, NOWHERE, NOWHERE)

    def push(self, push: Push) -> None:
        raise NotImplementedError

    def close(self) -> None:
        pass


@dataclass
class Peer:
    """The other end of the buses of a test.

    Attributes:
        settings: what a controller opens. robot: what answers. engine: what it stands in.
        ports: its ends of the buses.
    """

    settings: ActuatorSettings
    robot: EmulatedRobot
    engine: StillEngine
    ports: dict[str, Any]


def start_robot(
    robot: RobotModel,
    settings: ActuatorSettings,
    emulation: EmulationSettings,
    ports: dict[str, Any],
    state: State,
    stop: threading.Event,
) -> tuple[Peer, threading.Thread]:
    """A robot that rests in `state` and answers on `ports` until `stop`."""
    engine = StillEngine()
    emulated = EmulatedRobot(robot, settings, emulation, engine)
    emulated.reset(state)
    run = RealTimeRun(emulated, ports, emulation.step_hz)
    thread = threading.Thread(target=run.run, args=(stop.is_set,))
    thread.start()
    return Peer(settings, emulated, engine, ports), thread
