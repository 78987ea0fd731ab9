"""One run that samples transitions."""

from collections import Counter
from contextlib import suppress
from itertools import pairwise

import numpy as np
import pytest

from biped_control.analysis.cost import TrackingCost
from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.analysis.steering.transition_run import (
    EnoughSamplesError,
    RandomRoute,
    RunTask,
    TransitionRecorder,
    sample_run,
)
from biped_control.robot.placement import Placement
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.rough_conditions import Roughness
from biped_control.steering.itinerary import Leg

CALM = Roughness("torso", 0.0, 1, (100, 200), 0.0, 0.0)
CLIPS = ("walk", "two", "walk_to_two", "two_to_walk")


class Fixed:
    """A route that is known beforehand."""

    def __init__(self, *clips: str) -> None:
        self.clips, self.first = clips, clips[0]

    @property
    def halves(self) -> dict[str, Placement]:
        return {}

    def leg(self, number: int) -> Leg:
        return Leg(self.clips[number - 1], "")


def test_route_goes_where_samples_are_wanted(steering_parts: SteeringParts) -> None:
    graph = steering_parts.library.graph
    assert graph.clips.keys() == set(CLIPS)
    wanted = {"walk": 5, "two": 20, "walk_to_two": 1, "two_to_walk": 1}
    route = RandomRoute(graph, RunTask("lcp", 4, wanted))
    played = [route.first]
    with suppress(EnoughSamplesError):
        for number in range(2, 500):
            played.append(route.leg(number).clip)
    for before, after in pairwise(played):
        assert graph.clips[after].start_hub == graph.clips[before].end_hub
    counts = Counter(played)
    assert all(counts[name] >= count for name, count in wanted.items())
    assert len(played) < 2 * sum(wanted.values())


def test_routes_differ(steering_parts: SteeringParts) -> None:
    def first_clips(seed: int) -> list[str]:
        route = RandomRoute(steering_parts.library.graph, RunTask("lcp", seed, dict.fromkeys(CLIPS, 50)))
        return [route.first, *(route.leg(number).clip for number in range(2, 12))]

    assert first_clips(1) == first_clips(1)
    assert len({tuple(first_clips(seed)) for seed in range(1, 6)}) > 2


@pytest.mark.parametrize("engine", ["lcp", "dart"])
def test_what_is_recorded(steering_parts: SteeringParts, engine: str) -> None:
    """Every clip that was played to its end, with costs and headings computed here once more."""
    walk = steering_parts.walk
    played = ("walk", "walk_to_two", "two", "two_to_walk")
    recorder = TransitionRecorder(steering_parts, RunTask(engine, 7, {}), "conditions")
    ticks: list[Tick] = []

    def observe(tick: Tick) -> None:
        recorder.observe(tick)
        ticks.append(tick)

    length = sum(walk.clips[name].steps for name in played[:3])
    simulator = walk.engine(engine)
    walk.loop("nqr", simulator).run(
        Fixed(*played), length + 30, disturbances=Disturbances(3), observe=observe
    )
    simulator.close()

    rows = recorder.transitions
    assert [row.clip for row in rows] == list(played[:3])
    assert [row.before for row in rows] == ["", *played[:2]]
    assert {(row.engine, row.seed, row.conditions) for row in rows} == {(engine, 7, "conditions")}
    assert all(row.survived for row in rows)
    assert rows[0].start_cost == 0.0
    for before, after in pairwise(rows):
        assert after.start_cost == before.end_cost > 0.0
    start = 0
    for row in rows:
        clip = walk.clips[row.clip]
        mine = ticks[start : start + clip.steps]
        cost = TrackingCost(walk.look_ahead, clip.dt)
        for tick in mine:
            cost.add(tick.after.state, tick.reference, tick.torques)
        assert row.cost == pytest.approx(cost.mean)
        assert row.seconds == pytest.approx(clip.steps * clip.dt)
        assert row.digest == steering_parts.digests[row.clip]
        if clip.cyclic:  # the pelvis swings: only the same frame of the same hub tells what was turned
            gained = mine[-1].after.state.q[3] - mine[0].before.q[3]
            assert row.turned == pytest.approx(gained, abs=1e-9)
        start += clip.steps


def test_a_fall_belongs_to_the_clip_it_happens_in(steering_parts: SteeringParts) -> None:
    hard = Roughness("torso", 5000.0, 30, (150, 160), 0.0, 0.0)
    task = RunTask("lcp", 5, dict.fromkeys(CLIPS, 9))
    rows = sample_run(steering_parts, task, hard, 20.0, "")
    assert [row.survived for row in rows] == [True] * (len(rows) - 1) + [False]
    assert 150 / 120 < sum(row.seconds for row in rows) < 400 / 120
    assert rows[-1].seconds < steering_parts.library.graph.seconds(rows[-1].clip)
    assert np.isfinite([rows[-1].cost, rows[-1].end_cost]).all()


def test_same_task_same_rows(steering_parts: SteeringParts) -> None:
    rough = Roughness("torso", 40.0, 12, (60, 120), 0.002, 0.02)
    task = RunTask("lcp", 11, dict.fromkeys(CLIPS, 1))
    first = sample_run(steering_parts, task, rough, 6.0, "")
    assert first == sample_run(steering_parts, task, rough, 6.0, "")
    calm = sample_run(steering_parts, task, CALM, 6.0, "")
    assert [row.clip for row in calm[: len(first)]] == [row.clip for row in first]
    assert calm[-1].end_cost != first[-1].end_cost


def test_a_run_ends_when_nothing_more_is_wanted(steering_parts: SteeringParts) -> None:
    rows = sample_run(steering_parts, RunTask("lcp", 2, {"walk": 1}), CALM, 60.0, "")
    assert [row.clip for row in rows] == ["walk"]
