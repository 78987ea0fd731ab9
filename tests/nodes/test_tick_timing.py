"""Periods, gaps and working times, on a clock that the test turns."""

import pytest

from biped_control.nodes.tick_timing import TickTiming


def test_before_the_second_tick_there_are_no_times() -> None:
    timing = TickTiming()
    timing.begin(0, 10.0)
    assert timing.values() == {"ticks": 1, "missed ticks": 0, "repeated ticks": 0}


def test_periods_and_working_times_are_those_of_whole_ticks() -> None:
    timing = TickTiming()
    for tick in range(5):
        timing.begin(tick, 0.01 * tick)
        timing.worked(0.001)
        timing.worked(0.002)
    values = timing.values()
    for quantile in ("p50", "p99", "max"):
        assert values[f"period {quantile} [ms]"] == pytest.approx(10.0)
        assert values[f"execution {quantile} [ms]"] == pytest.approx(3.0)


def test_gaps_are_missed_and_repetitions_make_no_period() -> None:
    timing = TickTiming()
    for tick, now in ((7, 0.0), (8, 0.01), (8, 0.011), (8, 0.012), (11, 0.02)):
        timing.begin(tick, now)
    values = timing.values()
    assert (timing.ticks, timing.missed, timing.repeated) == (3, 2, 2)
    assert values["period max [ms]"] == pytest.approx(10.0)


def test_a_tick_that_goes_back_begins_a_new_run() -> None:
    timing = TickTiming()
    timing.begin(100, 0.0)
    timing.begin(105, 0.01)
    timing.begin(0, 5.0)
    timing.begin(1, 5.01)
    assert (timing.ticks, timing.missed) == (2, 0)
    assert timing.values()["period max [ms]"] == pytest.approx(10.0), "the break is no period"
