"""Disturbances drawn from a seed."""

import numpy as np
import pytest

from biped_control.errors import EngineError
from biped_control.robot.state import State
from biped_control.simulation.disturbances import Disturbances, PushPlan
from biped_control.simulation.simulator import Push

START = State(np.linspace(0.0, 1.0, 12), np.ones(12))
PLAN = PushPlan("torso", 50.0, ticks=12, period_ticks=100)


def pushes(disturbances: Disturbances, ticks: int = 450) -> dict[int, Push]:
    found = {tick: disturbances.push_at(tick) for tick in range(ticks)}
    return {tick: push for tick, push in found.items() if push is not None}


def test_seed_zero_starts_on_the_reference() -> None:
    assert Disturbances(0).start(START) is START


def test_other_seeds_start_a_little_beside_it() -> None:
    start = Disturbances(1).start(START)
    offset = np.abs(start.q - START.q)
    assert 0.0 < offset.max() <= 0.01
    np.testing.assert_array_equal(start.v, START.v)
    assert np.abs(Disturbances(2).start(START).q - start.q).max() > 0.0


def test_pushes_come_once_a_period_with_the_same_strength() -> None:
    found = pushes(Disturbances(3, PLAN))
    assert list(found) == [100, 200, 300, 400]
    for push in found.values():
        assert (push.body, push.ticks, push.force[2]) == ("torso", 12, 0.0)
        assert np.linalg.norm(push.force) == pytest.approx(50.0)


def test_a_run_can_be_repeated_with_the_same_object_and_with_another() -> None:
    disturbances = Disturbances(4, PLAN)
    runs = []
    for run in (disturbances, disturbances, Disturbances(4, PLAN)):
        start = run.start(START)
        runs.append(np.concatenate([start.q, *(push.force for push in pushes(run).values())]))
    np.testing.assert_array_equal(runs[0], runs[1])
    np.testing.assert_array_equal(runs[0], runs[2])


def test_a_plan_is_read_from_text() -> None:
    assert PushPlan.parse("torso,50,0.1,4", rate_hz=120.0) == PushPlan("torso", 50.0, 12, 480)
    assert PushPlan.parse("", rate_hz=120.0) is None


@pytest.mark.parametrize(
    "text",
    ["torso", "torso,50,0.1", "torso,hard,0.1,4", "torso,-50,0.1,4", "torso,50,0,4", "torso,50,4,0.1",
     "torso,nan,0.1,4", "torso,inf,0.1,4", "torso,50,nan,4", "torso,50,0.1,inf", "torso,50,0.1,1e308",
     "torso,50,0.1,4,1"],
)  # fmt: skip
def test_bad_plans_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(EngineError, match=r"expected BODY,NEWTONS,SECONDS,PERIOD such as"):
        PushPlan.parse(text, rate_hz=120.0)
