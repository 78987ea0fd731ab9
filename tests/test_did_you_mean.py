"""Suggestions for unknown names."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from biped_control.analysis.rollout_request import RolloutRequest
from biped_control.did_you_mean import did_you_mean
from biped_control.errors import BipedError
from biped_control.motion.retargeting.take_kind import take_kind
from biped_control.policies.factory import create_policy
from biped_control.robot.model import RobotModel
from biped_control.simulation.engines import create_engine
from biped_control.simulation.terrain import terrain_named
from biped_control.steering.library_graph import LibraryGraph
from biped_control.steering.planner_choice import planner_for

NAMES = ("walk", "walk_slow", "run", "turn_left_90", "nqr", "lqr")


@pytest.mark.parametrize(
    ("written", "meant"),
    [("wakl", "walk"), ("WALK", "walk"), ("walkslow", "walk_slow"), ("turn_left90", "turn_left_90")],
)
def test_a_slip_of_the_keys(written: str, meant: str) -> None:
    assert did_you_mean(written, NAMES) == f" (did you mean '{meant}'?)"


def test_nothing_is_alike() -> None:
    assert did_you_mean("moon", NAMES) == ""
    assert did_you_mean("walk", []) == ""
    assert did_you_mean("", NAMES) == ""


def test_the_spelling_is_that_of_the_known_name() -> None:
    assert did_you_mean("twistt", ["Twist"]) == " (did you mean 'Twist'?)"


NOT_NEEDED = cast(Any, None)  # the name is looked at first


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        (lambda: create_engine("drat", cast(RobotModel, NOT_NEEDED)), "dart"),
        (lambda: terrain_named("low_legdes"), "low_ledges"),
        (lambda: take_kind("steady_turn"), "steady-turn"),
        (lambda: create_policy("nrq", NOT_NEEDED, {}, {}, NOT_NEEDED, NOT_NEEDED), "nqr"),
        (lambda: planner_for(cast(LibraryGraph, NOT_NEEDED), "greed"), "greedy"),
        (lambda: RolloutRequest(policy="lrq").prepare(lambda _what, _how_far: None), "lqr"),
    ],
    ids=["engine", "terrain", "kind", "policy", "planner", "rollout"],
)
def test_who_asks_for_an_unknown_name_is_told_what_is_like_it(call: Callable[[], object], meant: str) -> None:
    with pytest.raises(BipedError, match=rf"\(did you mean '{meant}'\?\)"):
        call()
