"""What transitions say of a clip."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from biped_control.errors import PolicyError
from biped_control.motion.clip import Clip
from biped_control.steering.motion_graph import MotionGraph, motion_graph
from biped_control.steering.steering_settings import ValueFunctionSettings, load_steering_settings
from biped_control.steering.transition import Transition
from biped_control.steering.transition_model import fit_model, least_survival

ROW = Transition(
    clip="walk",
    digest="",
    conditions="",
    engine="lcp",
    seed=1,
    before="",
    start_cost=0.1,
    end_cost=0.1,
    cost=0.5,
    survived=True,
    turned=0.0,
    seconds=100 / 120,
)


@pytest.fixture
def graph(steering_clips: dict[str, Clip]) -> MotionGraph:
    return motion_graph(steering_clips.values(), "walk")


@pytest.fixture
def settings() -> ValueFunctionSettings:
    settings = load_steering_settings().value_function
    return settings.model_copy(update={"cost_bins": 3, "prior_samples": 1e-9, "least_samples": 0.0})


def noisy_rows(count: int) -> list[Transition]:
    """Two of three walks begin calm; of those in trouble a quarter falls, and half of the rest recovers."""
    random = np.random.default_rng(0)
    rows = []
    for index in range(count):
        troubled = index % 3 == 0
        survived = not (troubled and random.random() < 0.25)
        end = 0.9 if troubled and random.random() < 0.5 else 0.1
        start = (0.9 if troubled else 0.1) + random.uniform(-0.05, 0.05)
        rows.append(replace(ROW, start_cost=start, end_cost=end, survived=survived))
    return rows


def test_frequencies_come_back(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    rows = noisy_rows(6000)
    model = fit_model(graph, rows, settings.model_copy(update={"cost_bins": 2}))
    (border,) = model.borders
    troubled = [row for row in rows if row.start_cost >= border]
    walk = model.clips["walk"]
    assert walk.risk[1] == pytest.approx(np.mean([not row.survived for row in troubled]), abs=1e-6)
    everyone = [row for row in rows if row.start_cost < border]
    assert walk.risk[0] == pytest.approx(np.mean([not row.survived for row in everyone]), abs=1e-6)
    np.testing.assert_allclose(walk.following.sum(axis=1), 1.0)


def test_bins_hold_equal_shares_and_the_worst_few(
    graph: MotionGraph, settings: ValueFunctionSettings
) -> None:
    random = np.random.default_rng(3)
    costs = random.exponential(size=4000)
    rows = [replace(ROW, start_cost=float(cost)) for cost in costs]
    model = fit_model(graph, rows, settings.model_copy(update={"cost_bins": 6}))
    shares = np.bincount([model.cost_bin(cost) for cost in costs], minlength=6) / len(costs)
    np.testing.assert_allclose(shares, [0.194] * 5 + [0.03], atol=2e-3)
    assert model.cost_bin(-1.0) == 0
    assert model.cost_bin(np.inf) == model.cost_bin(np.nan) == 5


def test_unknown_clips_are_risky_for_their_length(
    graph: MotionGraph, settings: ValueFunctionSettings
) -> None:
    """Without a sample, nothing but the assumed rate of falls counts; with enough, nothing of it is left."""
    cautious = settings.model_copy(update={"least_samples": 40.0, "unknown_falls_per_s": 0.1})
    for samples, share in ((0, 1.0), (10, 0.75), (40, 0.0), (200, 0.0)):
        rows = [ROW] * 50 + [replace(ROW, clip="left", seconds=200 / 120)] * samples
        left = fit_model(graph, rows, cautious).clips["left"]
        unknown = 1.0 - exp(-0.1 * 200 / 120)
        np.testing.assert_allclose(left.risk[:2], share * unknown, atol=1e-6)
        # The bin that has all samples believes them a second time.
        np.testing.assert_allclose(left.risk[2], share**2 * unknown, atol=1e-6)


def test_bins_without_samples_take_after_the_clip(
    graph: MotionGraph, settings: ValueFunctionSettings
) -> None:
    shrunk = settings.model_copy(update={"prior_samples": 10.0})
    rows = noisy_rows(300)
    falls = [replace(ROW, clip="left", start_cost=0.0, survived=index % 5 > 0) for index in range(500)]
    model = fit_model(graph, rows + falls, shrunk)
    left = model.clips["left"]
    assert left.risk[-1] == pytest.approx(0.2, abs=0.01)  # nothing seen there
    assert left.risk[0] == pytest.approx(0.2, abs=0.01)


def test_engines_are_told_apart(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    rows = [ROW] * 3 + [
        replace(ROW, engine="dart", survived=False, cost=9.0),
        replace(ROW, engine="dart", turned=0.2),
    ]
    walk = fit_model(graph, rows, settings).clips["walk"]
    assert (walk.seen["lcp"].samples, walk.seen["lcp"].survived) == (3, 3)
    assert (walk.seen["dart"].samples, walk.seen["dart"].survived) == (2, 1)
    assert walk.seen["dart"].mean_cost == pytest.approx(0.5)  # of the one that was survived
    assert walk.seen["dart"].mean_turn == pytest.approx(0.2)
    assert least_survival(walk) == 0.5
    assert least_survival(fit_model(graph, rows, settings).clips["left"]) == 0.0


def test_nothing_to_learn_from(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    with pytest.raises(PolicyError, match="steering build"):
        fit_model(graph, [replace(ROW, clip="dance")], settings)
