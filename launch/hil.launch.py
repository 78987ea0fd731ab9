"""`ros2 launch biped hil.launch.py key:=value ...`: the graph against an emulated robot on its buses.

Runs `biped hil`, which starts the robot first: only then are its adapters there for the nodes to open.
"""

import sys

from launch.actions import DeclareLaunchArgument, ExecuteProcess, OpaqueFunction, Shutdown
from launch.substitutions import LaunchConfiguration

from biped_control.nodes.graph import Graph, Value, load_graph
from biped_control.nodes.hardware_in_the_loop import DEFAULTS
from launch import LaunchContext, LaunchDescription

OWN = {  # arguments that are options of `biped hil`
    "seconds": ("60.0", "How long to walk [s]."),
    "latency_ms": ("0.0", "Delay of every frame, in each direction [ms]."),
    "jitter_ms": ("0.0", "More delay, random from 0 to this [ms]."),
    "loss": ("0.0", "Share of frames that never arrive."),
}
DECIDED = ("hardware", "headless", "actuators", "trace_file", "result_file")


def generate_launch_description() -> LaunchDescription:
    """Declares the arguments of the graph, but for those that hardware in the loop decides, and its own."""
    graph = load_graph()
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in OWN.items()
    ]
    for name, argument in graph.arguments.items():
        if name not in OWN and name not in DECIDED:
            declared.append(
                DeclareLaunchArgument(
                    name,
                    default_value=argument.text_of(default(graph, name)),
                    description=argument.description,
                    choices=list(argument.choice_texts) or None,
                )
            )
    names = [action.name for action in declared]
    return LaunchDescription([*declared, OpaqueFunction(function=start, args=[names])])


def start(context: LaunchContext, names: list[str]) -> list[ExecuteProcess]:
    """The command, with what the user gave."""
    given = {name: LaunchConfiguration(name).perform(context) for name in names}
    options = [f"--{name.replace('_', '-')}={given.pop(name)}" for name in OWN]
    graph = load_graph()
    changed = [
        f"{name}:={text}"
        for name, text in given.items()
        if text != graph.arguments[name].text_of(default(graph, name))
    ]
    command = [sys.executable, "-m", "biped_control.cli", "hil", *options, *changed]
    return [ExecuteProcess(cmd=command, output="screen", on_exit=Shutdown(reason="the walk has ended"))]


def default(graph: Graph, name: str) -> Value:
    """What counts when the user leaves an argument alone."""
    return DEFAULTS.get(name, graph.default(name))
