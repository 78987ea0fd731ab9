"""`biped hil` in lock-step, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from biped_control.analysis.assembly import WalkParts
from biped_control.commands.hil import result_table
from biped_control.nodes import running_graph
from biped_control.resources import share_path


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


@pytest.mark.usefixtures("walk_parts")
def test_drives_of_the_users_own_are_those_that_the_robot_has(
    biped: Callable[..., Any], tmp_path: Path
) -> None:
    content = yaml.safe_load(share_path("config/actuators.yaml").read_text(encoding="utf-8"))
    del content["joints"]["l_knee_pitch"]
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    for words in ((f"actuators:={path}",), ("--actuators", str(path))):
        complaint = biped("hil", "--lock-step", "--seconds", "0.1", *words).complaint
        assert f"{path}: actuators: expected one entry" in complaint
        assert "missing: l_knee_pitch" in complaint


@pytest.mark.parametrize("domain", ["abc", "233", "-1", "7.5"])
def test_a_domain_that_is_none_is_refused_at_the_start(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, domain: str
) -> None:
    monkeypatch.setenv("ROS_DOMAIN_ID", domain)
    for command in ("hil", "walk", "soak", "status", "estop"):
        complaint = biped(command).complaint
        assert f"ROS_DOMAIN_ID={domain}: expected a whole number from 0 to 232" in complaint


def test_a_second_graph_in_the_users_domain_is_refused(
    biped: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of them would hear each other's states and torques."""
    monkeypatch.setenv("ROS_DOMAIN_ID", "31")
    monkeypatch.setattr(running_graph, "_domains_of_walks", lambda processes: {31})
    monkeypatch.setattr(running_graph.require_domain_without_walk, "__defaults__", (Path("/proc"), 0.0))
    assert "another walk is running in ROS domain 31" in biped("hil").stderr


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
        (("--loss", "2"), "--loss 2: expected 0 to 1"),
        (("--latency-ms", "-1"), "--latency-ms -1: expected 0 to 1000"),
        (("--jitter-ms", "nan"), "--jitter-ms nan: expected 0 to 1000"),
        (("--seed", "-1"), "--seed -1: expected 0 or more"),
        (("--seconds", "inf"), "--seconds inf: expected more than 0, and at most 1e+09"),
        (("--seconds", "nan"), "--seconds nan: expected more than 0"),
        (("bus_mode:=dry_run", "--lock-step"), "bus_mode:=dry_run: with --lock-step expected live"),
        (("seconds:=0", "--lock-step"), "seconds:=0: with --lock-step expected more than 0"),
        (("hardware:=false",), "hardware:=false: expected it left out"),
        (("realtime:=false",), "realtime:=false: expected it left out"),
        (("find_delay:=false",), "find_delay:=false: expected it left out"),
        (("engine:=lcp",), "engine:=lcp has no effect with hardware:=true"),
        (("push:=torso,50,0.1,4",), "push:=torso,50,0.1,4 has no effect with hardware:=true"),
        (("terrain:=slope",), "terrain:=slope has no effect"),
        (("scenario:=noise",), "scenario:=noise has no effect"),
        (("seed:=3",), "seed:=3 has no effect"),
        (("physics_rate:=1200",), "physics_rate:=1200.0 has no effect"),
        (
            ("trace_file:=x.npz", "priority:=3", "--lock-step"),
            "trace_file, priority: no effect with --lock-st",
        ),
        (("headless:=false", "--lock-step"), "headless: no effect with --lock-step"),
        (("actuators:=/nowhere.yaml",), "/nowhere.yaml: no such file"),
        (
            ("actuators:=a.yaml", "--actuators", "b.yaml"),
            "--actuators b.yaml, actuators:=a.yaml: expected one",
        ),
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
