"""`ros2 launch biped walk.launch.py key:=value ...`: the humanoid walks, one process a node.

Nodes, parameters and arguments come from config/graph.yaml, which `biped walk` reads too.
"""

import os
from collections.abc import Callable, Mapping

from launch.actions import (
    DeclareLaunchArgument,
    OpaqueFunction,
    SetEnvironmentVariable,
    Shutdown,
    TimerAction,
)
from launch.events.process import ProcessExited
from launch.substitutions import EnvironmentVariable, LaunchConfiguration
from launch_ros.actions import LifecycleNode, Node
from launch_ros.parameter_descriptions import ParameterValue

from biped_control.nodes.exit_status import GRACE, NOT_STARTED
from biped_control.nodes.graph import NodeSpec, Value, load_graph, merged_parameters
from biped_control.nodes.ros_environment import discovery_profile
from launch import Action, LaunchContext, LaunchDescription

PACKAGE = "biped"
_RESPAWN_DELAY = 1.0  # [s]
DISCOVERY = "ROS_AUTOMATIC_DISCOVERY_RANGE"


def generate_launch_description() -> LaunchDescription:
    """Declares the arguments; their values decide which nodes start."""
    graph = load_graph()
    declared = [
        DeclareLaunchArgument(
            name,
            default_value=argument.text_of(graph.default(name)),
            description=argument.description,
            choices=list(argument.choice_texts) or None,
        )
        for name, argument in graph.arguments.items()
    ]
    this_machine_only = SetEnvironmentVariable(
        DISCOVERY, EnvironmentVariable(DISCOVERY, default_value="LOCALHOST")
    )
    found_quickly = [SetEnvironmentVariable(*pair) for pair in discovery_profile(os.environ).items()]
    starts = OpaqueFunction(function=start_nodes)
    return LaunchDescription([*declared, this_machine_only, *found_quickly, starts])


def start_nodes(context: LaunchContext) -> list[Node]:
    """The nodes for the values that the user gave."""
    graph = load_graph()
    values = graph.values({name: LaunchConfiguration(name).perform(context) for name in graph.arguments})
    specs = graph.node_specs(values)
    if values["composed"]:
        return [_all_in_one(specs)]
    return [
        LifecycleNode(
            package=PACKAGE,
            executable=spec.name,
            name=spec.name,
            namespace="",
            parameters=[_typed(spec.parameters)],
            output="screen",
            on_exit=_when_it_ends(spec),
            respawn=spec.restarts > 0,
            respawn_max_retries=spec.restarts,
            respawn_delay=_RESPAWN_DELAY,
        )
        for spec in specs
    ]


def _all_in_one(specs: list[NodeSpec]) -> Node:
    return Node(
        package=PACKAGE,
        executable="composed",
        arguments=[spec.name for spec in specs],
        parameters=[_typed(merged_parameters(specs))],
        output="screen",
        on_exit=_ends_everything,
    )


def _typed(parameters: Mapping[str, Value]) -> dict[str, object]:
    """Texts are marked as such: left alone, `02_01` would become a number and an empty text nothing."""
    return {
        name: ParameterValue(value, value_type=str) if isinstance(value, str) else value
        for name, value in parameters.items()
    }


def _ends_everything(event: ProcessExited, context: LaunchContext) -> list[Action]:
    if context.is_shutdown:  # launch reports an error when it is told twice
        return []
    return [Shutdown(reason=f"{event.process_name} has ended")]


def _when_it_ends(spec: NodeSpec) -> Callable[[ProcessExited, LaunchContext], list[Action]]:
    if spec.ends_run:
        return _ends_everything
    return _ends_everything_if_not_started if spec.onlooker else _ends_everything_in_a_while


def _ends_everything_if_not_started(event: ProcessExited, context: LaunchContext) -> list[Action]:
    return _ends_everything(event, context) if event.returncode == NOT_STARTED else []


def _ends_everything_in_a_while(event: ProcessExited, context: LaunchContext) -> list[Action]:
    """A node of the loop is gone: the simulator gets time to notice, brake the robot and end."""
    if context.is_shutdown or event.returncode == NOT_STARTED:
        return _ends_everything(event, context)
    later = OpaqueFunction(function=lambda context: _ends_everything(event, context))
    return [TimerAction(period=GRACE, actions=[later])]
