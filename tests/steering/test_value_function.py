"""The value function: what it weighs, and that it is solved."""

from collections.abc import Mapping
from math import degrees, exp, pi, radians, remainder

import numpy as np
import pytest

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.steering.heading_error import heading_errors
from biped_control.steering.intent import Intent
from biped_control.steering.motion_graph import MotionGraph, motion_graph
from biped_control.steering.situation import Situation
from biped_control.steering.steering_settings import ValueFunctionSettings, load_steering_settings
from biped_control.steering.transition_model import ClipModel, TransitionModel
from biped_control.steering.value_function import ValueFunction, decisions, solve_value_function
from biped_control.steering.value_function_planner import ValueFunctionPlanner

TROUBLE = 1.0
"""A recent tracking cost in the second of two bins."""


@pytest.fixture
def graph(steering_clips: dict[str, Clip]) -> MotionGraph:
    return motion_graph(steering_clips.values(), "walk")


@pytest.fixture
def settings() -> ValueFunctionSettings:
    changes = {"heading_bins": 24, "cost_borders": (0.5,)}
    return load_steering_settings().value_function.model_copy(update=changes)


def model_of(graph: MotionGraph, risks: Mapping[str, tuple[float, float]] | None = None) -> TransitionModel:
    """Two cost bins; robots in trouble calm down in half of the clips."""
    clips = {
        name: ClipModel(
            name=name,
            start_hub=clip.start_hub,
            end_hub=clip.end_hub,
            seconds=graph.seconds(name),
            turn=graph.turn(name),
            risk=np.array((risks or {}).get(name, (0.0, 0.0))),
            cost=0.15,
            following=np.array([[0.9, 0.1], [0.5, 0.5]]),
            seen={},
        )
        for name, clip in graph.clips.items()
    }
    return TransitionModel(dict(graph.hubs), clips, np.array([0.5]))


def choose(planner: ValueFunctionPlanner, hub: str, wanted: str, error_deg: float, cost: float = 0.0) -> str:
    return planner.choose(Situation(hub, 0.0, cost, Intent(radians(error_deg), 1.0), wanted)).clip


def planner_of(
    graph: MotionGraph,
    settings: ValueFunctionSettings,
    risks: Mapping[str, tuple[float, float]] | None = None,
) -> ValueFunctionPlanner:
    return ValueFunctionPlanner(solve_value_function(model_of(graph, risks), settings), graph)


