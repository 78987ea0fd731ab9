"""What the supervisor sees of both loops; they differ only in when they step."""

import numpy as np
import pytest
from loop_bench import BRAKE, DT, LIMITS, START, Bench

from biped_control.nodes.lock_step_loop import LockStepLoop
from biped_control.nodes.real_time_loop import RealTimeLoop
from biped_control.nodes.simulation_loop import BRAKED_TICKS
from biped_control.safety.fault import Action, Fault


def test_a_controller_without_torques_is_answered_with_a_held_pose_and_may_come_back() -> None:
    bench = Bench(LockStepLoop)
    bench.answer(0)
    bench.loop.take(1, np.zeros(0))
    bench.answer(2)
    assert bench.engine.applied == [0.0, 0.5 * float(BRAKE[0]), 2.0]
    ((tick, verdict),) = bench.reported
    assert (tick, verdict.action, verdict.fault) == (1, Action.HOLD, Fault.NO_SOLUTION)
    assert bench.loop.missed_ticks == 0


def test_torques_beyond_the_limit_do_not_reach_the_engine() -> None:
    bench = Bench(LockStepLoop)
    bench.answer(0, torque=1e6)
    assert bench.engine.applied == [60.0]
    assert bench.reported[0][1].clamped == ("knee",)


def test_an_emergency_stop_brakes_at_once_and_ends_the_run() -> None:
    bench = Bench(LockStepLoop)
    bench.answer(0, torque=3.0)
    bench.stop()
    bench.answer(1, torque=50.0)
    for _ in range(BRAKED_TICKS):
        bench.wait(0.01)
    assert bench.engine.applied == [3.0] + [float(BRAKE[0])] * BRAKED_TICKS
    assert (bench.loop.over, bench.loop.fault) == (True, "somebody says so")
    assert (bench.loop.controller_dead, bench.loop.missed_ticks) == (False, 0)


def test_an_emergency_stop_in_real_time_brakes_too() -> None:
    bench = Bench(RealTimeLoop)
    bench.answer(0, torque=3.0)
    bench.loop.pace()
    bench.stop()
    bench.answer(1, torque=50.0)
    bench.loop.pace()
    bench.wait(0.01)
    assert set(bench.engine.applied[1:]) == {float(BRAKE[0])}


def test_with_somebody_looking_on_it_waits_for_a_reset() -> None:
    bench = Bench(LockStepLoop, ends_with_fall=False)
    bench.stop()
    for _ in range(BRAKED_TICKS):
        bench.wait(0.01)
    assert not bench.loop.over
    assert len(bench.engine.applied) == BRAKED_TICKS
    bench.loop.begin(START)
    bench.answer(0, torque=3.0)
    assert (bench.engine.applied, bench.loop.fault) == ([3.0], "")


def test_an_emergency_stop_counts_during_a_pause() -> None:
    bench = Bench(LockStepLoop)
    bench.loop.pause(True)
    bench.answer(0, torque=50.0)
    bench.stop()
    assert not bench.loop.step_once()
    bench.loop.pause(False)
    bench.wait(0.01)
    assert set(bench.engine.applied) == {float(BRAKE[0])}


def test_a_joint_that_runs_away_is_braked_for_good() -> None:
    bench = Bench(LockStepLoop)
    bench.engine.joint_velocity = 1.5
    for tick in range(5):
        bench.answer(tick, torque=3.0)
    # The start is slow, then two ticks are fast: the second is braked, and nobody is listened to.
    assert bench.engine.applied == [3.0, 3.0, float(BRAKE[0])]
    assert bench.loop.fault == bench.loop.failure == "too fast: knee"
    bench.loop.record.fell = True
    assert (bench.loop.fault, bench.loop.failure) == ("too fast: knee", ""), "the result is the fall"


def test_a_reset_goes_on_with_the_run_from_braking() -> None:
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


def test_a_fault_that_comes_again_is_braked_as_long_as_the_first() -> None:
    bench = Bench(LockStepLoop, ends_with_fall=False)
    for _ in range(2):
        bench.stop()
        for _ in range(BRAKED_TICKS):
            bench.answer(bench.loop.tick)
            bench.wait(0.01)
        assert not bench.loop.reset_fault()
    assert len(bench.engine.applied) == 2 * BRAKED_TICKS


def test_a_reset_does_not_raise_the_fallen() -> None:
    bench = Bench(LockStepLoop, ends_with_fall=False)
    bench.stop()
    bench.loop.record.fell = True
    assert "has fallen; `simulator/reset`" in bench.loop.reset_fault()
    assert bench.loop.fault


def test_a_run_that_is_over_does_not_go_on() -> None:
    bench = Bench(LockStepLoop, ticks=1)
    bench.answer(0)
    assert bench.loop.reset_fault() == "the run is over"


def test_in_real_time_a_reset_wants_fresh_torques_and_braking_keeps_the_pace() -> None:
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
