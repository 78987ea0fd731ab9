"""`biped hil` in lock-step, and what it refuses."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.commands.hil import result_table


@pytest.mark.usefixtures("walk_parts")
def test_lock_step_reports_walk_and_estimates(biped: Callable[..., Any]) -> None:
    outcome = biped("hil", "--lock-step", "--seconds", "0.1", "--loss", "0.02", "--seed", "3", "--json", "-")
    assert outcome.status == 0, outcome.stderr
    result = json.loads(outcome.stdout)
    assert not result["fell"]
    assert result["ticks"] == 12
    assert 0 < result["estimation"]["samples"] <= 12
    assert result["unmeasured_joints"] > 0
    assert result["emulation"]["link"]["loss"] == 0.02
    assert result["emulation"]["seed"] == 3


@pytest.mark.parametrize(("late", "advised"), [(1, False), (30, True)])
def test_who_is_too_slow_is_told_what_helps(late: int, advised: bool) -> None:
    times = {"p50": 1.0, "p99": 2.0, "max": 3.0}
    walked = {"fell": False, "survived_s": 8.3, "ticks": 1000, "missed_ticks": 0, "late_ticks": late}
    walked |= {
        "distance_m": 9.0,
        "speed_mps": 1.1,
        "mean_cost": 0.1,
        "round_trip_ms": times,
        "estimation": None,
    }
    walked |= {"unmeasured_joints": 0, "unmeasured_bodies": 0}
    (names,) = (list(column.cells) for column in result_table(walked).columns[:1])
    assert ("too slow" in names) == advised


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--seconds", "0"), "--seconds 0: expected more than 0"),
        (("--loss", "2"), "loss"),
        (("bus_mode:=dry_run", "--lock-step"), "--lock-step: expected bus_mode:=live"),
        (("--emulation", "/nowhere.yaml"), "/nowhere.yaml"),
        (("gama:=1",), "'gama'"),
    ],
)
def test_what_cannot_be_is_one_line(
    biped: Callable[..., Any], walk_parts: WalkParts, options: tuple[str, ...], problem: str
) -> None:
    outcome = biped("hil", *options)
    assert outcome.status == 1
    assert problem in outcome.stderr
    assert outcome.stderr.count("\n") == 1
