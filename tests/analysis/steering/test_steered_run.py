"""Steered runs: the planner is asked as it will be on the robot, and what came of it is counted right."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from math import pi
from typing import Any

import numpy as np
import pytest

from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.compare import CompareRequest
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.analysis.steering.heading_schedule import random_headings
from biped_control.analysis.steering.steered_route import SteeredRoute
from biped_control.analysis.steering.steered_run import SteeredRunTask, schedule_of, steered_run
from biped_control.errors import ConfigurationError
from biped_control.simulation.rough_conditions import Roughness
from biped_control.steering.intent import Intent
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.planner import Choice
from biped_control.steering.situation import Situation

CALM = Roughness("torso", 0.0, 1, (100, 200), 0.0, 0.0)


def nothing(seconds: float) -> None:
    pass


@pytest.mark.parametrize("engine", ["lcp", "dart"])
def test_situations(steering_parts: SteeringParts, there_and_back: Any, engine: str) -> None:
    """A planner hears, at the end of each clip, where it ends, how it went and what is wanted then."""
    walk, graph, planner = steering_parts.walk, steering_parts.library.graph, there_and_back
    seen: list[Tick] = []
    intents: Callable[[int], Intent] = lambda tick: Intent(0.01 * tick, 1.0)  # noqa: E731
    route = SteeredRoute(graph, planner, intents, load_operator_settings(), walk.look_ahead, walk.settings.dt)

    def observe(tick: Tick) -> None:
        route.observe(tick)
        seen.append(tick)

    simulator = walk.engine(engine)
    walk.loop("nqr", simulator).run(route, 420, observe=observe)
    simulator.close()
    ends = [before for before, after in pairwise(seen) if after.reference.frame == 0]
    played = [tick.reference.clip for tick in ends]
    assert played == ["walk", "walk_to_two", "two_to_walk"][: len(played)]
    assert [situation.hub for situation in planner.heard] == [graph.clips[name].end_hub for name in played]
    assert len(route.decision_seconds) == len(planner.heard)
    for situation, tick in zip(planner.heard, ends, strict=True):
        assert situation.heading == pytest.approx(0.0)
        assert situation.intent.heading == pytest.approx(0.01 * tick.index)
        assert situation.wanted_hub in graph.hubs
        assert 0.0 < situation.cost < 1.0


def test_a_calm_run(steering_parts: SteeringParts, there_and_back: Any) -> None:
    """Nothing turns here: the errors after the turns are the commands themselves."""
    told: list[float] = []
    task = SteeredRunTask("listening", "lcp", 4, minutes=0.25)
    result = steered_run(steering_parts, there_and_back, task, CALM, told.append)
    assert result.falls == 0
    assert result.fell_in == {}
    assert result.seconds == pytest.approx(15.0)
    assert told == pytest.approx(list(range(15)))
    assert result.clips["walk"] == 1
    assert result.clips["walk_to_two"] > 3
    assert result.mean_error_deg is None  # the first cycle was not decided on, and no other goes straight
    intents = random_headings(4, 1800, 600, 1.2).intents
    large = [abs(intent.heading) > pi / 2 for intent in intents if intent.heading is not None]
    assert result.overall_error_deg == pytest.approx(
        np.rad2deg(np.mean([abs(intent.heading) for intent in intents if intent.heading is not None])),
        abs=3.0,
    )
    assert result.unanswered == sum(large[:-1])
    summary = result.summary()
    assert summary["falls_per_hour"] == 0.0


class Straight:
    """A planner that never leaves a hub."""

    name = "straight"

    def choose(self, situation: Situation) -> Choice:
        return Choice(situation.hub, "goes on")


def test_errors_without_turns(steering_parts: SteeringParts) -> None:
    task = SteeredRunTask("straight", "lcp", 4, minutes=0.25)
    result = steered_run(steering_parts, Straight(), task, CALM, nothing)
    wanted = [intent.heading for intent in random_headings(4, 1800, 600, 1.2).intents]
    # Each command counts from the first cycle on that was decided on under it; a cycle takes 128 ticks.
    begins = [tick // 128 * 128 for tick in range(1800)]
    shares = [sum(begins[tick] - 1 >= 600 * k for tick in range(600 * k, 600 * k + 600)) for k in range(3)]
    shares[0] = 600 - 128
    expected = np.average(np.abs(np.rad2deg(wanted)), weights=shares)
    assert result.mean_error_deg == pytest.approx(expected, abs=2.0)
    assert result.worst_error_deg == pytest.approx(np.abs(np.rad2deg(wanted)).max(), abs=3.0)


def test_after_a_fall_it_goes_on(steering_parts: SteeringParts) -> None:
    hard = Roughness("torso", 4000.0, 30, (200, 300), 0.0, 0.0)
    task = SteeredRunTask("straight", "lcp", 4, minutes=0.2, rough=1.0)
    result = steered_run(steering_parts, Straight(), task, hard, nothing)
    assert result.falls >= 2
    assert result.fell_in == {"walk": result.falls}
    assert result.seconds == pytest.approx(12.0, abs=0.1)
    assert result.falls_per_hour == pytest.approx(300.0 * result.falls, rel=0.01)


def test_commands_of_tasks(steering_parts: SteeringParts) -> None:
    """The hubs here are walks of 1.2 m/s."""
    graph, task = steering_parts.library.graph, SteeredRunTask("greedy", "lcp", 6, minutes=1.0)
    speed = graph.hubs["walk"]
    assert schedule_of(task, graph, 7200, 120.0).intents == random_headings(6, 7200, 600, speed).intents
    gaits = schedule_of(replace(task, gaits=True), graph, 7200, 120.0).intents
    assert {intent.speed_mps for intent in gaits} <= set(graph.hubs.values())
    back = schedule_of(replace(task, commands="about_face", every_s=10.0), graph, 7200, 120.0)
    assert [intent.heading for intent in back.intents[:3]] == [0.0, pi, 0.0]
    gaps = np.diff(back.starts)
    assert gaps.min() >= 1200
    assert gaps.max() < 1200 + graph.clips["walk"].steps


def test_unanswered_commands_count_in_the_median(steering_parts: SteeringParts) -> None:
    task = SteeredRunTask("straight", "lcp", 4, minutes=0.1)
    result = steered_run(steering_parts, Straight(), task, CALM, nothing)
    assert replace(result, responses_s=(2.0, 3.0, 4.0), unanswered=1).median_response_s == 3.5
    assert replace(result, responses_s=(2.0,), unanswered=2).median_response_s is None
    assert replace(result, responses_s=(), unanswered=0).median_response_s is None


def test_comparisons_meet_the_same_commands() -> None:
    request = CompareRequest(("value_function", "greedy"), ("lcp", "dart"), (1, 2), 1.0)
    tasks = request.tasks()
    assert len(tasks) == 8
    assert tasks["greedy, dart, seed 2"] == SteeredRunTask("greedy", "dart", 2, 1.0)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"planners": ("wise",)}, "planner 'wise'"),
        ({"engines": ("mud",)}, "engine 'mud'"),
        ({"minutes": float("nan")}, "minutes nan"),
        ({"minutes": 0.0}, "minutes 0"),
        ({"rough": -1.0}, "rough -1"),
        ({"seeds": (1, -2)}, "seed -2"),
        ({"jobs": 0}, "jobs 0"),
    ],
    ids=str,
)
def test_wrong_comparisons(change: dict[str, object], complaint: str) -> None:
    request = CompareRequest(("greedy",), ("lcp",), (1,), 1.0)
    with pytest.raises(ConfigurationError, match=complaint):
        replace(request, **change).tasks()