def test_solves_the_equations(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    """The values are those of their own policy, whose linear equations are solved here at one stroke."""
    risks = {"left": (0.02, 0.3), "walk": (0.001, 0.05)}
    model = model_of(graph, risks)
    function = solve_value_function(model, settings)
    problem = decisions(model, settings)
    values = function.values.ravel()
    totals = problem.costs + problem.leads_to @ values
    starts = problem.first[:-1]
    policy = [
        start + int(np.argmin(totals[start:end]))
        for start, end in zip(starts, problem.first[1:], strict=True)
    ]
    exact = np.linalg.solve(np.eye(len(values)) - problem.leads_to[policy].toarray(), problem.costs[policy])
    np.testing.assert_allclose(values, exact, atol=1e-7)
    assert function.values.shape == (3, 3, 24, 2)


def written_out(
    function: ValueFunction, hub: str, wanted: str, error: float, cost_bin: int
) -> dict[str, float]:
    """What each clip from `hub` costs: the formulae in the head of the module, for this state alone."""
    model, settings = function.model, function.settings
    hubs, errors, costs = list(model.hubs), heading_errors(settings.heading_bins), dict[str, float]()
    for clip in model.clips.values():
        if clip.start_hub != hub:
            continue
        on_the_way = error - clip.turn * (np.arange(4000) + 0.5) / 4000
        off = 0.0 if wanted == "stand" else float(np.abs(np.angle(np.exp(1j * on_the_way))).mean())
        wrong = 0.5 * ((hub != wanted) + (clip.end_hub != wanted))
        total = clip.seconds * (off + settings.wrong_hub * wrong + settings.effort * clip.cost)
        total += settings.turn * abs(clip.turn) + settings.fall * clip.risk[cost_bin]
        goes_on = (1.0 - clip.risk[cost_bin]) * exp(-clip.seconds / settings.horizon_s)
        values = function.values[hubs.index(clip.end_hub), hubs.index(wanted)]
        after = np.interp(remainder(error - clip.turn, 2.0 * pi), [*errors, pi], np.arange(len(errors) + 1))
        share, around = after % 1.0, (int(after) % len(errors), int(after + 1.0) % len(errors))
        later = (1.0 - share) * values[around[0]] + share * values[around[1]]
        costs[clip.name] = total + float(goes_on * clip.following[cost_bin] @ later)
    return costs


def test_values_written_out(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    """Bellman's equation once more, for each state by itself, without matrices."""
    function = solve_value_function(model_of(graph, {"left": (0.02, 0.3), "walk": (0.001, 0.05)}), settings)
    hubs = list(function.model.hubs)
    for hub, wanted in (("walk", "walk"), ("run", "walk"), ("walk", "run"), ("walk", "stand")):
        for number, error in enumerate(heading_errors(24)):
            for cost_bin in (0, 1):
                best = min(written_out(function, hub, wanted, error, cost_bin).values())
                found = function.values[hubs.index(hub), hubs.index(wanted), number, cost_bin]
                assert found == pytest.approx(best, abs=1e-5), (hub, wanted, degrees(error), cost_bin)


def test_decisions_written_out(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    """The planner takes what is best by the formulae, in situations that lie between the bins, too."""
    function = solve_value_function(model_of(graph, {"left": (0.02, 0.3), "walk": (0.001, 0.05)}), settings)
    planner, random = ValueFunctionPlanner(function, graph), np.random.default_rng(5)
    for _ in range(200):
        hub, wanted = (str(name) for name in random.choice(["walk", "run", "stand"], 2))
        error, cost = float(random.uniform(-pi, pi)), float(random.uniform(0.0, 1.0))
        expected = written_out(function, hub, wanted, error, int(cost > 0.5))
        chosen = planner.choose(Situation(hub, 0.0, cost, Intent(error, 1.0), wanted)).clip
        assert expected[chosen] == pytest.approx(min(expected.values()), abs=1e-5)
        names, costs = function.costs(hub, wanted, error, cost)
        np.testing.assert_allclose(costs, [expected[name] for name in names], atol=1e-5)


@pytest.mark.parametrize(
    ("hub", "wanted", "error_deg", "clip"),
    [
        ("walk", "walk", 0.0, "walk"),
        ("walk", "walk", 60.0, "left"),
        ("walk", "walk", -60.0, "right"),
        ("walk", "run", 0.0, "start_run"),
        ("walk", "run", 120.0, "left"),
        ("run", "run", 0.0, "run"),
        ("run", "run", 120.0, "end_run"),
        ("walk", "stand", 120.0, "stop"),
        ("stand", "stand", 120.0, "stand"),
        ("stand", "run", 0.0, "start"),
    ],
)
def test_choices(
    graph: MotionGraph,
    settings: ValueFunctionSettings,
    hub: str,
    wanted: str,
    error_deg: float,
    clip: str,
) -> None:
    assert choose(planner_of(graph, settings), hub, wanted, error_deg) == clip


def test_arrives_without_turning_for_ever(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    planner = planner_of(graph, settings.model_copy(update={"heading_bins": 120}))
    for start in range(-180, 180, 17):
        error, clips = float(start), []
        for _ in range(12):
            clips.append(choose(planner, "walk", "walk", error))
            error = remainder(error - degrees(graph.turn(clips[-1])), 360.0)
        assert abs(error) <= 20.0  # turning has its price, too
        assert clips[-4:] == ["walk"] * 4


def test_looks_ahead_where_greed_falls(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    """A turn that is deadly in trouble waits until the robot is calm; one that always is, is avoided."""
    waits = planner_of(graph, settings, {"left": (0.0, 0.5)})
    assert choose(waits, "walk", "walk", 90.0) == "left"
    assert choose(waits, "walk", "walk", 90.0, TROUBLE) == "walk"
    around = planner_of(graph, settings, {"left": (0.5, 0.5)})
    assert choose(around, "walk", "walk", 150.0) == "right"


def test_a_library_without_turns_goes_straight(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    straight = graph.without(["left", "right"])
    planner = planner_of(straight, settings)
    assert choose(planner, "walk", "walk", 120.0) == "walk"
    assert choose(planner, "walk", "run", 120.0) == "start_run"
    assert choose(planner, "stand", "walk", -120.0) == "start"


@pytest.mark.parametrize("cost", [float("nan"), float("inf"), -1.0])
def test_costs_that_are_none(graph: MotionGraph, settings: ValueFunctionSettings, cost: float) -> None:
    """Whoever does not know how it follows is in trouble."""
    planner = planner_of(graph, settings, {"left": (0.0, 0.5)})
    assert choose(planner, "walk", "walk", 90.0, cost) == ("left" if cost < 0.0 else "walk")


def test_hubs_that_are_not_there(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    planner = planner_of(graph, settings)
    assert choose(planner, "walk", "swim", 0.0) == "walk"
    with pytest.raises(ClipError, match="swim"):
        choose(planner, "swim", "walk", 0.0)


def test_reasons_compare(graph: MotionGraph, settings: ValueFunctionSettings) -> None:
    situation = Situation("walk", 0.0, 0.0, Intent(radians(60.0), 1.0), "walk")
    reason = planner_of(graph, settings).choose(situation).reason
    assert "+60 degrees off" in reason
    assert reason.index("'left' costs") < reason.rindex("'")
