"""Lock-step and real time, on an engine that only counts and a clock that the test turns."""

from typing import Any

import numpy as np
import pytest

from biped_control.errors import EngineError
from biped_control.nodes.lock_step_loop import LockStepLoop
from biped_control.nodes.real_time_loop import RealTimeLoop
from biped_control.nodes.simulation_loop import (
    BRAKED_TICKS,
    DEAD_AFTER,
    REPEAT_AFTER,
    START_WITHIN,
    percentiles_ms,
)
from biped_control.robot.state import FloatArray, State
from biped_control.safety.fault import Action, Fault
from biped_control.safety.safety_limits import SafetyLimits
from biped_control.safety.supervisor import Supervisor, Verdict
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.simulator import Observation, Push

DT = 0.01
BRAKE = np.array([-7.0])
START = State(np.zeros(7), np.zeros(7))
LIMITS = SafetyLimits(
    ("knee",), torques=np.array([60.0]), velocities=np.array([1.0]), fast_ticks=2, patience=500
)


class Damper:
    """Brakes always the same, holds with less."""

    def brake(self, state: State) -> FloatArray:
        return BRAKE

    def hold(self, state: State, pose: FloatArray) -> FloatArray:
        return 0.5 * BRAKE


class CountingEngine:
    """Its x is the number of steps."""

    def __init__(self) -> None:
        self.applied: list[float] = []
        self.pushed: list[float] = []
        self.broken_at: int | None = None
        self.joint_velocity = 0.0

    def reset(self, state: State) -> Observation:
        self.applied.clear()
        return self._observe()

    def step(self, torques: FloatArray) -> Observation:
        if len(self.applied) == self.broken_at:
            raise EngineError("numbers left the real line")
        self.applied.append(float(torques[0]))
        return self._observe()

    def push(self, push: Push) -> None:
        self.pushed.append(float(push.force[0]))

    def _observe(self) -> Observation:
        state = State(np.zeros(7), np.zeros(7))
        state.q[0], state.v[6] = len(self.applied), self.joint_velocity
        return Observation(state, np.zeros((0, 3)), np.zeros((0, 3)))


class Record:
    """Counts ticks; the robot falls when the test says so."""

    def __init__(self) -> None:
        self.ticks, self.fell, self.falls_at = 0, False, None
        self.after: list[float] = []

    @property
    def seconds(self) -> float:
        return self.ticks * DT

    def add_tick(self, tick: int, torques: FloatArray, after: State) -> None:
        self.fell = self.fell or tick == self.falls_at
        self.ticks += not self.fell
        self.after.append(float(after.q[0]))


class Blurred(Disturbances):
    """Sensors that are a half too high at first, a whole in the next tick, and so on; notes who is asked."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked: list[str] = []

    def measured(self, state: State) -> State:
        self.asked.append("sense")
        return State(state.q + 0.5 * self.asked.count("sense"), state.v)

    def push_at(self, tick: int) -> Push | None:
        self.asked.append(f"push {tick}")
        return Push("torso", np.full(3, float(tick)), 1) if tick else None


class Bench:
    """A loop with everything around it under control."""

    def __init__(
        self,
        kind: type[Any],
        ticks: int = 0,
        ends_with_fall: bool = True,
        disturbances: Disturbances | None = None,
    ) -> None:
        self.now = 100.0
        self.engine = CountingEngine()
        self.published: list[tuple[int, float]] = []
        self.reported: list[tuple[int, Verdict]] = []
        self.supervisor = Supervisor(LIMITS, Damper())
        self.loop = kind(
            engine=self.engine,
            disturbances=disturbances or Disturbances(0),
            supervisor=self.supervisor,
            new_record=lambda start: Record(),
            publish=lambda tick, observation: self.published.append((tick, float(observation.state.q[0]))),
            report=lambda tick, verdict: self.reported.append((tick, verdict)),
            dt=DT,
            ticks=ticks,
            ends_with_fall=ends_with_fall,
            clock=lambda: self.now,
        )
        self.loop.begin(START)

    def stop(self) -> None:
        self.supervisor.latch(Fault.EMERGENCY_STOP, "somebody says so")

    def answer(self, tick: int, torque: float | None = None) -> None:
        self.loop.take(tick, np.array([float(tick) if torque is None else torque]))

    def wait(self, seconds: float) -> None:
        """Time goes by while the loop's process runs and looks at the clock."""
        while seconds > 0.0:
            self.now += min(seconds, 0.5)
            seconds -= 0.5
            self.loop.watch()

    def hold_up(self, seconds: float) -> None:
        """Time goes by while the loop's own process is stopped."""
        self.now += seconds
        self.loop.watch()


