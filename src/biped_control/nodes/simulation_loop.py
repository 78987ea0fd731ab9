"""When the simulated robot takes its next step: in lock-step with the controller, or by the clock."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter, time

import numpy as np

from biped_control.analysis.run_record import RunRecord
from biped_control.analysis.timing import percentiles_ms
from biped_control.errors import EngineError
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.safety.fault import Fault
from biped_control.safety.supervisor import Supervisor, Verdict
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.simulator import Simulator

LONGEST_PAUSE = 1.0  # [s] between two looks; what is longer, this process was held up itself
REPEAT_AFTER = 0.2  # [s] of silence after which a robot state is sent again
DEAD_AFTER = 5.0  # [s] of silence after which the controller counts as dead: a loaded machine stalls for less
START_WITHIN = 300.0  # [s] for all nodes to come up; the first time they build the clip and compile
BRAKED_TICKS = 240  # how long the joints are braked after a fault, before the run ends
_KEPT_TIMES = 100_000  # a quarter of an hour at the usual rate
_RECENT = 600  # for the status while the run goes on


class SimulationLoop(ABC):
    """Steps an engine with the torques that arrive and that the supervisor lets pass; publishes each state.

    While a fault is latched nobody listens to torques and the joints are braked, until the robot lies or
    `BRAKED_TICKS` are over. Then the run ends, or waits if somebody looks on and the controller is alive.
    Only `begin` leaves it, and `reset_fault` while the robot is up and the cause is gone.

    Attributes:
        tick: the tick whose torque is awaited.
        missed_ticks: ticks without a usable torque.
        late_ticks: ticks that used an older torque (in real time only).
        round_trips: [s] from sending each state to receiving its torque, but for tick 0.
        recent_round_trips: the last of them.
        periods: [s] from the beginning of one step to that of the next (in real time only).
        first_step_time: when the first step was made, as `time.time` counts.
        over: the run has ended.
    """

    def __init__(
        self,
        engine: Simulator,
        disturbances: Disturbances,
        supervisor: Supervisor,
        new_record: Callable[[State], RunRecord],
        publish: Callable[[int, Observation], None],
        report: Callable[[int, Verdict], None],
        dt: float,
        ticks: int,
        ends_with_fall: bool = True,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """
        Args:
            engine: the physics.
            disturbances: offset of the start, pushes and sensors.
            supervisor: judges the torques of each tick.
            new_record: makes the account of a run that starts in a given state.
            publish: sends what is sensed of a tick.
            report: hears of the ticks whose torques did not pass unchanged.
            dt: control period [s].
            ticks: length of the run; 0 for no end.
            ends_with_fall: whether a fall ends the run.
            clock: time in seconds.
        """
        self._engine, self._disturbances, self._supervisor = engine, disturbances, supervisor
        self._new_record, self._publish, self._report = new_record, publish, report
        self._clock = clock
        self._dt, self._ticks, self._ends_with_fall = dt, ticks, ends_with_fall
        self.paused = False
        self._sent_at = self._repeated_at = 0.0

    def begin(self, reference_start: State) -> None:
        """Starts a run, or starts it again. `reference_start` is where the clip begins."""
        start = self._disturbances.start(reference_start)
        self._observation = self._engine.reset(start)
        self.record = self._new_record(self._observation.state)
        self.tick, self.missed_ticks, self.late_ticks = 0, 0, 0
        self._supervisor.begin()
        self.over, self._braked = False, 0
        self.round_trips: deque[float] = deque(maxlen=_KEPT_TIMES)
        self.recent_round_trips: deque[float] = deque(maxlen=_RECENT)
        self.periods: deque[float] = deque(maxlen=_KEPT_TIMES)
        self._first_step_at = self._last_step_at = 0.0
        self._watched_at = 0.0
        self.first_step_time = 0.0
        self._begin_tick()

    def change_engine(self, engine: Simulator) -> None:
        """Steps another engine; to be followed by `begin`."""
        self._engine = engine

    @abstractmethod
    def take(self, tick: int, torques: FloatArray) -> None:
        """A torque (nu,) for `tick` has arrived, or word that there is none: an empty array."""

    def reset_fault(self) -> str:
        """Listens to the controller again, in the same run; why not, if that cannot be."""
        if self.record.fell:
            return "the robot has fallen; `simulator/reset`, or Reset on the page, puts it back to the start"
        if self.over:
            return "the run is over"
        refusal = self._supervisor.reset()
        if not refusal:
            self._braked = 0
            self._sent_at = self._watched_at = self._clock()
            self._repeated_at = 0.0  # who answered while nobody listened is asked again at once
        return refusal

    @abstractmethod
    def step_once(self) -> bool:
        """While paused, makes the step that waits; False when there is none: its torque has not come."""

    def watch(self) -> None:
        """To be called every few hundredths of a second: repeats unanswered states and notices silence."""
        if self.over or self.paused or self.braking:
            return
        now = self._clock()
        # While this process itself was stopped nobody could be heard: that is no silence of the controller.
        self._sent_at += max(0.0, now - self._watched_at - LONGEST_PAUSE)
        self._watched_at = now
        silent = now - self._sent_at
        if silent > (DEAD_AFTER if self.tick else START_WITHIN):
            self._raise_fault(silent)
        elif now - self._repeated_at > REPEAT_AFTER or not self.tick:  # at first the others are not there yet
            self._repeated_at = now
            self._publish(self.tick, self._sensed)

    def pause(self, paused: bool) -> None:
        """Holds the simulation, or lets it go on."""
        self.paused = paused
        if not paused:
            self._sent_at = self._repeated_at = self._watched_at = self._clock()

    @property
    def seconds_per_second(self) -> float:
        """Real-time factor: simulated time over time on the clock, since the first step."""
        elapsed = self._last_step_at - self._first_step_at
        return (self.tick - 1) * self._dt / elapsed if elapsed > 0.0 else 0.0

    def _raise_fault(self, silent: float) -> None:
        reason = f"no joint torque for tick {self.tick} within {silent:.1f} s"
        self._supervisor.latch(Fault.NO_TORQUE, reason)

    @property
    def fault(self) -> str:
        """What went wrong; empty while nothing did."""
        return self._supervisor.reason

    @property
    def controller_dead(self) -> bool:
        """Torques have stopped coming."""
        return self._supervisor.has_latched(Fault.NO_TORQUE)

    @property
    def failure(self) -> str:
        """Why the run is worth nothing. A fall is a result, also where a fault has led to it."""
        return self.fault if self.controller_dead or not self.record.fell else ""

    @property
    def braking(self) -> bool:
        """Nobody listens to torques any more: there is a fault, or the robot has fallen."""
        return bool(self.fault) or self.record.fell

    def _brake_on(self, torques: FloatArray | None, age: int) -> None:
        """One tick of braking; the torques are only looked at, for whether a reset may listen to them."""
        if not self.over and self._braked < BRAKED_TICKS:
            self._braked += 1
            self.missed_ticks += self.controller_dead
            if self.fault:
                self._step(self._supervisor.judge(self._sensed.state, torques, age).torques, age)
            else:
                self._step(self._supervisor.brake(self._sensed.state))
        ends = self._ends_with_fall or self.controller_dead
        self.over = self.over or (bool(self.fault) and ends and self._braked >= BRAKED_TICKS)

    def _act(self, torques: FloatArray | None, age: int = 0) -> None:
        """One tick with the torques that answer the state of `age` ticks ago."""
        verdict = self._supervisor.judge(self._sensed.state, torques, age)
        if verdict.reason or verdict.clamped:
            self._report(self.tick, verdict)
        self._step(verdict.torques, age)

    def _step(self, torques: FloatArray, late: int = 0) -> None:
        """One tick of the engine with torques that are `late` ticks older than those due; begins the next."""
        try:
            observation = self._engine.step(torques)
            self._observation = replace(observation, torques_late=late) if late else observation
        except EngineError:  # its numbers are no longer finite: only a fall does that
            self.record.fell, self.over, self._braked = True, self._ends_with_fall, BRAKED_TICKS
            return
        made, after = self.tick, self._observation.state
        self._last_step_at = self._clock()
        if made == 0:
            self._first_step_at, self.first_step_time = self._last_step_at, time()
        self.tick += 1
        self._begin_tick()
        self.record.add_tick(made, torques, after)  # only now: the others are at work already
        fell_for_good = self.record.fell and self._ends_with_fall
        self.over = fell_for_good or (self._ticks > 0 and self.tick >= self._ticks)

    def _begin_tick(self) -> None:
        """Pushes, senses and sends, in this order and once, as a rollout does: both draw from one seed."""
        push = self._disturbances.push_at(self.tick)
        if push is not None:
            self._engine.push(push)
        self._sensed = replace(self._observation, state=self._disturbances.sensed(self._observation))
        self._sent_at = self._repeated_at = self._watched_at = self._clock()
        self._publish(self.tick, self._sensed)

    def _note_round_trip(self) -> None:
        if self.tick > 0:
            seconds = self._clock() - self._sent_at
            self.round_trips.append(seconds)
            self.recent_round_trips.append(seconds)

    def timing(self) -> dict[str, object]:
        """What the run's JSON says about time."""
        timing: dict[str, object] = {
            "realtime_factor": self.seconds_per_second,
            "missed_ticks": self.missed_ticks,
            "round_trip_ms": percentiles_ms(self.round_trips),
        }
        if self.periods:
            errors = np.abs(np.array(self.periods) - self._dt)
            timing |= {"late_ticks": self.late_ticks, "period_error_ms": percentiles_ms(errors)}
        return timing
