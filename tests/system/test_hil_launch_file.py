"""`launch/hil.launch.py` runs `biped hil` with what the user gave. A stand-in takes the place of `launch`."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from biped_control.cli import app
from biped_control.nodes.graph import load_graph

LAUNCH_FILE = Path(__file__).parents[2] / "launch" / "hil.launch.py"


class Recorded:
    """Stands for any class of `launch`: keeps what it was made with."""

    def __init__(self, *positional: Any, **named: Any) -> None:
        self.positional, self.named = positional, named
        self.name = positional[0] if positional else ""

    def perform(self, context: dict[str, str]) -> str:
        return context[self.name]


@pytest.fixture
def launch_file(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The launch file as a module."""
    names = {
        "launch": ("LaunchContext", "LaunchDescription"),
        "launch.actions": ("DeclareLaunchArgument", "ExecuteProcess", "OpaqueFunction", "Shutdown"),
        "launch.substitutions": ("LaunchConfiguration",),
    }
    for module_name, classes in names.items():
        module = ModuleType(module_name)
        for name in classes:
            setattr(module, name, type(name, (Recorded,), {}))
        monkeypatch.setitem(sys.modules, module_name, module)
    spec = importlib.util.spec_from_file_location("hil_launch", LAUNCH_FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def command(launch_file: Any, **given: str) -> list[str]:
    """What is run when the user gives this."""
    actions = launch_file.generate_launch_description().positional[0]
    *declared, opaque = actions
    context = {action.name: action.named["default_value"] for action in declared}
    assert set(given) <= set(context), "ros2 launch refuses arguments that are not declared"
    (process,) = opaque.named["function"](context | given, *opaque.named["args"])
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


def test_what_hardware_in_the_loop_decides_is_no_argument(launch_file: Any) -> None:
    actions = launch_file.generate_launch_description().positional[0][:-1]
    names = {action.name for action in actions}
    assert names == {*load_graph().arguments, *launch_file.OWN} - set(launch_file.DECIDED)
    assert all(action.named["description"] for action in actions)
