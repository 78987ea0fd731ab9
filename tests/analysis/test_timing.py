"""Times with their distribution."""

import pytest

from biped_control.analysis.timing import Lap, Samples, Stopwatch, percentiles_ms


def test_percentiles() -> None:
    found = percentiles_ms([k * 1e-3 for k in range(101)])
    assert found == pytest.approx({"p50": 50.0, "p99": 99.0, "max": 100.0})
    assert percentiles_ms([]) == {"p50": 0.0, "p99": 0.0, "max": 0.0}


def test_row() -> None:
    seconds = [k * 1e-3 for k in range(101)]  # percentiles are then the numbers themselves
    row = Samples(seconds, seconds[::-1]).row("something", "a note")
    assert row["name"] == "something"
    assert row["note"] == "a note"
    assert row["samples"] == 101
    assert row["p50_ms"] == pytest.approx(50.0)
    assert row["p99_ms"] == pytest.approx(99.0)
    assert row["p999_ms"] == pytest.approx(99.9)
    assert row["max_ms"] == pytest.approx(100.0)
    assert row["cpu_p50_ms"] == pytest.approx(50.0)
    assert row["cpu_p99_ms"] == pytest.approx(99.0)
    assert row["mean_ms"] == row["cpu_mean_ms"] == pytest.approx(50.0)


def test_row_without_processor_times() -> None:
    assert "cpu_p50_ms" not in Samples([0.001]).row("something")


def test_stopwatch(monkeypatch: pytest.MonkeyPatch) -> None:
    """On clocks of our own: 3 s and then 4 s on the wall, half of it on the processor."""
    wall = iter([10.0, 13.0, 17.0])
    monkeypatch.setattr("biped_control.analysis.timing.perf_counter", lambda: next(wall))
    processor = iter([1.0, 2.5, 4.5])
    monkeypatch.setattr("biped_control.analysis.timing.thread_time", lambda: next(processor))
    watch = Stopwatch()
    lap = watch.add("first", Lap())
    watch.add("second", lap)
    assert watch.samples["first"] == Samples([3.0], [1.5])
    assert watch.samples["second"] == Samples([4.0], [2.0])


def test_measure_collects_repetitions() -> None:
    watch = Stopwatch()
    for _ in range(3):
        with watch.measure("block"):
            sum(range(1000))
    assert len(watch.samples["block"].wall) == 3
    assert min(watch.samples["block"].wall) > 0.0
