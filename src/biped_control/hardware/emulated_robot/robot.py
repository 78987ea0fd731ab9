"""The emulated robot without its buses: frames in, frames out. Time comes from outside."""

from collections.abc import Mapping

import numpy as np

from biped_control.errors import ConfigurationError, EngineError
from biped_control.hardware.bus.actuator_settings import ActuatorSettings, DialectName
from biped_control.hardware.bus.body_frames import ASK
from biped_control.hardware.bus.dialects import drive_dialect
from biped_control.hardware.bus.frame import Frame
from biped_control.hardware.bus.joint_drives import JointDrives
from biped_control.hardware.drive_model import DriveModel
from biped_control.hardware.emulated_robot.body_sensors import BodySensors
from biped_control.hardware.emulated_robot.drive_nodes import DriveNodes
from biped_control.hardware.emulated_robot.emulation_settings import EmulationSettings, Mishap
from biped_control.hardware.emulated_robot.foot_sensors import FootSensors
from biped_control.hardware.emulated_robot.link import Link
from biped_control.hardware.emulated_robot.truth_trace import TruthTrace
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.simulator import Push, Simulator

_TOO_HOT: Mapping[DialectName, int] = {"mit": 1, "cia402": 0x4310}


class EmulatedRobot:
    """Drives, IMU and foot sensors on an engine that steps at the drives' own rate.

    Attributes:
        state: of the simulation.
        seconds: of simulated time since the physics began.
        failure: why the physics has stopped; empty while it has not.
        trace: where it was whenever its IMU was asked.
    """

    def __init__(
        self, robot: RobotModel, actuators: ActuatorSettings, settings: EmulationSettings, engine: Simulator
    ) -> None:
        """
        Args:
            robot: whose body it is. actuators: which drive moves which joint.
            settings: what it is like.
            engine: made for `settings.step_hz` ticks a second; the caller closes it.

        Raises:
            ConfigurationError: the actuators do not fit the robot, or a mishap names an unknown joint.
        """
        self._settings, self._engine = settings, engine
        self._drives = JointDrives(robot, actuators)
        kinds = [actuators.drives[actuators.joints[name].drive] for name in self._drives.names]
        limits = self._drives.own_torque_limits
        self._model = DriveModel(settings.drive, limits, np.array([kind.damping for kind in kinds]))
        places = list(enumerate(self._drives.places))
        self._nodes = {
            bus: DriveNodes(
                {
                    drive: drive_dialect(actuators.dialect, node, kinds[drive])
                    for drive, (its_bus, node) in places
                    if its_bus == bus
                },
                {node: drive for drive, (its_bus, node) in places if its_bus == bus},
                self._model,
                _TOO_HOT[actuators.dialect],
            )
            for bus in actuators.buses
        }
        self._inward = {bus: Link(settings.link, settings.seed + i) for i, bus in enumerate(actuators.buses)}
        self._outward = {
            bus: Link(settings.link, settings.seed + 1000 + i) for i, bus in enumerate(actuators.buses)
        }
        self._body_bus = actuators.imu_bus
        self._dt = 1.0 / settings.step_hz
        self._body = BodySensors(settings.imu, self._dt, settings.seed)
        self._feet = FootSensors(robot)
        self._mishaps = sorted(settings.mishaps, key=lambda mishap: mishap.at_s)
        if unknown := [m.joint for m in self._mishaps if m.joint not in (None, *self._drives.names)]:
            raise ConfigurationError(f"mishaps: {unknown} are no joints; the robot has {self._drives.names}")
        self.state = State(np.zeros(robot.nv), np.zeros(robot.nv))
        self._observation = Observation(self.state, np.empty((0, 3)), np.empty((0, 3)))
        self.seconds = 0.0
        self.failure = ""
        self.trace = TruthTrace()

    def reset(self, state: State) -> None:
        """Puts the robot into `state`, drives off; if it is to wait for a torque, it waits again."""
        self._observation = self._engine.reset(state)
        self.state = self._observation.state
        self._model.reset(*self._seen_by_drives())
        for nodes in self._nodes.values():
            nodes.begun.clear()
        self.seconds, self.failure = 0.0, ""
        self.trace = TruthTrace()

    def push(self, push: Push) -> None:
        """Pushes it; the ticks are steps of the robot.

        Raises:
            EngineError: no such body, a force that is not finite, or less than one step.
        """
        self._engine.push(push)

    def suffer(self, mishap: Mishap) -> None:
        """Something goes wrong now, whatever time it says."""
        if mishap.joint is not None:
            drive = self._drives.names.index(mishap.joint)
            if mishap.what == "overheat":
                self._model.heat(drive)
            else:
                self._nodes[self._drives.places[drive][0]].silent.add(drive)
            return
        for link in (*self._inward.values(), *self._outward.values()):
            if mishap.share is not None:
                link.loss = mishap.share
            elif mishap.what == "cut":
                link.cut = True
            else:
                link.cut, link.loss = False, self._settings.link.loss
        if mishap.what == "mend":
            for nodes in self._nodes.values():
                nodes.silent.clear()

    def hear(self, bus: str, frames: list[Frame], now: float) -> None:
        """Frames that the controller has sent on a bus, at `now` [s]."""
        self._inward[bus].put(frames, now)
        self._listen(bus, now)

    def say(self, bus: str, now: float) -> list[Frame]:
        """Frames that reach the controller's end of a bus by `now` [s]."""
        self._listen(bus, now)
        return self._outward[bus].take(now)

    @property
    def next_arrival(self) -> float:
        """When the first frame underway arrives, at either end [s]; inf if none is underway."""
        return min(link.next_arrival for link in (*self._inward.values(), *self._outward.values()))

    def advance(self, now: float) -> None:
        """Moves on by one step, which ends at `now` [s]."""
        for bus in self._inward:
            self._listen(bus, now)
        before = self.state
        waiting = self._settings.waits and not any(nodes.begun for nodes in self._nodes.values())
        if not waiting and not self.failure:
            self._step()
        self._body.step(before, self.state)

    def _step(self) -> None:
        while self._mishaps and self._mishaps[0].at_s <= self.seconds:
            self.suffer(self._mishaps.pop(0))
        torques = self._model.step(self._dt)
        try:
            observation = self._engine.step(self._drives.joint_torques(torques))
        except EngineError as error:
            self.failure = str(error)
            return
        self.state = observation.state
        self._model.read(*self._seen_by_drives(), self._dt)
        self.seconds += self._dt
        for nodes in self._nodes.values():
            nodes.notice_heat(self._model.overheated)
        self._observation = observation

    def _seen_by_drives(self) -> tuple[FloatArray, FloatArray]:
        return self._drives.seen_by_drives(self.state.q[ROOT_DOF:], self.state.v[ROOT_DOF:])

    def _listen(self, bus: str, now: float) -> None:
        for frame in self._inward[bus].take(now):
            self._outward[bus].put(self._nodes[bus].hear(frame), now)
            if bus == self._body_bus and frame == ASK:
                self.trace.add(self._body.time, self.state)
                self._outward[bus].put(self._body.frames(self._feet.read(self._observation)), now)
