"""A search by real rollouts, each of a few ticks."""

from pathlib import Path
from typing import Any

import pytest
from distributed import Client
from thread_cluster import always_connected

from biped_control.analysis.assembly import WalkParts
from biped_control.analysis.parallel.ordered_tasks import Outcome
from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.analysis.sweep.plan import sweep_plan
from biped_control.analysis.tuning import run
from biped_control.analysis.tuning.plan import TuningPlan
from biped_control.analysis.tuning.run import Tuned, tune
from biped_control.analysis.tuning.search_folder import open_search
from biped_control.analysis.tuning.search_space import SearchSpace
from biped_control.errors import EngineError, PolicyError, SweepError


class Silent:
    def planned(self, count: int) -> None: ...

    def begun(self, name: str) -> None: ...

    def told(self, name: str, how_far: str) -> None: ...

    def ended(self, name: str, outcome: Outcome) -> None: ...


@pytest.fixture
def plan(space: SearchSpace) -> TuningPlan:
    rollouts = sweep_plan({"engine": "lcp", "seed": "1:2", "seconds": 0.1})
    return TuningPlan(space, rollouts, 1, 4, 1, (3,))


@pytest.fixture(autouse=True)
def quick_cluster(thread_client: Client, walk_parts: WalkParts, monkeypatch: pytest.MonkeyPatch) -> None:
    always_connected(thread_client, run, monkeypatch)


def tuned(plan: TuningPlan, folder: Path) -> Tuned:
    with open_search(folder) as kept:
        return tune(plan, kept, Silent())


def test_scores_are_those_of_rollouts_and_are_not_made_again(
    plan: TuningPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = tuned(plan, tmp_path)
    assert (found.rollouts, found.earlier) == (2 + 4 * 2 + 2, 0)
    last = found.generations[1]
    weights = plan.space.weights(last.points[2])
    request = RolloutRequest(engine="lcp", seconds=0.1, seed=2, weights=weights)
    result = request.walk(request.prepare(lambda *_: None))
    assert last.scores[2].runs[1].mean_cost == result.record.mean_cost
    assert len({score.mean_cost for score in last.scores}) == 4
    assert found.best[1].mean_cost <= min(score.mean_cost for score in last.scores)
    assert [run.seed for run in found.check[0].runs] == [3]

    def forbidden(*_: Any) -> None:
        pytest.fail("nothing is to be done, so no workers are needed")

    monkeypatch.setattr(run, "connected", forbidden)
    again = tuned(plan, tmp_path)
    assert (again.rollouts, again.earlier) == (0, 2)
    assert again.best[1] == found.best[1]
    assert again.check == found.check


def test_weights_without_gains_fall_at_once_and_other_trouble_ends_the_search(
    plan: TuningPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk, error = RolloutRequest.walk, PolicyError("no finite gains")

    def broken(request: RolloutRequest, *others: Any) -> Any:
        if request.weights is not None and request.weights.gamma < plan.space.start.gamma:
            raise error
        return walk(request, *others)

    monkeypatch.setattr(RolloutRequest, "walk", broken)
    found = tuned(plan, tmp_path / "gains")
    problems = [score.problem for score in found.generations[1].scores]
    assert set(problems) == {"", "no finite gains"}
    worst = found.generations[1].scores[problems.index("no finite gains")]
    assert (worst.survived_s, worst.survived) == (0.0, 0)
    assert found.best[1].problem == ""

    error = EngineError("a worker has no dartpy")  # type: ignore[assignment]
    with pytest.raises(SweepError, match=r"generation 1, walk nqr lcp none .*no dartpy.*are kept"):
        tuned(plan, tmp_path / "engine")
    assert (tmp_path / "engine" / "generations" / "0000.json").is_file()
