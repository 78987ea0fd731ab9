"""`biped hil` in lock-step, and what it refuses."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from biped_control.analysis.assembly import WalkParts


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
