"""A walk by `cmd_vel`, in a library whose hubs all walk and where nothing turns or stands."""

from typing import Any

import numpy as np
import pytest

from biped_control.analysis.rollout import Tick
from biped_control.analysis.steering.graph_assembly import SteeringParts
from biped_control.analysis.steering.operated_route import OperatedRoute
from biped_control.analysis.steering.velocity_walk import VelocityWalkTask, velocity_walk
from biped_control.steering.greedy import GreedyPlanner
from biped_control.steering.operator.command import Command
from biped_control.steering.operator.settings import load_operator_settings
from biped_control.steering.pilot import Pilot
from biped_control.steering.wanted_hub import wanted_hub


def test_an_operator_is_heard(steering_parts: SteeringParts, straight_on: Any) -> None:
    """A turn rate adds up to a heading from the moment on when it is said; who lets go has no heading."""
    walk, graph, planner = steering_parts.walk, steering_parts.library.graph, straight_on
    settings = load_operator_settings()

    def says(now: float) -> Command | None:
        return Command(1.2, turn_rate=0.4) if 0.5 <= now < 2.5 else None

    route = OperatedRoute(
        "walk",
        Pilot(graph.clips, graph, planner, settings),
        says,
        settings,
        walk.look_ahead,
        walk.settings.dt,
    )
    ticks: list[Tick] = []

    def observe(tick: Tick) -> None:
        route.observe(tick)
        ticks.append(tick)

    engine = walk.engine("lcp")
    walk.loop("nqr", engine).run(route, 3 * graph.clips["walk"].steps + 1, observe=observe)
    engine.close()
    ends = [tick.index for tick in ticks if tick.reference.frame == 0][1:]
    wanted = [situation.intent.heading for situation in planner.heard]
    assert len(wanted) == len(ends)
    for end, heading in zip(ends, wanted, strict=True):
        now = (end - 1) * walk.settings.dt
        if now < 2.5:
            assert heading == pytest.approx(0.4 * (now - 0.5), abs=0.01)
        else:
            assert heading is None
    assert {heading is None for heading in wanted} == {True, False}
    assert planner.heard[-1].intent.speed_mps == pytest.approx(1.2)  # nobody steers any more: on as before


def test_what_is_measured(steering_parts: SteeringParts) -> None:
    graph = steering_parts.library.graph
    task = VelocityWalkTask("lcp", speeds_mps=(1.2,), walk_s=6.0, turn_s=1.0, stand_s=2.0)
    result = velocity_walk(steering_parts, GreedyPlanner(graph), task)
    assert not result.fell
    assert result.speeds_mps == pytest.approx((graph.hubs["walk"],), rel=0.03)
    assert result.speed_errors() == pytest.approx((abs(result.speeds_mps[0] / 1.2 - 1.0),))
    assert result.turned_deg == pytest.approx(0.0, abs=1e-6)
    assert result.commanded_turn_deg == pytest.approx(np.degrees(0.3))
    assert result.stopped_after_s is not None
    assert result.drift_m == pytest.approx(2.0 * graph.hubs["walk"], rel=0.05)  # its slowest hub walks, too
    assert result.clips[-1] == wanted_hub(0.0, graph.hubs, load_operator_settings())


def test_who_never_stands_has_no_drift(steering_parts: SteeringParts, there_and_back: Any) -> None:
    task = VelocityWalkTask("lcp", speeds_mps=(1.2,), walk_s=2.0, turn_s=0.5, stand_s=1.0)
    result = velocity_walk(steering_parts, there_and_back, task)
    assert result.stopped_after_s is None
    assert result.drift_m is None
