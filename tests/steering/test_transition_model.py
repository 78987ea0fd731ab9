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
    """Two bins, and nothing but what was seen counts."""
    changes = {"cost_borders": (0.5,), "prior_samples": 1e-6, "least_samples": 0.0}
    return load_steering_settings().value_function.model_copy(update=changes)


def noisy_rows(count: int, clip: str = "walk", fall: float = 0.25) -> list[Transition]:
    """A third of the clips begin in trouble; of these some end in a fall, and half of the others recover."""
    random = np.random.default_rng(0)
    rows = []
    for index in range(count):
        troubled = index % 3 == 0
        survived = not (troubled and random.random() < fall)
        end = 0.9 if troubled and random.random() < 0.5 else 0.1
        start = 0.9 if troubled else 0.1
        seconds = (100 if clip == "walk" else 200) / 120
        row = replace(ROW, clip=clip, start_cost=start, end_cost=end, survived=survived, seconds=seconds)
        rows.append(row)
    return rows


def test_frequencies_come_back(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    rows = noisy_rows(6000)
    walk = fit_model(graph, rows, settings).clips["walk"]
    troubled = [row for row in rows if row.start_cost > 0.5]
    risk = np.mean([not row.survived for row in troubled])
    recovers = np.mean([row.end_cost < 0.5 for row in troubled if row.survived])
    np.testing.assert_allclose(walk.risk, [0.0, risk], atol=1e-6)
    np.testing.assert_allclose(walk.following, [[1.0, 0.0], [recovers, 1.0 - recovers]], atol=1e-3)
    assert walk.cost == pytest.approx(0.5)


def test_bins_of_the_recent_cost(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    model = fit_model(graph, [ROW], settings.model_copy(update={"cost_borders": (0.1, 0.2, 0.4)}))
    costs = (-1.0, 0.0, 0.1, 0.15, 0.3, 0.4, 9.0, np.inf, np.nan)
    assert [model.cost_bin(cost) for cost in costs] == [0, 0, 1, 1, 2, 3, 3, 3, 3]
    with_one_bin = fit_model(graph, [ROW], settings.model_copy(update={"cost_borders": ()}))
    assert with_one_bin.cost_bin(5.0) == 0


def test_trouble_is_the_same_for_all_clips(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    """Of a clip that was never seen in trouble: twice as long as the walk, it ends as two walks do."""
    believing = settings.model_copy(update={"prior_samples": 40.0})
    model = fit_model(
        graph, noisy_rows(3000) + [replace(ROW, clip="left", seconds=200 / 120)] * 100, believing
    )
    walk, left = model.clips["walk"], model.clips["left"]
    assert graph.seconds("left") == 2 * graph.seconds("walk")
    once = np.eye(3)
    once[:2, 2] = walk.risk
    once[:2, :2] = (1.0 - walk.risk)[:, None] * walk.following
    twice = once @ once
    np.testing.assert_allclose(left.risk, twice[:2, 2], atol=0.02)
    np.testing.assert_allclose(left.following, twice[:2, :2] / twice[:2, :2].sum(axis=1)[:, None], atol=0.03)


def test_a_risky_clip_is_risky_in_every_bin(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    """Its falls in one bin say something of the others, too; and of its own bins it knows best."""
    believing = settings.model_copy(update={"prior_samples": 40.0, "cost_borders": (0.5, 2.0)})
    rows = noisy_rows(900, fall=0.1) + noisy_rows(900, "left", fall=0.4) + noisy_rows(900, "right", fall=0.0)
    lost = [replace(ROW, start_cost=3.0, survived=index % 4 > 0) for index in range(100)]  # by the walk alone
    clips = fit_model(graph, rows + lost, believing).clips
    for cost_bin in (1, 2):
        assert clips["right"].risk[cost_bin] < clips["left"].risk[cost_bin]
    assert clips["left"].risk[1] == pytest.approx(0.4, abs=0.1)
    assert clips["walk"].risk[2] == pytest.approx(0.25, abs=0.08)


def test_hubs_that_may_be_left_at_half_their_cycle(
    graph: MotionGraph, settings: ValueFunctionSettings
) -> None:
    """Two halves are a whole: as long, as risky, and they end in the same trouble."""
    rows = noisy_rows(6000)
    whole = fit_model(graph, rows, settings).clips["walk"]
    half = fit_model(graph, rows, settings, halves=("walk",)).clips["walk"]
    assert half.seconds == whole.seconds / 2
    np.testing.assert_allclose(1.0 - (1.0 - half.risk) ** 2, whole.risk, atol=1e-12)
    twice = half.following @ half.following
    np.testing.assert_allclose(twice, whole.following, atol=0.05)


def test_clips_that_were_left_early_count_for_their_length(
    graph: MotionGraph, settings: ValueFunctionSettings
) -> None:
    """Seen over half cycles, the model of half a cycle is what was seen."""
    rows = [replace(row, seconds=50 / 120) for row in noisy_rows(6000, fall=0.0)]
    half = fit_model(graph, rows, settings, halves=("walk",)).clips["walk"]
    recovers = np.mean([row.end_cost < 0.5 for row in rows if row.start_cost > 0.5])
    np.testing.assert_allclose(half.following[1], [recovers, 1.0 - recovers], atol=1e-3)


def test_costs_are_typical(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    rows = [ROW, replace(ROW, cost=0.4), replace(ROW, cost=90.0)]
    assert fit_model(graph, rows, settings).clips["walk"].cost == 0.5


def test_unknown_clips_are_risky_for_their_length(
    graph: MotionGraph, settings: ValueFunctionSettings
) -> None:
    """Without a sample, nothing but the assumed rate of falls counts; with enough, nothing of it is left."""
    cautious = settings.model_copy(update={"least_samples": 40.0, "unknown_falls_per_s": 0.1})
    for samples, share in ((0, 1.0), (10, 0.75), (40, 0.0), (200, 0.0)):
        rows = [ROW] * 50 + [replace(ROW, clip="left", seconds=200 / 120)] * samples
        left = fit_model(graph, rows, cautious).clips["left"]
        np.testing.assert_allclose(left.risk, share * (1.0 - exp(-0.1 * 200 / 120)), atol=1e-6)


@pytest.mark.parametrize("samples", [0, 1, 30])
def test_probabilities(graph: MotionGraph, samples: int) -> None:
    rules = load_steering_settings().value_function
    model = fit_model(graph, [ROW, *noisy_rows(samples, "left")], rules)
    for clip in model.clips.values():
        assert ((clip.risk >= 0.0) & (clip.risk <= 1.0)).all()
        assert (clip.following >= 0.0).all()
        np.testing.assert_allclose(clip.following.sum(axis=1), 1.0)


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
    assert walk.cost == pytest.approx(0.5)  # what a fall costs is another matter
    assert least_survival(walk) == 0.5
    assert least_survival(fit_model(graph, rows, settings).clips["left"]) == 0.0


def test_nothing_to_learn_from(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    with pytest.raises(PolicyError, match="steering build"):
        fit_model(graph, [replace(ROW, clip="dance")], settings)
