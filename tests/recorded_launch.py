"""Launch files without `launch`, which the wheels do not have: a stand-in records what they ask for."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

LAUNCH_FOLDER = Path(__file__).parents[1] / "launch"

_CLASSES = {
    "launch": ("Action", "LaunchContext", "LaunchDescription"),
    "launch.actions": (
        "DeclareLaunchArgument",
        "ExecuteProcess",
        "IncludeLaunchDescription",
        "OpaqueFunction",
        "SetEnvironmentVariable",
        "Shutdown",
        "TimerAction",
    ),
    "launch.conditions": ("IfCondition",),
    "launch.events": (),
    "launch.events.process": ("ProcessExited",),
    "launch.launch_description_sources": ("PythonLaunchDescriptionSource",),
    "launch.substitutions": ("EnvironmentVariable", "LaunchConfiguration", "PathJoinSubstitution"),
    "launch_ros": (),
    "launch_ros.actions": ("LifecycleNode", "Node"),
    "launch_ros.parameter_descriptions": ("ParameterValue",),
    "launch_ros.substitutions": ("FindPackageShare",),
}


class Recorded:
    """Stands for any class of `launch`: keeps what it was made with."""

    def __init__(self, *positional: Any, **named: Any) -> None:
        self.positional, self.named = positional, named
        self.name = positional[0] if positional else ""

    def perform(self, context: dict[str, str]) -> str:
        """The value of a LaunchConfiguration."""
        return context[self.name]


def load_launch_file(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A launch file as a module."""
    for module_name, classes in _CLASSES.items():
        module = ModuleType(module_name)
        for class_name in classes:
            setattr(module, class_name, type(class_name, (Recorded,), {}))
        monkeypatch.setitem(sys.modules, module_name, module)
    spec = importlib.util.spec_from_file_location(f"{name}_launch", LAUNCH_FOLDER / f"{name}.launch.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def of_kind(actions: list[Recorded], kind: str) -> list[Recorded]:
    """The actions of one class of `launch`."""
    return [action for action in actions if type(action).__name__ == kind]


def described(launch_file: Any, kind: str) -> list[Recorded]:
    """The actions of one class that the launch file describes."""
    return of_kind(launch_file.generate_launch_description().positional[0], kind)


def started(launch_file: Any, **given: str) -> list[Recorded]:
    """What its function starts when the user gives these arguments."""
    declared = described(launch_file, "DeclareLaunchArgument")
    context = {action.name: action.named["default_value"] for action in declared}
    assert set(given) <= set(context), "ros2 launch refuses arguments that are not declared"
    (opaque,) = described(launch_file, "OpaqueFunction")
    result: list[Recorded] = opaque.named["function"](context | given, *opaque.named.get("args", ()))
    return result
