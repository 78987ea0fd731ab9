"""`launch/hil.launch.py` runs `biped hil` with what the user gave."""

from typing import Any

import pytest
from recorded_launch import described, load_launch_file, started
from typer.testing import CliRunner

from biped_control.cli import app
from biped_control.nodes.graph import load_graph


@pytest.fixture
def launch_file(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The launch file as a module."""
    return load_launch_file("hil", monkeypatch)


def command(launch_file: Any, **given: str) -> list[str]:
    """What is run when the user gives this."""
    (process,) = started(launch_file, **given)
    assert process.named["on_exit"].named, "the launch ends with it"
    words: list[str] = process.named["cmd"]
    return words


def test_it_runs_the_command_with_what_was_given(launch_file: Any) -> None:
    words = command(launch_file, loss="0.01", policy="lqr", seconds="5.0")
    assert words[1:4] == ["-m", "biped_control.cli", "hil"]
    assert {"--loss=0.01", "--seconds=5.0", "--latency-ms=0.0", "policy:=lqr"} <= set(words)
    assert [word for word in words if ":=" in word] == ["policy:=lqr"]
    shown = CliRunner().invoke(app, ["hil", "--help"]).output
    assert all(word.split("=")[0] in shown for word in words if word.startswith("--"))


def test_the_nodes_are_one_process_unless_somebody_says_otherwise(launch_file: Any) -> None:
    declared = {action.name: action for action in described(launch_file, "DeclareLaunchArgument")}
    assert declared["composed"].named["default_value"] == "true"
    assert "composed:=false" in command(launch_file, composed="false")
    assert not [word for word in command(launch_file, composed="true") if ":=" in word]


def test_what_hardware_in_the_loop_decides_is_no_argument(launch_file: Any) -> None:
    declared = described(launch_file, "DeclareLaunchArgument")
    names = {action.name for action in declared}
    assert names == {*load_graph().arguments, *launch_file.OWN} - set(launch_file.DECIDED)
    assert all(action.named["description"] for action in declared)
