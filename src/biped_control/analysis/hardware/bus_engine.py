"""An emulated robot behind its buses as an engine; the controller sees what its sensors tell."""

from dataclasses import replace

import numpy as np

from biped_control.analysis.hardware.estimation_error import EstimationError, estimation_error
from biped_control.hardware.bus.joint_signals import Feedback, JointCommands
from biped_control.hardware.emulated_robot.lock_step_bus import LockStepBus
from biped_control.hardware.emulated_robot.robot import EmulatedRobot
from biped_control.hardware.state_reader import StateReader
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.simulator import Push

ANSWER_WAIT_S = 0.003
"""How long a tick waits for answers that may be lost [s]."""


class BusEngine:
    """A `Simulator` in which torques and states are frames.

    A tick is that of the hardware bridge: torques of the tick before go out, answers come back, the
    controller has until the next tick to think. So torques act one tick late, and later by what the buses
    take. A controller that thinks for too long has the torques before sent again, those of its tick never.

    Attributes:
        sensed: what the sensors told in the last tick.
        truth: the state of the robot when it was asked for it.
        unmeasured_joints, unmeasured_bodies: joint answers and IMU samples that got lost.
        late_ticks: how often older torques were sent.
    """

    def __init__(
        self,
        bus: LockStepBus,
        emulated: EmulatedRobot,
        reader: StateReader,
        dt: float,
        step_hz: float,
        late: float = 0.0,
        seed: int = 0,
    ) -> None:
        """
        Args:
            bus: to the robot. emulated: the robot itself, for the truth.
            reader: makes a state of the answers.
            dt: control period [s]. step_hz: steps of the robot a second.
            late: share of ticks for which the controller takes too long. seed: of which these are.
        """
        self._bus, self._emulated, self._reader, self._dt = bus, emulated, reader, dt
        self._steps_a_tick = step_hz * dt
        self._due = 0.0
        self._late, self._seed = late, seed

    def reset(self, state: State) -> Observation:
        self._emulated.reset(state)
        self._bus.open(powered=True)
        self.sensed = self._reader.begin(state, self._exchange(np.zeros(len(state.q) - ROOT_DOF)))
        self.unmeasured_joints = self.unmeasured_bodies = 0
        self._times: list[float] = []
        self._estimates: list[FloatArray] = []
        self._due = self._bus.now
        self._draw = np.random.default_rng((self._seed, 9))
        self._sent: FloatArray | None = None
        self._torques_late = self.late_ticks = 0
        return self.sensed.observation

    def step(self, torques: FloatArray) -> Observation:
        self._due += self._dt
        self._bus.advance(self._due)
        self.sensed = sensed = self._reader.read(self._exchange(self._newest(torques)))
        seen = sensed.observation
        self.unmeasured_joints += sensed.unmeasured_joints
        self.unmeasured_bodies += sensed.unmeasured_body
        if not sensed.unmeasured_body:
            self._times.append(sensed.time)
            self._estimates.append(np.concatenate([seen.state.q[:ROOT_DOF], seen.state.v[:ROOT_DOF]]))
        return replace(seen, state=self.truth, torques_late=self._torques_late)

    def error(self) -> EstimationError:
        """How far off the estimates were."""
        truth = self._emulated.trace
        return estimation_error(np.array(self._times), np.array(self._estimates), truth.times, truth.roots)

    def _newest(self, torques: FloatArray) -> FloatArray:
        """Those of this tick, or those sent last if they are late."""
        if self._sent is None or self._draw.random() >= self._late:
            self._sent, self._torques_late = torques, 0
        else:
            self._torques_late += 1
            self.late_ticks += 1
        return self._sent

    def _exchange(self, torques: FloatArray) -> Feedback:
        self.truth = self._emulated.state
        self._bus.send(JointCommands.of_torques(torques))
        return self._bus.collect(ANSWER_WAIT_S)

    def push(self, push: Push) -> None:
        self._emulated.push(replace(push, ticks=round(push.ticks * self._steps_a_tick)))

    def close(self) -> None:
        self._bus.close()


class SensedOverBus(Disturbances):
    """The controller sees what the sensors tell."""

    exact_sensors = False

    def __init__(self, engine: BusEngine, seed: int = 0) -> None:
        """
        Args:
            engine: whose sensors. seed: of the start; 0 starts exactly on the reference.
        """
        super().__init__(seed)
        self._engine = engine

    def sensed(self, observation: Observation) -> State:
        """See `Disturbances.sensed`."""
        return self._engine.sensed.observation.state
