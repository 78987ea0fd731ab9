"""Real time: a step for every period, whatever torque is there."""

import pytest
from loop_bench import BRAKE, DT, LIMITS, START, Bench

from biped_control.nodes.real_time_loop import RealTimeLoop
from biped_control.nodes.simulation_loop import DEAD_AFTER, REPEAT_AFTER
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray


def test_a_paused_simulation_makes_single_steps() -> None:
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


def test_nothing_moves_before_the_first_torque() -> None:
    bench = Bench(RealTimeLoop)
    bench.loop.pace()
    assert bench.engine.applied == []
    bench.wait(REPEAT_AFTER * 1.1)
    assert bench.published == [(0, 0.0), (0, 0.0)]
    bench.answer(0)
    bench.loop.pace()
    assert bench.engine.applied == [0.0]


def test_an_older_torque_serves_for_two_ticks_then_the_joints_are_braked() -> None:
    bench = Bench(RealTimeLoop)
    bench.answer(0, torque=3.0)
    for _ in range(LIMITS.max_age + 3):
        bench.now += DT
        bench.loop.pace()
    assert bench.engine.applied == [3.0] * (1 + LIMITS.max_age) + [float(BRAKE[0])] * 2
    assert (bench.loop.late_ticks, bench.loop.missed_ticks) == (LIMITS.max_age, 2)


def test_the_controller_is_told_how_late_the_torques_were() -> None:
    bench = Bench(RealTimeLoop)
    bench.answer(0)
    bench.loop.pace()
    for _ in range(2):
        bench.loop.pace()
    bench.answer(3)
    bench.loop.pace()
    assert bench.late == [0, 0, 1, 2, 0]


def test_the_period_counts_from_step_to_step() -> None:
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


def test_a_torque_that_comes_back_is_used_again() -> None:
    bench = Bench(RealTimeLoop)
    bench.answer(0, torque=3.0)
    for _ in range(6):
        bench.loop.pace()
    for tick in (6, 7, 8):
        bench.answer(tick, torque=5.0)
        bench.loop.pace()
    assert bench.engine.applied[-3:] == [5.0, 5.0, 5.0]
    assert not bench.loop.fault


def test_long_silence_is_a_fault() -> None:
    bench = Bench(RealTimeLoop)
    bench.answer(0)
    while not bench.loop.over and bench.now < 100.0 + 10 * DEAD_AFTER:
        bench.now += DT
        bench.loop.pace()
        bench.loop.watch()
    assert bench.loop.fault
    assert bench.loop.over


def test_torques_from_before_a_reset_are_not_used() -> None:
    bench = Bench(RealTimeLoop)
    bench.answer(0)
    for _ in range(5):
        bench.loop.pace()
    bench.loop.begin(START)
    bench.answer(5, torque=9.0)
    bench.loop.pace()
    assert bench.engine.applied == []
