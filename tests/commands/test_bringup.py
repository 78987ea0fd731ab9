"""`biped bringup`: as a user calls it, and what it refuses; the procedure has tests of its own."""

import json
from collections.abc import Callable
from typing import Any

import pytest


def test_the_emulated_robot_hangs_and_passes(biped: Callable[..., Any]) -> None:
    """Its own process, its own buses, and joints that a floor would hold fast."""
    pytest.importorskip("serial", reason="pyserial is not installed; `make env` installs it")
    outcome = biped("bringup", "--emulated", "--yes", "l_ankle_pitch", "r_ankle_roll", "--json", "-")
    assert outcome.status == 0, outcome.stderr
    names = [check["name"] for check in json.loads(outcome.stdout)["checks"]]
    assert names == ["drives", "limits", "IMU", "zeros", "limits", "hold", "l_ankle_pitch", "r_ankle_roll"]


def test_who_breaks_off_is_told_of_the_drives(biped: Callable[..., Any]) -> None:
    """Nobody answers the first question: standard input is at its end."""
    pytest.importorskip("serial", reason="pyserial is not installed; `make env` installs it")
    outcome = biped("bringup", "--emulated")
    assert outcome.status == 130
    assert outcome.stderr.splitlines()[-1].startswith("biped: interrupted; zero torque is sent, drives are")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--yes",), "only a person beside a real robot can answer"),
        (("--actuators", "/nowhere.yaml"), "/nowhere.yaml"),
        (("l_wing",), "joints l_wing: expected some of l_hip_yaw"),
        ((), "/dev/ttyACM0"),
    ],
)
def test_what_cannot_be_is_one_line(
    biped: Callable[..., Any], options: tuple[str, ...], problem: str
) -> None:
    outcome = biped("bringup", *options)
    assert outcome.status == 1
    assert problem in outcome.stderr
    assert outcome.stderr.count("\n") == 1
