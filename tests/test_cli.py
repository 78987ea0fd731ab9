"""The command line as a whole, in processes of its own."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest
from typer.main import get_command
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


def commands(group: Any, way: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every command of a group, and what the docstring of its function says."""
    for name, inner in group.commands.items():
        if hasattr(inner, "commands"):
            yield from commands(inner, (*way, name))
        else:
            yield (*way, name), inspect.getdoc(inner.callback) or ""


HELPS = {(): "", **dict(commands(get_command(app)))}


@pytest.mark.parametrize("way", HELPS, ids=" ".join)
def test_help_fills_eighty_columns(way: tuple[str, ...]) -> None:
    """Examples stand in one line each, paragraphs are filled, and no word is too long for its column."""
    shown = CliRunner().invoke(app, [*way, "--help"], env={"COLUMNS": "80"}).stdout
    lines = {line.strip() for line in shown.splitlines()}
    for paragraph in HELPS[way].split("\n\n"):
        as_it_stands = paragraph.startswith("\b\n")
        plain = re.sub(r"\[/?bold\]", "", paragraph.removeprefix("\b\n"))
        expected = plain.splitlines() if as_it_stands else wrap(plain, 78, break_on_hyphens=False)
        assert {line.strip() for line in expected} <= lines
    assert "\u2026" not in shown


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
