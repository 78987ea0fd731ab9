"""One run of a robot on its buses: account, times and end."""

from collections import deque
from collections.abc import Callable, Collection
from time import monotonic, time

import numpy as np

from biped_control.analysis.run_record import RunRecord
from biped_control.analysis.timing import percentiles_ms
from biped_control.hardware.bus_loop import BusLoop, BusTick
from biped_control.hardware.state_reader import Sensed
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.state import FloatArray, State
from biped_control.safety.fault import Fault
from biped_control.safety.supervisor import Supervisor

_BRAKED_TICKS = 240  # how long the joints are braked after a fault, before the run ends
_KEPT = 1_000_000  # two hours at the usual rate
_LATELY = 120  # ticks
_RECENT = 600  # for those that look on: more would take time from the ticks
_EDGES_MS = (0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 8.2, 8.5, 9.0, 10.0, 12.0, 16.0, 25.0, 1e6)


class BusRun:
    """Steps a loop and keeps account of it.

    Attributes:
        record: distance, cost and fall, of the estimates.
        over: it has ended.
        unmeasured_joints, unmeasured_bodies: joint answers and IMU samples that got lost.
        times, estimates: when the IMU measured [s], and (12,) root coordinates as estimated then.
        first_step_time: of the first torque, as `time.time` counts.
    """

    def __init__(
        self,
        loop: BusLoop,
        supervisor: Supervisor,
        new_record: Callable[[State], RunRecord],
        dt: float,
        ticks: int,
        ends_with_fault: bool,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """
        Args:
            loop: to the drives. supervisor: its supervisor.
            new_record: makes the account of a run that starts in a given state.
            dt: control period [s].
            ticks: length of the run; 0 for no end.
            ends_with_fault: a latched fault ends it two seconds later, not only a reset.
            clock: steady [s].
        """
        self._loop, self._supervisor, self._new_record = loop, supervisor, new_record
        self._dt, self._ticks, self._ends_with_fault = dt, ticks, ends_with_fault
        self._clock = clock

    def begin(self, start: State) -> Sensed:
        """Begins with the robot in the state of its clip, within reach."""
        self.over, self.first_step_time, self._braked = False, 0.0, 0
        self.unmeasured_joints = self.unmeasured_bodies = 0
        self._unmeasured: deque[int] = deque(maxlen=_LATELY)
        self.times: deque[float] = deque(maxlen=_KEPT)
        self.estimates: deque[FloatArray] = deque(maxlen=_KEPT)
        self._periods: deque[float] = deque(maxlen=_KEPT)
        self._round_trips: deque[float] = deque(maxlen=_KEPT)
        self._recent_round_trips: deque[float] = deque(maxlen=_RECENT)
        self._answers: deque[float] = deque(maxlen=_KEPT)
        self._stepped_at = self._told_at = self._first_at = 0.0
        self.sensed = self._loop.begin(start)
        self.record = self._new_record(self.sensed.observation.state)
        return self.sensed

    def take(self, tick: int, torques: FloatArray) -> None:
        """Torques (nu,) for `tick` have come [N m]."""
        awaited = tick == self._loop.tick and tick > 0
        if self._loop.take(tick, torques) and awaited:
            seconds = self._clock() - self._told_at
            self._round_trips.append(seconds)
            self._recent_round_trips.append(seconds)

    def step(self) -> BusTick:
        """One control period is over."""
        now, tick = self._clock(), self._loop.tick
        happened = self._loop.step()
        self._told_at = self._clock()
        self.sensed = happened.sensed
        if self._loop.tick > tick:
            self._account(happened, tick, now)
        self._stepped_at = now
        return happened

    @property
    def failure(self) -> str:
        """What the robot is braked for; empty while nothing is latched, or if it has fallen by itself."""
        caused = self._supervisor.latched not in (Fault.NONE, Fault.OVERSPEED) or not self.record.fell
        return self._supervisor.reason if caused else ""

    @property
    def seconds_per_second(self) -> float:
        """Control time over time on the clock."""
        elapsed = self._stepped_at - self._first_at
        return (self.record.ticks - 1) * self._dt / elapsed if elapsed > 0.0 else 0.0

    @property
    def recent_round_trip_ms(self) -> dict[str, float]:
        """From the state of a tick to its torques, lately: p50, p99, max."""
        return percentiles_ms(self._recent_round_trips)

    @property
    def lost_share(self) -> float:
        """Of the joints' answers in the last second, those that got lost; their commands, perhaps, too."""
        joints = len(self.sensed.observation.state.q) - ROOT_DOF
        return sum(self._unmeasured) / (joints * len(self._unmeasured)) if self._unmeasured else 0.0

    def progress(self) -> dict[str, object]:
        """What is known at little cost while the run goes on."""
        return self.record.summary() | {
            "realtime_factor": self.seconds_per_second,
            "missed_ticks": self._loop.missed_ticks,
            "late_ticks": self._loop.late_ticks,
            "unmeasured_joints": self.unmeasured_joints,
            "unmeasured_bodies": self.unmeasured_bodies,
            "round_trip_ms": self.recent_round_trip_ms,
        }

    def summary(self) -> dict[str, object]:
        """The documented JSON keys."""
        return self.progress() | {
            "round_trip_ms": percentiles_ms(self._round_trips),
            "period_ms": percentiles_ms(self._periods),
            "period_error_ms": percentiles_ms(np.abs(np.array(self._periods) - self._dt)),
            "answer_ms": percentiles_ms(self._answers),
            "period_histogram": _histogram(self._periods),
            "round_trip_histogram": _histogram(self._round_trips),
            "fault": self.failure,
            "first_step_time": self.first_step_time,
        }

    def _account(self, happened: BusTick, tick: int, now: float) -> None:
        if tick == 0:
            self.first_step_time, self._first_at = time(), now
        else:
            self._periods.append(now - self._stepped_at)
        self._answers.append(self._told_at - now)
        sensed, verdict = happened.sensed, happened.verdict
        state = sensed.observation.state
        self._unmeasured.append(sensed.unmeasured_joints)
        self.unmeasured_joints += sensed.unmeasured_joints
        self.unmeasured_bodies += sensed.unmeasured_body
        if not sensed.unmeasured_body:
            self.times.append(sensed.time)
            self.estimates.append(np.concatenate([state.q[:ROOT_DOF], state.v[:ROOT_DOF]]))
        torques = np.zeros(len(state.q) - ROOT_DOF) if verdict is None else verdict.torques
        self.record.add_tick(tick, torques, state)
        self._braked = self._braked + 1 if self._supervisor.latched else 0
        given_up = self._ends_with_fault and self._braked >= _BRAKED_TICKS
        self.over = self.record.fell or given_up or (0 < self._ticks <= tick + 1)


def _histogram(seconds: Collection[float]) -> dict[str, list[float]]:
    counts, _ = np.histogram(1e3 * np.array(seconds), bins=_EDGES_MS)
    return {"edges_ms": list(_EDGES_MS[:-1]), "counts": counts.tolist()}
