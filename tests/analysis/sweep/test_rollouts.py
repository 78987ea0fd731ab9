"""A cluster whose workers go away in the middle."""

from collections.abc import Iterator
from threading import Event, Timer

import pytest
from distributed import Client, LocalCluster
from distributed.comm.core import CommClosedError
from thread_cluster import thread_cluster

from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep import rollouts
from biped_control.analysis.sweep.rollouts import do_rollouts
from biped_control.analysis.sweep.row import Row
from biped_control.errors import SweepError

REQUESTS = {seed: RolloutRequest(seed=seed) for seed in range(1, 4)}
BASIS = (("walk",), ("none",), dict[str, str]())
MAY_END = Event()


def task(request: RolloutRequest, basis: object) -> dict[str, int]:
    """In place of a rollout."""
    if request.seed > 1:
        MAY_END.wait(20.0)
    return {"seed": request.seed}


@pytest.fixture
def cluster() -> Iterator[LocalCluster]:
    with thread_cluster() as made:
        yield made


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """What all rollouts but the first wait for."""
    MAY_END.clear()
    monkeypatch.setattr(rollouts, "run_task", task)
    yield MAY_END
    MAY_END.set()


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollouts, "_WORKERLESS_S", 0.3)
    monkeypatch.setattr(rollouts, "_LOOK_EVERY_S", 0.05)


def test_all_workers_go(cluster: LocalCluster, held: Event) -> None:
    rows: dict[int, Row | Exception] = {}
    too_late = Timer(10.0, lambda: (held.set(), cluster.scale(1)))  # so that a broken test ends

    def ended(seed: int, row: Row | Exception) -> None:
        rows[seed] = row
        if seed == 1:
            cluster.scale(0)
            too_late.start()

    with Client(cluster) as client:
        try:
            with pytest.raises(SweepError, match=r"all workers have gone.*kept: start workers"):
                do_rollouts(client, REQUESTS, BASIS, ended)
        finally:
            too_late.cancel()
    assert rows == {1: {"seed": 1}}


def test_workers_that_come_back_in_time_go_on(
    cluster: LocalCluster, held: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollouts, "_WORKERLESS_S", 30.0)
    rows: dict[int, Row | Exception] = {}

    def ended(seed: int, row: Row | Exception) -> None:
        rows[seed] = row
        if seed == 1:
            held.set()
            cluster.scale(0)
            cluster.scale(1)

    with Client(cluster) as client:
        do_rollouts(client, REQUESTS, BASIS, ended)
    assert rows == {seed: {"seed": seed} for seed in REQUESTS}


def test_a_rollout_that_lasts_is_waited_for(
    cluster: LocalCluster, held: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than the patience, at the end of which the worker is away for a moment."""
    looks = 0
    has_workers = rollouts._has_workers

    def look(client: Client) -> bool:
        nonlocal looks
        looks += 1
        if looks > 12:
            held.set()
        return has_workers(client) and looks != 12

    monkeypatch.setattr(rollouts, "_has_workers", look)
    rows: dict[int, Row | Exception] = {}
    with Client(cluster) as client:
        do_rollouts(client, REQUESTS, BASIS, rows.__setitem__)
    assert len(rows) == 3
    assert looks > 12


def test_a_scheduler_that_does_not_answer_is_not_taken_for_one_without_workers(
    cluster: LocalCluster, held: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def gone() -> dict[str, int]:
        asked.append(1)
        if len(asked) > 10:
            held.set()
        raise CommClosedError

    rows: dict[int, Row | Exception] = {}
    with Client(cluster) as client:
        monkeypatch.setattr(client, "nthreads", gone)
        do_rollouts(client, REQUESTS, BASIS, rows.__setitem__)
    assert len(rows) == 3
    assert len(asked) > 10