class TestLockStep:
    def test_every_torque_makes_one_step(self) -> None:
        bench = Bench(LockStepLoop)
        for tick in range(5):
            assert bench.published[-1] == (tick, tick)
            bench.answer(tick)
        assert bench.engine.applied == [0.0, 1.0, 2.0, 3.0, 4.0]

    def test_only_the_awaited_torque_counts(self) -> None:
        bench = Bench(LockStepLoop)
        bench.answer(0)
        for tick in (0, 0, 2, 99):
            bench.answer(tick, torque=50.0)
        assert bench.engine.applied == [0.0]
        bench.answer(1)
        assert bench.engine.applied == [0.0, 1.0]

    def test_results_do_not_depend_on_how_long_an_answer_takes(self) -> None:
        """Slow answers make repetitions, and what is repeated is answered twice: the same steps come out."""
        quick, slow = Bench(LockStepLoop), Bench(LockStepLoop)
        for tick in range(10):
            quick.answer(tick)
            for _ in range(tick % 3):
                slow.wait(REPEAT_AFTER * 1.1)
            slow.answer(tick)
            slow.answer(tick)
        assert quick.engine.applied == slow.engine.applied
        assert slow.loop.missed_ticks == 0
        assert len(slow.published) > len(quick.published)
        assert set(slow.published) == set(quick.published)

    def test_what_is_sensed_is_told_and_what_is_true_is_recorded(self) -> None:
        bench = Bench(LockStepLoop, disturbances=Blurred())
        bench.wait(REPEAT_AFTER * 1.1)
        bench.answer(0)
        bench.answer(1)
        assert bench.published == [(0, 0.5), (0, 0.5), (1, 2.0), (2, 3.5)]
        assert bench.loop.record.after == [1.0, 2.0]

    def test_pushes_and_sensors_draw_in_the_order_of_a_rollout(self) -> None:
        disturbances = Blurred()
        bench = Bench(LockStepLoop, disturbances=disturbances)
        bench.answer(0)
        bench.answer(1)
        assert disturbances.asked == ["push 0", "sense", "push 1", "sense", "push 2", "sense"]
        assert bench.engine.pushed == [1.0, 2.0]

    def test_the_run_ends_after_its_ticks(self) -> None:
        bench = Bench(LockStepLoop, ticks=3)
        for tick in range(5):
            bench.answer(tick)
        assert bench.loop.over
        assert not bench.loop.fault
        assert bench.loop.tick == 3
        assert bench.published[-1] == (3, 3.0)  # the last state is told too

    def test_the_run_ends_with_a_fall(self) -> None:
        bench = Bench(LockStepLoop)
        bench.loop.record.falls_at = 2
        for tick in range(5):
            bench.answer(tick)
        assert bench.loop.over
        assert (bench.loop.record.ticks, len(bench.engine.applied)) == (2, 3)

    def test_with_somebody_looking_on_a_fallen_robot_is_braked_and_waits_for_a_reset(self) -> None:
        bench = Bench(LockStepLoop, ends_with_fall=False)
        bench.loop.record.falls_at = 1
        bench.answer(0)
        bench.answer(1)
        for _ in range(BRAKED_TICKS):
            bench.answer(bench.loop.tick, torque=50.0)
            bench.wait(1.0)
        assert bench.engine.applied == [0.0, 1.0] + [float(BRAKE[0])] * BRAKED_TICKS
        assert (bench.loop.over, bench.loop.fault, bench.loop.missed_ticks) == (False, "", 0)
        bench.loop.begin(START)
        bench.answer(0)
        assert bench.engine.applied == [0.0]

    def test_stalls_below_the_limit_are_no_fault(self) -> None:
        bench = Bench(LockStepLoop)
        bench.answer(0)
        for _ in range(10):
            bench.wait(DEAD_AFTER * 0.099)
        assert not bench.loop.fault
        bench.answer(1)
        assert bench.engine.applied == [0.0, 1.0]

    def test_a_dead_controller_leads_to_braking_and_the_end(self) -> None:
        bench = Bench(LockStepLoop)
        bench.answer(0)
        bench.wait(DEAD_AFTER + 0.1)
        assert "tick 1" in bench.loop.fault
        for _ in range(BRAKED_TICKS):
            bench.wait(0.01)
            bench.answer(bench.loop.tick, torque=50.0)  # the fault is latched: too late
        assert bench.loop.over
        assert bench.engine.applied == [0.0] + [float(BRAKE[0])] * BRAKED_TICKS
        assert bench.loop.missed_ticks == BRAKED_TICKS

    def test_being_held_up_itself_is_no_silence_of_the_controller(self) -> None:
        bench = Bench(LockStepLoop)
        bench.answer(0)
        bench.hold_up(10 * DEAD_AFTER)
        assert not bench.loop.fault
        bench.answer(1)
        assert bench.engine.applied == [0.0, 1.0]
        bench.hold_up(10 * DEAD_AFTER)
        bench.wait(DEAD_AFTER + 0.1)
        assert bench.loop.fault

    def test_the_first_torque_may_take_long(self) -> None:
        bench = Bench(LockStepLoop)
        for _ in range(int(START_WITHIN / 10.0) - 1):
            bench.wait(10.0)
        assert not bench.loop.fault
        bench.wait(20.0)
        assert bench.loop.fault

    def test_reset_leaves_a_fault(self) -> None:
        bench = Bench(LockStepLoop)
        bench.answer(0)
        bench.wait(DEAD_AFTER + 0.1)
        bench.loop.begin(START)
        assert (bench.loop.tick, bench.loop.fault, bench.loop.missed_ticks) == (0, "", 0)
        bench.answer(0)
        assert bench.engine.applied == [0.0]

    def test_a_pause_holds_the_step_and_is_no_silence(self) -> None:
        bench = Bench(LockStepLoop)
        bench.loop.pause(True)
        bench.answer(0)
        bench.wait(10 * START_WITHIN)
        assert bench.engine.applied == []
        bench.loop.pause(False)
        assert bench.engine.applied == [0.0]
        bench.wait(0.1)
        assert not bench.loop.fault

    def test_a_paused_simulation_makes_single_steps(self) -> None:
        bench = Bench(LockStepLoop)
        assert not bench.loop.step_once()  # it is not paused
        bench.loop.pause(True)
        assert not bench.loop.step_once()  # nor has a torque come
        bench.answer(0)
        assert bench.loop.step_once()
        assert bench.published[-1] == (1, 1.0)
        assert not bench.loop.step_once()
        bench.answer(1)
        assert bench.engine.applied == [0.0]
        bench.loop.pause(False)
        assert bench.engine.applied == [0.0, 1.0]

    def test_an_engine_that_gives_up_is_a_fall(self) -> None:
        bench = Bench(LockStepLoop)
        bench.engine.broken_at = 1
        bench.answer(0)
        bench.answer(1)
        assert bench.loop.over
        assert bench.loop.record.fell
        assert not bench.loop.fault

    def test_round_trips_and_speed_are_measured(self) -> None:
        bench = Bench(LockStepLoop)
        for tick in range(11):
            bench.now += 0.002
            bench.answer(tick)
        assert list(bench.loop.round_trips) == pytest.approx([0.002] * 10)
        assert bench.loop.seconds_per_second == pytest.approx(DT / 0.002)
        assert bench.loop.timing()["round_trip_ms"] == pytest.approx({"p50": 2.0, "p99": 2.0, "max": 2.0})


