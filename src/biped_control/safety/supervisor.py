"""Judges the torques of each tick: whatever comes in, what goes out is safe.

Pure: no clock, no thread, no messages. Time is counted in ticks, so the same inputs give the same torques.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import FloatArray, State
from biped_control.safety.fault import Action, Fault
from biped_control.safety.fault_latch import FaultLatch
from biped_control.safety.overspeed import OverspeedWatch
from biped_control.safety.safety_limits import SafetyLimits


class Damping(Protocol):
    """Torques for when there is nothing better; `JointDamping` is one."""

    def brake(self, state: State) -> FloatArray:
        """(nu,) -K v [N m]."""

    def hold(self, state: State, pose: FloatArray) -> FloatArray:
        """(nu,) the same with a soft spring to the joint angles `pose` [N m]."""


@dataclass(frozen=True)
class Verdict:
    """What becomes of a tick.

    Attributes:
        torques: (nu,) for the actuators [N m]; numbers within the limits, always.
        action: what they are.
        fault: the most severe one, latched or of this tick.
        reason: why these are not the controller's torques; empty if they are.
        clamped: joints whose torque was cut to the limit.
    """

    torques: FloatArray
    action: Action
    fault: Fault
    reason: str
    clamped: tuple[str, ...] = ()


class Supervisor:
    """Lets the controller's torques pass unchanged while nothing is wrong, and only then.

    A severe fault counts at once and until `reset`; one that passes by itself is answered while it lasts, and
    latched when it lasts too long. Faults act without delay, and a controller that speaks again is listened
    to at once: it knows the state of now, and every tick in which it has only a share of the joints costs
    more balance (measured: docs/faults.md). After a reset the torques come back within `blend_ticks`.

    Attributes:
        limits: when torques are trusted.
        faulty_ticks: how many ticks had which fault since `begin`.
        clamped_ticks: ticks with a torque beyond its limit since `begin`.
    """

    def __init__(self, limits: SafetyLimits, damping: Damping) -> None:
        """
        Args:
            limits: when torques are trusted.
            damping: makes the torques for when they are not.
        """
        self.limits, self._damping = limits, damping
        self._latch = FaultLatch(limits.patience)
        self._overspeed = OverspeedWatch(limits)
        self.begin()

    @property
    def latched(self) -> Fault:
        """What keeps the joints braked until `reset`; NONE while the controller is listened to."""
        return self._latch.fault

    @property
    def reason(self) -> str:
        """Why, in words; empty while nothing is latched."""
        return self._latch.reason

    def has_latched(self, fault: Fault) -> bool:
        """Whether this one has been latched since the last reset; a more severe one may have come since."""
        return fault in self._latch.faults

    def begin(self) -> None:
        """Starts anew, with a robot that has been put where its controller expects it: nothing is blended."""
        self._held_pose: FloatArray | None = None
        self._missing = 0
        self._forget()
        self.faulty_ticks: Counter[Fault] = Counter()
        self.clamped_ticks = 0

    def reset(self) -> str:
        """Leaves what is latched, if anything is; the torques then come back gradually.

        Returns:
            What is still wrong, as the last tick has shown; nothing is left then. Empty if nothing is.
        """
        if self.latched:
            if self._present:
                return self._present
            self._forget()
            self._missing = self.limits.blend_ticks
        return ""

    def latch(self, fault: Fault, reason: str) -> None:
        """Takes notice of what torques and state cannot tell: an emergency stop, a drive in fault."""
        self._latch.latch(fault, reason)

    def brake(self, state: State) -> FloatArray:
        """(nu,) damping torques [N m] for when nobody asks for others; zero if the state is no numbers."""
        return self._within_limits(self._damping.brake(state)) if _finite(state) else self._no_torque()

    def judge(self, state: State, torques: FloatArray | None, age: int = 0, state_age: int = 0) -> Verdict:
        """Decides about one tick; to be called once a tick.

        Args:
            state: newest measurement of the robot.
            torques: (nu,) newest ones of the controller [N m]; empty if it has none, None if none has come.
            age: how many ticks ago the state was measured that they answer.
            state_age: the same of `state`.
        """
        known = _finite(state) and 0 <= state_age <= self.limits.max_state_age
        found, self._present = self._found(state if known else None, torques, age, state_age)
        fault, reason = self._latch.update(found, self._present)
        if fault:
            self.faulty_ticks[fault] += 1
            return self._fallback(state if known else None, fault, reason)
        assert torques is not None  # or there would be a fault
        return self._passed(state, torques)

    def _found(
        self, state: State | None, torques: FloatArray | None, age: int, state_age: int
    ) -> tuple[Fault, str]:
        """The most severe fault of this tick, and why."""
        if state is None:
            return Fault.NO_STATE, f"the robot's state is {state_age} ticks old or no numbers"
        if fast := self._overspeed.update(state.v[ROOT_DOF:]):
            return Fault.OVERSPEED, f"too fast: {', '.join(fast)}"
        if torques is None or not 0 <= age <= self.limits.max_age:
            newest = "none has come" if torques is None else f"the newest is {age} ticks old"
            return Fault.NO_TORQUE, f"no joint torque: {newest}"
        if np.shape(torques) != self.limits.torques.shape or not np.isfinite(torques).all():
            return Fault.NO_SOLUTION, "the controller has no torques that are numbers"
        return Fault.NONE, ""

    def _fallback(self, state: State | None, fault: Fault, reason: str) -> Verdict:
        if state is None:
            return Verdict(self._no_torque(), Action.BRAKE, fault, reason)
        if fault is Fault.NO_SOLUTION and not self.latched:
            if self._held_pose is None:
                self._held_pose = state.q[ROOT_DOF:].copy()
            torques = self._within_limits(self._damping.hold(state, self._held_pose))
            return Verdict(torques, Action.HOLD, fault, reason)
        return Verdict(self.brake(state), Action.BRAKE, fault, reason)

    def _passed(self, state: State, torques: FloatArray) -> Verdict:
        self._held_pose = None
        cut = np.clip(torques, -self.limits.torques, self.limits.torques)
        clamped = tuple(self.limits.joints[joint] for joint in np.flatnonzero(cut != torques))
        self.clamped_ticks += bool(clamped)
        self._missing = max(self._missing - 1, 0)
        if not self._missing:
            return Verdict(cut, Action.TORQUE, Fault.NONE, "", clamped)
        share = 1.0 - self._missing / self.limits.blend_ticks
        mixed = self._within_limits(share * cut + (1.0 - share) * self.brake(state))
        reason = f"torques come back after a reset: {share:.0%}"
        return Verdict(mixed, Action.BLEND, Fault.NONE, reason, clamped)

    def _forget(self) -> None:
        self._latch.reset()
        self._overspeed.reset()
        self._held_pose, self._present = None, ""

    def _within_limits(self, torques: FloatArray) -> FloatArray:
        if np.isnan(torques).any():
            return self._no_torque()
        return np.clip(torques, -self.limits.torques, self.limits.torques)

    def _no_torque(self) -> FloatArray:
        return np.zeros_like(self.limits.torques)


def _finite(state: State) -> bool:
    return bool(np.isfinite(state.q).all() and np.isfinite(state.v).all())
