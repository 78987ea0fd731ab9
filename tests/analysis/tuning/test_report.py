"""What a search leaves behind."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.image import imread

from biped_control.analysis.sweep.plan import sweep_plan
from biped_control.analysis.tuning.picture import picture
from biped_control.analysis.tuning.plan import TuningPlan
from biped_control.analysis.tuning.report import checked, found, write_report
from biped_control.analysis.tuning.run import Tuned
from biped_control.analysis.tuning.score import Run, Score
from biped_control.analysis.tuning.search import search
from biped_control.analysis.tuning.search_folder import open_search
from biped_control.analysis.tuning.search_space import SearchSpace
from biped_control.analysis.tuning.strategy import Strategy
from biped_control.analysis.weight_set import load_weights


def check(*times: float) -> Score:
    return Score(
        tuple(Run("lcp", ("field", "none")[i % 2], 3 + i // 2, t < 1, t, 2 * t) for i, t in enumerate(times))
    )


@pytest.fixture
def plan(space: SearchSpace) -> TuningPlan:
    return TuningPlan(space, sweep_plan({"engine": "lcp", "seconds": 1.0}), 3, None, 1, (3, 4))


@pytest.fixture
def tuned(tmp_path: Path, plan: TuningPlan, made_up: Callable[..., Any]) -> Tuned:
    with open_search(tmp_path) as folder:
        folder.begin({})
        strategy = Strategy(2, plan.space.limit, seed=1)
        generations = list(search(plan.space, strategy, 3, folder, made_up()))
    both = (check(0.5, 1.0, 0.5, 1.0), check(1.0, 1.0, 0.5, 1.0))
    return Tuned(generations, [1.0, 0.9, 0.8, 0.7], both, versions={"biped": "0.1.0"})


def test_the_file_holds_the_best_weights(tmp_path: Path, plan: TuningPlan, tuned: Tuned) -> None:
    with open_search(tmp_path) as folder:
        files = write_report(plan, tuned, folder)
    weights = load_weights(files["weights_file"])
    assert weights == plan.space.weights(tuned.best[0])
    assert weights.changes() == found(plan, tuned)["weights"]
    comments = files["weights_file"].read_text(encoding="utf-8")
    assert f"# Found by `{plan.command}`" in comments
    assert "best, lcp, field: 1 of 2 did not fall, 0.75 s, cost 1.5" in comments
    assert imread(files["picture"]).std() > 0.01


def test_the_start_as_best_is_a_file_too(tmp_path: Path, plan: TuningPlan, tuned: Tuned) -> None:
    nothing = Tuned(tuned.generations[:1], [1.0], tuned.check[:1], versions=tuned.versions)
    with open_search(tmp_path) as folder:
        files = write_report(plan, nothing, folder)
    assert load_weights(files["weights_file"]) == plan.space.start


def test_check_compares_by_engine_and_scenario(tuned: Tuned) -> None:
    numbers = {
        (row["scenario"], row["weights"]): (row["survived"], row["rollouts"]) for row in checked(tuned)
    }
    assert numbers == {
        ("field", "start"): (0, 2),
        ("field", "best"): (1, 2),
        ("none", "start"): (2, 2),
        ("none", "best"): (2, 2),
    }


def test_picture_draws_what_came_out(plan: TuningPlan, tuned: Tuned) -> None:
    survival, cost, factors = picture(tuned.generations, plan.space, 10.0).axes
    best = cost.lines[1].get_ydata()
    costs = [min(score.mean_cost for score in generation.scores) for generation in tuned.generations]
    np.testing.assert_allclose(best, np.minimum.accumulate(costs))
    assert len(cost.lines[0].get_xdata()) == sum(len(generation.scores) for generation in tuned.generations)
    ends = [bar.get_x() + bar.get_width() for bar in factors.patches]
    np.testing.assert_allclose(ends, plan.space.factors(tuned.best[0]))
    assert survival.get_ylabel() == "mean time on the feet [s]"