class TestFaults:
    """What the supervisor sees of both loops; they differ only in when they step."""

    def test_a_controller_without_torques_is_answered_with_a_held_pose_and_may_come_back(self) -> None:
        bench = Bench(LockStepLoop)
        bench.answer(0)
        bench.loop.take(1, np.zeros(0))
        bench.answer(2)
        assert bench.engine.applied == [0.0, 0.5 * float(BRAKE[0]), 2.0]
        ((tick, verdict),) = bench.reported
        assert (tick, verdict.action, verdict.fault) == (1, Action.HOLD, Fault.NO_SOLUTION)
        assert bench.loop.missed_ticks == 0

    def test_torques_beyond_the_limit_do_not_reach_the_engine(self) -> None:
        bench = Bench(LockStepLoop)
        bench.answer(0, torque=1e6)
        assert bench.engine.applied == [60.0]
        assert bench.reported[0][1].clamped == ("knee",)

    def test_an_emergency_stop_brakes_at_once_and_ends_the_run(self) -> None:
        bench = Bench(LockStepLoop)
        bench.answer(0, torque=3.0)
        bench.stop()
        bench.answer(1, torque=50.0)
        for _ in range(BRAKED_TICKS):
            bench.wait(0.01)
        assert bench.engine.applied == [3.0] + [float(BRAKE[0])] * BRAKED_TICKS
        assert (bench.loop.over, bench.loop.fault) == (True, "somebody says so")
        assert (bench.loop.controller_dead, bench.loop.missed_ticks) == (False, 0)

    def test_an_emergency_stop_in_real_time_brakes_too(self) -> None:
        bench = Bench(RealTimeLoop)
        bench.answer(0, torque=3.0)
        bench.loop.pace()
        bench.stop()
        bench.answer(1, torque=50.0)
        bench.loop.pace()
        bench.wait(0.01)
        assert set(bench.engine.applied[1:]) == {float(BRAKE[0])}

    def test_with_somebody_looking_on_it_waits_for_a_reset(self) -> None:
        bench = Bench(LockStepLoop, ends_with_fall=False)
        bench.stop()
        for _ in range(BRAKED_TICKS):
            bench.wait(0.01)
        assert not bench.loop.over
        assert len(bench.engine.applied) == BRAKED_TICKS
        bench.loop.begin(START)
        bench.answer(0, torque=3.0)
        assert (bench.engine.applied, bench.loop.fault) == ([3.0], "")

    def test_an_emergency_stop_counts_during_a_pause(self) -> None:
        bench = Bench(LockStepLoop)
        bench.loop.pause(True)
        bench.answer(0, torque=50.0)
        bench.stop()
        assert not bench.loop.step_once()
        bench.loop.pause(False)
        bench.wait(0.01)
        assert set(bench.engine.applied) == {float(BRAKE[0])}

    def test_a_joint_that_runs_away_is_braked_for_good(self) -> None:
        bench = Bench(LockStepLoop)
        bench.engine.joint_velocity = 1.5
        for tick in range(5):
            bench.answer(tick, torque=3.0)
        # The start is slow, then two ticks are fast: the second is braked, and nobody is listened to.
        assert bench.engine.applied == [3.0, 3.0, float(BRAKE[0])]
        assert bench.loop.fault == bench.loop.failure == "too fast: knee"
        bench.loop.record.fell = True
        assert (bench.loop.fault, bench.loop.failure) == ("too fast: knee", ""), "the result is the fall"

    def test_a_reset_goes_on_with_the_run_from_braking(self) -> None:
        bench = Bench(LockStepLoop)
        bench.answer(0, torque=3.0)
        bench.stop()
        bench.wait(0.01)
        assert bench.loop.reset_fault() == "no joint torque: none has come", "nobody has answered since"
        bench.answer(bench.loop.tick, torque=5.0)
        bench.wait(0.01)
        assert bench.loop.reset_fault() == bench.loop.fault == ""
        first = bench.loop.tick
        assert first == 25
        bench.wait(0.01)
        assert bench.published[-2:] == [(first, first)] * 2, "whoever was not heard is asked again"
        for _ in range(LIMITS.blend_ticks):
            bench.answer(bench.loop.tick, torque=5.0)
        braked, back = bench.engine.applied[1:first], bench.engine.applied[first:]
        assert set(braked) == {float(BRAKE[0])}
        share = np.arange(1, LIMITS.blend_ticks + 1) / LIMITS.blend_ticks
        assert back == pytest.approx([*(share * 5.0 + (1.0 - share) * BRAKE)])
        for _ in range(BRAKED_TICKS):
            bench.wait(0.01)
        assert not bench.loop.over, "a fault that is gone ends nothing"

    def test_a_fault_that_comes_again_is_braked_as_long_as_the_first(self) -> None:
        bench = Bench(LockStepLoop, ends_with_fall=False)
        for _ in range(2):
            bench.stop()
            for _ in range(BRAKED_TICKS):
                bench.answer(bench.loop.tick)
                bench.wait(0.01)
            assert not bench.loop.reset_fault()
        assert len(bench.engine.applied) == 2 * BRAKED_TICKS

    def test_a_reset_does_not_raise_the_fallen(self) -> None:
        bench = Bench(LockStepLoop, ends_with_fall=False)
        bench.stop()
        bench.loop.record.fell = True
        assert "has fallen; `simulator/reset`" in bench.loop.reset_fault()
        assert bench.loop.fault

    def test_a_run_that_is_over_does_not_go_on(self) -> None:
        bench = Bench(LockStepLoop, ticks=1)
        bench.answer(0)
        assert bench.loop.reset_fault() == "the run is over"

    def test_in_real_time_a_reset_wants_fresh_torques_and_braking_keeps_the_pace(self) -> None:
        bench = Bench(RealTimeLoop)
        bench.answer(0, torque=3.0)
        bench.loop.pace()
        bench.stop()
        for _ in range(5):
            bench.wait(0.05)
            bench.loop.pace()
        assert bench.loop.tick == 6, "one tick a period, not more"
        assert "is 5 ticks old" in bench.loop.reset_fault()
        bench.answer(6, torque=5.0)
        bench.loop.pace()
        assert not bench.loop.reset_fault()
        bench.now += DT
        bench.answer(7, torque=5.0)
        bench.loop.pace()
        assert BRAKE[0] < bench.engine.applied[-1] < 5.0
        assert bench.loop.periods[-1] == pytest.approx(DT), "the break is no period"


