"""Tick by tick between the control graph and the actuators: torques out, states in."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from time import monotonic

import numpy as np

from biped_control.errors import EstimationError, HardwareError
from biped_control.hardware.bus.actuator_bus import ActuatorBus
from biped_control.hardware.bus.joint_signals import Feedback, JointCommands
from biped_control.hardware.state_reader import Sensed, StateReader
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.safety.fault import Action, Fault
from biped_control.safety.safety_limits import SafetyLimits
from biped_control.safety.supervisor import Supervisor, Verdict

_STATE_AGE = 6  # [ticks] frames get lost now and then; a joint that is silent for longer is
_PATIENCE = 0.5  # [s] a robot that nobody controls for so long shall not go on by itself
_FIRST_ANSWER = 1.0  # [s]
_FAR = 0.2  # [rad] a joint farther from where the clip begins is no start


class BusMode(Enum):
    """How far it goes."""

    READ_ONLY = "read_only"  # states come out; torques are not even looked at
    DRY_RUN = "dry_run"  # torques are judged and reported; drives stay off
    LIVE = "live"


def bus_limits(robot: RobotModel, torques: FloatArray, dt: float) -> SafetyLimits:
    """When torques are trusted on a bus, where frames get lost, and how far.

    Args:
        robot: the robot.
        torques: (nu,) limits of its drives [N m].
        dt: control period [s].
    """
    limits = SafetyLimits.of(robot, dt)
    lowest = np.minimum(limits.torques, torques)
    return replace(limits, torques=lowest, max_state_age=_STATE_AGE, patience=round(_PATIENCE / dt))


@dataclass(frozen=True)
class BusTick:
    """What happened in a tick.

    Attributes:
        verdict: about the torques of the tick before; None if nobody has asked for any.
        sensed: of this tick.
        feedback: all that has come.
        silent: joints that have not answered for too long, and the IMU.
    """

    verdict: Verdict | None
    sensed: Sensed
    feedback: Feedback
    silent: tuple[str, ...]


class BusLoop:
    """Keeps drives obeying the newest torque, and nothing but a new one. One thread uses it.

    Torques of tick k are those that answer its state; they go out when the state of tick k + 1 is asked for.
    Before the first torque drives let go and the tick stays 0. What passes is the supervisor's business; that
    a drive is broken or the bus gone is told to it here. Where it brakes, drives brake by themselves.

    Attributes:
        tick: whose torque is awaited.
        late_ticks, missed_ticks: ticks with an older torque, and without one that serves.
    """

    def __init__(
        self,
        bus: ActuatorBus,
        robot: RobotModel,
        reader: StateReader,
        supervisor: Supervisor,
        braking: FloatArray,
        dt: float,
        mode: BusMode = BusMode.LIVE,
        answer_wait_s: float = 0.003,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """
        Args:
            bus: closed; `start` opens it.
            robot: the robot.
            reader: makes a state of the answers.
            supervisor: judges torques, with `bus_limits`.
            braking: (nu,) coefficients of -K v [N m s/rad].
            dt: control period [s].
            mode: how far it goes.
            answer_wait_s: how long a tick waits for answers that may be lost [s].
            clock: the steady clock that answers are stamped with [s].
        """
        self._bus, self._names, self._reader = bus, robot.joint_names, reader
        self._supervisor, self._braking, self._dt = supervisor, braking, dt
        self._mode, self._wait, self._clock = mode, answer_wait_s, clock

    def start(self, state: State) -> None:
        """Opens the bus; drives are switched on in LIVE mode only, and if the joints are near `state`.

        Raises:
            HardwareError: it cannot be opened, or joints do not answer or are elsewhere; it names them.
        """
        self._bus.open(powered=False)
        position = self._ask().position
        far = np.abs(position - state.q[ROOT_DOF:]) > _FAR
        if self._mode is BusMode.LIVE and far.any():
            self._bus.close()
            names = ", ".join(np.array(self._names)[far])
            raise HardwareError(
                f"joints {names} are more than {_FAR:g} rad from where the clip begins; bring them there"
            )
        self._open()

    def begin(self, state: State) -> Sensed:
        """Begins a run with tick 0, the base in this state, joints where they are.

        Raises:
            HardwareError: the bus is not open or gone, or the IMU is silent.
        """
        self._supervisor.begin()
        self.tick, self.late_ticks, self.missed_ticks = 0, 0, 0
        self._newest: tuple[int, FloatArray] | None = None
        self._start = state
        self._feedback = self._ask()
        self._sensed = self._at_start(self._feedback)
        return self._sensed

    @property
    def begun(self) -> bool:
        """A torque has come."""
        return self._newest is not None

    @property
    def ignored_frames(self) -> int:
        """Frames that nobody understood since the bus was opened; many mean a wrong node or dialect."""
        return self._bus.ignored_frames

    def take(self, tick: int, torques: FloatArray) -> bool:
        """Takes (nu,) torques [N m] for `tick`, or word that there are none: an empty array.

        Returns:
            Whether they are the newest.
        """
        if tick > self.tick or (self._newest is not None and tick <= self._newest[0]):
            return False
        if self._mode is not BusMode.READ_ONLY:
            self._newest = (tick, torques)
        return True

    def step(self) -> BusTick:
        """One control period is over: commands all joints and reads the next state."""
        verdict = self._judge()
        try:
            self._bus.send(self._commands(verdict))
            self._feedback = self._bus.collect(self._wait)
            if faults := self._bus.faults():
                drives = ", ".join(f"{fault.joint} (error {fault.error:#x})" for fault in faults)
                self._supervisor.latch(Fault.DRIVE, f"drives no longer obey: {drives}")
            started = self.begun or self._mode is not BusMode.LIVE
            self._sensed = self._read() if started else self._at_start(self._feedback)
        except (HardwareError, EstimationError) as error:
            self._supervisor.latch(Fault.DRIVE, str(error))
        if self.begun or self._mode is not BusMode.LIVE:
            self.tick += 1
        return BusTick(verdict, self._sensed, self._feedback, self._silent())

    def reset_fault(self) -> str:
        """Leaves what is latched; drives in fault are switched on again. Why not, if that cannot be."""
        if self._supervisor.has_latched(Fault.DRIVE):
            try:
                self._open()
            except HardwareError as error:
                return str(error)
        return self._supervisor.reset()

    def stop(self) -> None:
        """Zero torque, drives off, bus closed. Calling it twice is fine."""
        self._newest = None
        self._bus.close()

    def _open(self) -> None:
        self._bus.open(powered=self._mode is BusMode.LIVE)

    def _ask(self) -> Feedback:
        self._bus.send(JointCommands.of_torques(np.zeros(len(self._names))))
        return self._bus.collect(_FIRST_ANSWER)

    def _judge(self) -> Verdict | None:
        if self._newest is None:
            return None
        torques, age = self._newest[1], self._age
        serves = age <= self._supervisor.limits.max_age
        self.late_ticks += age > 0 and serves
        self.missed_ticks += not serves
        return self._supervisor.judge(self._sensed.observation.state, torques, age, self._state_age())

    def _commands(self, verdict: Verdict | None) -> JointCommands:
        if verdict is None:
            braked = self._mode is BusMode.LIVE and bool(self._supervisor.latched)
            return JointCommands.brake(self._braking if braked else np.zeros_like(self._braking))
        if verdict.action is Action.BRAKE:
            return JointCommands.brake(self._braking)
        return JointCommands.of_torques(verdict.torques)

    @property
    def _age(self) -> int:
        """Ticks since the state that the newest torques answer; 0 while there are none."""
        return 0 if self._newest is None else self.tick - self._newest[0]

    def _read(self) -> Sensed:
        sensed = self._reader.read(self._feedback)
        return replace(sensed, observation=replace(sensed.observation, torques_late=self._age))

    def _at_start(self, feedback: Feedback) -> Sensed:
        q = np.concatenate([self._start.q[:ROOT_DOF], feedback.position])
        return self._reader.begin(State(q, self._start.v), feedback)

    def _ages(self) -> tuple[FloatArray, float]:
        """(nu,) ages of the joints' answers and that of the IMU's [ticks]."""
        now, body = self._clock(), self._feedback.body
        received = -np.inf if body is None else body.received
        return (now - self._feedback.received) / self._dt, (now - received) / self._dt

    def _state_age(self) -> int:
        joints, body = self._ages()
        oldest = max(float(joints.max()), body)
        return max(0, round(min(oldest, 1e6)) - 1)  # one tick ago is when the newest answers were given

    def _silent(self) -> tuple[str, ...]:
        joints, body = self._ages()
        limit = self._supervisor.limits.max_state_age + 0.5
        silent = tuple(np.array(self._names)[joints > limit].tolist())
        return (*silent, "imu") if body > limit else silent
