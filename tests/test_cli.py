"""The command line as a whole, in processes of its own."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from biped_control.analysis.assembly import WalkParts
from biped_control.cli import app

COMMANDS = {
    ("walk",): ("fell", "survived_s", "missed_ticks", "nodes[]", "round_trip_ms{p50,p99,max}"),
    ("rollout",): ("heading_rad", "mean_cost", "tick_ms{p50,p99,max}", "realtime_factor"),
    ("teleop",): ("domain", "seconds", "messages"),
    ("motion", "import"): ("frames", "rate_hz", "contacts", "retarget_error_m{p50,max}"),
    ("library", "build"): ("name", "frames", "residual", "seconds_to_build"),
    ("library", "list"): ("name", "frames", "residual", "seconds_to_build"),
    ("library", "show"): ("name", "frames", "residual", "seconds_to_build"),
    ("bench",): ("name", "p50_ms", "p99_ms"),
    ("doctor",): ("checks[]",),
}


def biped(arguments: Sequence[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "biped_control.cli", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_teaches(command: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "100"})
    assert result.exit_code == 0
    text = " ".join(result.stdout.split())
    assert "Examples" in text
    assert f"biped {' '.join(command)}" in text
    assert "--json" in text
    for key in COMMANDS[command]:
        assert key in text


def test_no_arguments_show_the_help() -> None:
    result = CliRunner().invoke(app, [])
    for command in COMMANDS:
        assert command[0] in result.stdout
    assert result.stderr == ""
    assert result.exit_code == 2


def test_help_is_quick_and_needs_no_ros() -> None:
    """Neither numerics nor ROS are imported before a command needs them; threads are pinned by then."""
    code = (
        "import os, sys; os.environ.pop('OPENBLAS_NUM_THREADS', None); import biped_control.cli;"
        "print([name for name in ('numpy', 'numba', 'pinocchio', 'rclpy', 'yaml') if name in sys.modules],"
        "os.environ['OPENBLAS_NUM_THREADS'])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout.split() == ["[]", "1"], result.stderr


def test_rollout_in_a_process(walk_parts: WalkParts, tmp_path: Path) -> None:
    for engine in ("lcp", "dart"):
        result = biped(["rollout", "--engine", engine, "--seconds", "0.3", "--json", "-"], tmp_path)
        assert result.returncode == 0, result.stderr
        assert json.loads(result.stdout)["survived_s"] == pytest.approx(0.3)
        assert result.stderr == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("rollout", "--engine", "gazebo"),
        ("dance",),
        ("rollout", "--seconds", "soon"),
        ("library", "show", "x"),
    ],
    ids=" ".join,
)
def test_failure_in_a_process(arguments: tuple[str, ...], tmp_path: Path) -> None:
    result = biped([*arguments], tmp_path)
    assert result.returncode in (1, 2)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("biped: ")