class TestRealTime:
    def test_a_paused_simulation_makes_single_steps(self) -> None:
        bench = Bench(RealTimeLoop)
        bench.answer(0)
        bench.loop.pause(True)
        assert bench.loop.step_once()
        assert not bench.loop.step_once()  # that torque was for the tick before
        bench.loop.pace()
        assert bench.engine.applied == [0.0]
        bench.answer(1)
        assert bench.loop.step_once()
        assert bench.engine.applied == [0.0, 1.0]

    def test_nothing_moves_before_the_first_torque(self) -> None:
        bench = Bench(RealTimeLoop)
        bench.loop.pace()
        assert bench.engine.applied == []
        bench.wait(REPEAT_AFTER * 1.1)
        assert bench.published == [(0, 0.0), (0, 0.0)]
        bench.answer(0)
        bench.loop.pace()
        assert bench.engine.applied == [0.0]

    def test_an_older_torque_serves_for_two_ticks_then_the_joints_are_braked(self) -> None:
        bench = Bench(RealTimeLoop)
        bench.answer(0, torque=3.0)
        for _ in range(LIMITS.max_age + 3):
            bench.now += DT
            bench.loop.pace()
        assert bench.engine.applied == [3.0] * (1 + LIMITS.max_age) + [float(BRAKE[0])] * 2
        assert (bench.loop.late_ticks, bench.loop.missed_ticks) == (LIMITS.max_age, 2)

    def test_the_period_counts_from_step_to_step(self) -> None:
        bench = Bench(RealTimeLoop)
        step = bench.engine.step

        def slow_step(torques: FloatArray) -> Observation:
            bench.now += 0.4 * DT
            return step(torques)

        bench.engine.step = slow_step  # type: ignore[method-assign]
        bench.answer(0)
        for tick in range(1, 6):
            before = bench.now
            bench.loop.pace()
            bench.answer(tick)
            bench.now = before + DT + (0.001 if tick == 3 else 0.0)
        error = bench.loop.timing()["period_error_ms"]
        assert error == pytest.approx({"p50": 0.0, "p99": 1.0, "max": 1.0}, abs=0.05)

    def test_a_torque_that_comes_back_is_used_again(self) -> None:
        bench = Bench(RealTimeLoop)
        bench.answer(0, torque=3.0)
        for _ in range(6):
            bench.loop.pace()
        for tick in (6, 7, 8):
            bench.answer(tick, torque=5.0)
            bench.loop.pace()
        assert bench.engine.applied[-3:] == [5.0, 5.0, 5.0]
        assert not bench.loop.fault

    def test_long_silence_is_a_fault(self) -> None:
        bench = Bench(RealTimeLoop)
        bench.answer(0)
        while not bench.loop.over and bench.now < 100.0 + 10 * DEAD_AFTER:
            bench.now += DT
            bench.loop.pace()
            bench.loop.watch()
        assert bench.loop.fault
        assert bench.loop.over

    def test_torques_from_before_a_reset_are_not_used(self) -> None:
        bench = Bench(RealTimeLoop)
        bench.answer(0)
        for _ in range(5):
            bench.loop.pace()
        bench.loop.begin(START)
        bench.answer(5, torque=9.0)
        bench.loop.pace()
        assert bench.engine.applied == []


def test_percentiles_of_nothing_are_zero() -> None:
    assert percentiles_ms([]) == {"p50": 0.0, "p99": 0.0, "max": 0.0}
