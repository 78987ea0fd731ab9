"""Between the control graph and the actuators: states out, torques in, and nothing that is old."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from biped_control.errors import HardwareError
from biped_control.hardware.bus.actuator_bus import ActuatorBus
from biped_control.hardware.bus.joint_signals import DriveFault, Feedback, JointCommands
from biped_control.robot.effort import clamp_effort
from biped_control.robot.state import FloatArray


class BridgeMode(Enum):
    """How far the bridge goes."""

    READ_ONLY = "read_only"  # states come out; torques are not even looked at
    DRY_RUN = "dry_run"  # all decisions are made and reported; drives stay off
    LIVE = "live"


class Action(Enum):
    """What the drives are told in a tick, the mildest first."""

    TORQUE = "torque"
    LET_GO = "let_go"  # no torque has ever come, or none may
    BRAKE = "brake"  # torques, or answers, have stopped coming
    LATCHED = "latched"  # brakes until `reset`


@dataclass(frozen=True)
class BridgeTick:
    """What happened in a tick.

    Attributes:
        feedback: the newest of all joints and sensors.
        action: what the drives were told (or would have been, in a dry run).
        torques: (nu,) that were sent, or would have been [N m]; zero but for Action.TORQUE.
        clamped: how many joints were at their torque limit.
        faults: drives that have stopped obeying.
        reason: why the action is not TORQUE; empty if it is.
    """

    feedback: Feedback
    action: Action
    torques: FloatArray
    clamped: int
    faults: tuple[DriveFault, ...]
    reason: str


@dataclass(frozen=True)
class BridgeLimits:
    """When the bridge stops trusting.

    Attributes:
        torques: (nu,) limits [N m].
        braking: (nu,) coefficients of -K v [N m s/rad].
        torque_age_s: torques from a state that is older are stale [s]: all joints brake.
        answer_age_s: the same for a joint's answers [s]. Longer: frames get lost now and then.
        patience_s: stale for longer latches [s].
    """

    torques: FloatArray
    braking: FloatArray
    torque_age_s: float = 2.0 / 120.0
    answer_age_s: float = 6.0 / 120.0
    patience_s: float = 0.5


class HardwareBridge:
    """Keeps the drives obeying the newest torque, and nothing but a new one. One thread uses it.

    A tick is `read`, then the graph thinks, then `give` if a torque came, then `act`. What was latched (a
    drive fault, a bus that is gone, silence for too long) stays so until `reset`.
    """

    def __init__(
        self,
        bus: ActuatorBus,
        limits: BridgeLimits,
        mode: BridgeMode,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """
        Args:
            bus: closed; the bridge opens and closes it.
            limits: when it stops trusting.
            mode: how far it goes.
            clock: the steady clock that readings are stamped with [s].
        """
        self._bus, self._limits, self._mode, self._clock = bus, limits, mode, clock
        self._torques: FloatArray | None = None
        self._given_at = float("-inf")
        self._latched = ""
        nothing = np.full(len(limits.torques), np.nan)
        never = np.full(len(limits.torques), -np.inf)
        self._feedback = Feedback(nothing, nothing, nothing, nothing, never, None)

    @property
    def latched(self) -> str:
        """Why it brakes until `reset`; empty while nothing is latched."""
        return self._latched

    def start(self) -> None:
        """Opens the bus; drives are switched on in LIVE mode only.

        Raises:
            HardwareError: it cannot be opened, or joints do not answer.
        """
        self._bus.open(powered=self._mode is BridgeMode.LIVE)

    def give(self, torques: FloatArray, measured_at: float) -> None:
        """Takes (nu,) torques [N m] from a state measured at `measured_at` [s] on the bridge's clock.

        Raises:
            HardwareError: a wrong size, NaN or infinity, or from the future; what came before just grows old.
        """
        size = len(self._limits.torques)
        if np.shape(torques) != (size,) or not np.isfinite(torques).all():
            raise HardwareError(f"torques: expected {size} finite numbers [N m], got {torques}")
        if not measured_at <= self._clock():
            raise HardwareError(f"torques: their state was measured at {measured_at} s, which is yet to come")
        if measured_at > self._given_at:  # late ones never overtake
            self._torques, self._given_at = np.array(torques), measured_at

    def reset(self) -> None:
        """Forgets what was latched, and all torques. Drives in fault are switched on again.

        Raises:
            HardwareError: the bus cannot be opened again.
        """
        self._bus.close()
        self._torques, self._given_at = None, float("-inf")
        self._latched = ""
        self.start()

    def tick(self, timeout: float) -> BridgeTick:
        """Collects answers for at most `timeout` [s], decides, and commands all joints."""
        try:
            self._feedback = self._bus.collect(timeout)
            faults = self._bus.faults()
            action, reason = self._decide(faults)
            torques, clamped = np.zeros(len(self._limits.torques)), 0
            if action is Action.TORQUE and self._torques is not None:
                torques, clamped = clamp_effort(self._torques, self._limits.torques)
            commands = JointCommands.of_torques(torques)
            if action in (Action.BRAKE, Action.LATCHED):
                commands = JointCommands.brake(self._limits.braking)
            self._bus.send(commands)
        except HardwareError as error:
            self._latched = self._latched or str(error)
            zeros = np.zeros(len(self._limits.torques))
            return BridgeTick(self._feedback, Action.LATCHED, zeros, 0, (), self._latched)
        return BridgeTick(self._feedback, action, torques, clamped, faults, reason)

    def stop(self) -> None:
        """Zero torque, drives off, bus closed. Calling it twice is fine."""
        self._torques = None
        self._bus.close()

    def _decide(self, faults: tuple[DriveFault, ...]) -> tuple[Action, str]:
        if self._mode is BridgeMode.READ_ONLY:
            return Action.LET_GO, "read-only"
        limits, now = self._limits, self._clock()
        answers, torques = now - float(self._feedback.received.min()), now - self._given_at
        if faults:
            drives = ", ".join(f"{fault.joint} (error {fault.error:#x})" for fault in faults)
            self._latch(f"drives no longer obey: {drives}")
        elif answers > limits.patience_s:
            self._latch(f"joint {int(self._feedback.received.argmin())} has not answered for {answers:.3f} s")
        elif self._torques is not None and torques > limits.patience_s:
            self._latch(f"no torque for {torques:.3f} s")
        if self._latched:
            return Action.LATCHED, self._latched
        if self._torques is None:
            return Action.LET_GO, "no torque has come yet"
        if answers > limits.answer_age_s:
            return Action.BRAKE, f"the oldest answer of a joint is {answers:.3f} s old"
        if torques > limits.torque_age_s:
            return Action.BRAKE, f"the newest torque is {torques:.3f} s old"
        return Action.TORQUE, ""

    def _latch(self, reason: str) -> None:
        self._latched = self._latched or reason
