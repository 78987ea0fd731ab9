"""Rollouts on a scheduler: what is finished is kept and not repeated."""

from pathlib import Path
from typing import Any

import pytest
from distributed import Client
from thread_cluster import always_connected

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.parallel.ordered_tasks import Outcome
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep import run
from biped_control.analysis.sweep.plan import SweepPlan, sweep_plan
from biped_control.analysis.sweep.result_folder import open_results
from biped_control.analysis.sweep.run import Swept, sweep
from biped_control.errors import EngineError, SweepError

PLAN = sweep_plan({"engine": "lcp", "seed": "1:3", "policy": "nqr,lqr", "seconds": 0.1})


class Spy:
    """A watch that remembers, and interrupts the sweep after so many rollouts."""

    def __init__(self, patience: int = 1000) -> None:
        self.count, self.patience, self.seen = 0, patience, dict[str, Outcome]()

    def planned(self, count: int) -> None:
        self.count = count

    def begun(self, name: str) -> None: ...

    def told(self, name: str, how_far: str) -> None: ...

    def ended(self, name: str, outcome: Outcome) -> None:
        self.seen[name] = outcome
        if len(self.seen) == self.patience:
            raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def quick_cluster(thread_client: Client, walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch) -> None:
    always_connected(thread_client, run, monkeypatch)


def swept(folder: Path, spy: Spy, plan: SweepPlan = PLAN) -> Swept:
    with open_results(folder) as results:
        return sweep(plan, results, spy)


def test_rows_are_what_rollouts_give(tmp_path: Path, walk_parts: WalkParts) -> None:
    found = swept(tmp_path, Spy())
    assert len(found.rows) == 6
    assert found.earlier == 0
    assert [(row["seed"], row["policy"]) for row in found.rows[:3]] == [(1, "nqr"), (1, "lqr"), (2, "nqr")]
    for row in found.rows[:2]:
        request = RolloutRequest(engine="lcp", seed=row["seed"], policy=row["policy"], seconds=0.1)
        summary = request.walk(walk_parts).summary()
        assert row["state_digest"] == summary["state_digest"]
        assert row["mean_cost"] == summary["mean_cost"]
        assert row["lcp_solves"] == 12
        assert row["scenario"] == "none"


def test_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    first = Spy(patience=2)
    with pytest.raises(KeyboardInterrupt):
        swept(tmp_path, first)
    second = Spy()
    found = swept(tmp_path, second)
    assert (first.count, second.count) == (6, 4)
    assert not first.seen.keys() & second.seen.keys()
    assert found.earlier == 2
    assert len({row["state_digest"] for row in found.rows}) == 6
    third = Spy()
    assert swept(tmp_path, third).rows == found.rows
    assert third.count == 0


def test_more_seeds_join_those_that_are_there(tmp_path: Path) -> None:
    before, spy = swept(tmp_path, Spy()).rows, Spy()
    after = swept(tmp_path, spy, PLAN.model_copy(update={"seed": (1, 2, 3, 4)}))
    assert (after.earlier, spy.count, len(after.rows)) == (6, 2, 8)
    assert after.rows[:6] == before
    with pytest.raises(SweepError, match="seed"):  # or the rows of the fourth would be lost
        swept(tmp_path, Spy())


def test_one_that_fails_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walk = RolloutRequest.walk

    def broken(request: RolloutRequest, *others: Any) -> Any:
        if (request.seed, request.policy) == (2, "nqr"):
            raise EngineError("a worker has no dartpy")
        return walk(request, *others)

    with monkeypatch.context() as patch:
        patch.setattr(RolloutRequest, "walk", broken)
        found = swept(tmp_path, Spy())
    assert list(found.failures.values()) == ["a worker has no dartpy"]
    assert len(found.rows) == 5
    again = Spy()
    assert len(swept(tmp_path, again).rows) == 6
    assert again.count == 1
