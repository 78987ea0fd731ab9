"""Lock-step: a step for every torque, however long that takes."""

import pytest
from loop_bench import BRAKE, DT, START, Bench, Blurred

from biped_control.nodes.lock_step_loop import LockStepLoop
from biped_control.nodes.simulation_loop import BRAKED_TICKS, DEAD_AFTER, REPEAT_AFTER, START_WITHIN


def test_every_torque_makes_one_step() -> None:
    bench = Bench(LockStepLoop)
    for tick in range(5):
        assert bench.published[-1] == (tick, tick)
        bench.answer(tick)
    assert bench.engine.applied == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_only_the_awaited_torque_counts() -> None:
    bench = Bench(LockStepLoop)
    bench.answer(0)
    for tick in (0, 0, 2, 99):
        bench.answer(tick, torque=50.0)
    assert bench.engine.applied == [0.0]
    bench.answer(1)
    assert bench.engine.applied == [0.0, 1.0]


def test_results_do_not_depend_on_how_long_an_answer_takes() -> None:
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


def test_what_is_sensed_is_told_and_what_is_true_is_recorded() -> None:
    bench = Bench(LockStepLoop, disturbances=Blurred())
    bench.wait(REPEAT_AFTER * 1.1)
    bench.answer(0)
    bench.answer(1)
    assert bench.published == [(0, 0.5), (0, 0.5), (1, 2.0), (2, 3.5)]
    assert bench.loop.record.after == [1.0, 2.0]


def test_pushes_and_sensors_draw_in_the_order_of_a_rollout() -> None:
    disturbances = Blurred()
    bench = Bench(LockStepLoop, disturbances=disturbances)
    bench.answer(0)
    bench.answer(1)
    assert disturbances.asked == ["push 0", "sense", "push 1", "sense", "push 2", "sense"]
    assert bench.engine.pushed == [1.0, 2.0]


def test_the_run_ends_after_its_ticks() -> None:
    bench = Bench(LockStepLoop, ticks=3)
    for tick in range(5):
        bench.answer(tick)
    assert bench.loop.over
    assert not bench.loop.fault
    assert bench.loop.tick == 3
    assert bench.published[-1] == (3, 3.0)  # the last state is told too


def test_the_run_ends_with_a_fall() -> None:
    bench = Bench(LockStepLoop)
    bench.loop.record.falls_at = 2
    for tick in range(5):
        bench.answer(tick)
    assert bench.loop.over
    assert (bench.loop.record.ticks, len(bench.engine.applied)) == (2, 3)


def test_with_somebody_looking_on_a_fallen_robot_is_braked_and_waits_for_a_reset() -> None:
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


def test_stalls_below_the_limit_are_no_fault() -> None:
    bench = Bench(LockStepLoop)
    bench.answer(0)
    for _ in range(10):
        bench.wait(DEAD_AFTER * 0.099)
    assert not bench.loop.fault
    bench.answer(1)
    assert bench.engine.applied == [0.0, 1.0]


def test_a_dead_controller_leads_to_braking_and_the_end() -> None:
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


def test_being_held_up_itself_is_no_silence_of_the_controller() -> None:
    bench = Bench(LockStepLoop)
    bench.answer(0)
    bench.hold_up(10 * DEAD_AFTER)
    assert not bench.loop.fault
    bench.answer(1)
    assert bench.engine.applied == [0.0, 1.0]
    bench.hold_up(10 * DEAD_AFTER)
    bench.wait(DEAD_AFTER + 0.1)
    assert bench.loop.fault


def test_the_first_torque_may_take_long() -> None:
    bench = Bench(LockStepLoop)
    for _ in range(int(START_WITHIN / 10.0) - 1):
        bench.wait(10.0)
    assert not bench.loop.fault
    bench.wait(20.0)
    assert bench.loop.fault


def test_reset_leaves_a_fault() -> None:
    bench = Bench(LockStepLoop)
    bench.answer(0)
    bench.wait(DEAD_AFTER + 0.1)
    bench.loop.begin(START)
    assert (bench.loop.tick, bench.loop.fault, bench.loop.missed_ticks) == (0, "", 0)
    bench.answer(0)
    assert bench.engine.applied == [0.0]


def test_a_pause_holds_the_step_and_is_no_silence() -> None:
    bench = Bench(LockStepLoop)
    bench.loop.pause(True)
    bench.answer(0)
    bench.wait(10 * START_WITHIN)
    assert bench.engine.applied == []
    bench.loop.pause(False)
    assert bench.engine.applied == [0.0]
    bench.wait(0.1)
    assert not bench.loop.fault


def test_a_paused_simulation_makes_single_steps() -> None:
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


def test_an_engine_that_gives_up_is_a_fall() -> None:
    bench = Bench(LockStepLoop)
    bench.engine.broken_at = 1
    bench.answer(0)
    bench.answer(1)
    assert bench.loop.over
    assert bench.loop.record.fell
    assert not bench.loop.fault


def test_round_trips_and_speed_are_measured() -> None:
    bench = Bench(LockStepLoop)
    for tick in range(11):
        bench.now += 0.002
        bench.answer(tick)
    assert list(bench.loop.round_trips) == pytest.approx([0.002] * 10)
    assert bench.loop.seconds_per_second == pytest.approx(DT / 0.002)
    assert bench.loop.timing()["round_trip_ms"] == pytest.approx({"p50": 2.0, "p99": 2.0, "max": 2.0})
