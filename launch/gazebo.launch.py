"""`ros2 launch biped gazebo.launch.py key:=value ...`: Gazebo Harmonic, with what ordinary ROS tools expect.

The graph walks on engine `gazebo`, a server inside of node `simulator` that steps in lock-step; window and
bridge look on. With `walk:=false` there is a server of its own instead, with the robot in one of the worlds,
for those who bring controllers of their own.
"""

import os
import shlex
from pathlib import Path

from launch.actions import (
    DeclareLaunchArgument,
    ExecuteProcess,
    IncludeLaunchDescription,
    OpaqueFunction,
    SetEnvironmentVariable,
)
from launch.conditions import IfCondition
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration, PathJoinSubstitution
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue
from launch_ros.substitutions import FindPackageShare

from biped_control.resources import share_path
from biped_control.robot.simulator_tags import for_gazebo
from launch import Action, LaunchContext, LaunchDescription

BOOLEAN = ["true", "false"]
OWN = {  # default, choices, description
    "walk": (
        "true",
        BOOLEAN,
        "Let the graph walk the robot (all arguments of walk.launch.py); else only world and robot.",
    ),
    "gui": (
        "false",
        BOOLEAN,
        "Open Gazebo's window; beside a walk realtime:=true gives it the pace of the clock.",
    ),
    "bridge": (
        "true",
        BOOLEAN,
        "Bridge clock, sensors and ground truth of Gazebo to ROS topics (ros_gz_bridge).",
    ),
    "bridge_config": ("", None, "YAML file of what is bridged; empty for config/ros_gz_bridge.yaml."),
    "world": ("flat", None, "With walk:=false: flat, stairs, slope, rough, or the path of a world file."),
    "camera": ("false", BOOLEAN, "With walk:=false: a camera in the head; the server then renders."),
    "controllers": (
        "true",
        BOOLEAN,
        "With walk:=false: ros2_control with effort_controller and joint_state_broadcaster.",
    ),
}
STANDING = "0.9"  # [m] height of base_link with straight legs


def generate_launch_description() -> LaunchDescription:
    """Declares own arguments and those of the walk; their values decide what starts."""
    declared = [
        DeclareLaunchArgument(name, default_value=default, description=description, choices=choices)
        for name, (default, choices, description) in OWN.items()
    ]
    # By these window, bridge and server find each other, and not those of a launch in another domain.
    seen = {"GZ_PARTITION": f"biped_{os.environ.get('ROS_DOMAIN_ID') or 0}", "GZ_IP": "127.0.0.1"}
    variables = [SetEnvironmentVariable(name, os.environ.get(name, value)) for name, value in seen.items()]
    walk = IncludeLaunchDescription(
        PythonLaunchDescriptionSource(str(Path(__file__).with_name("walk.launch.py"))),
        launch_arguments=[("engine", "gazebo")],
        condition=IfCondition(LaunchConfiguration("walk")),
    )
    return LaunchDescription([*declared, *variables, OpaqueFunction(function=start), walk])


def start(context: LaunchContext) -> list[Action]:
    """What stands beside the walk, or makes world and robot without one."""
    given = {name: LaunchConfiguration(name).perform(context) for name in OWN}
    is_on = {name: given[name] == "true" for name, (_, choices, _) in OWN.items() if choices}
    actions: list[Action] = []
    if is_on["bridge"]:
        actions.append(bridge(given["bridge_config"], beside_walk=is_on["walk"]))
    if is_on["walk"]:
        window = [ExecuteProcess(cmd=["gz", "sim", "-g"], output="screen")] if is_on["gui"] else []
        return [*actions, *window]
    actions += [server(given["world"], is_on["gui"], is_on["camera"])]
    actions += robot(is_on["camera"], is_on["controllers"])
    return actions


def bridge(config: str, beside_walk: bool) -> Node:
    """The bridge. A walk publishes /clock itself: two clocks would be one too many."""
    return Node(
        package="ros_gz_bridge",
        executable="parameter_bridge",
        name="ros_gz_bridge",
        parameters=[{"config_file": config or str(share_path("config/ros_gz_bridge.yaml"))}],
        remappings=[("/clock", "/gazebo/clock")] if beside_walk else [],
        output="screen",
    )


def server(world: str, gui: bool, camera: bool) -> IncludeLaunchDescription:
    """A Gazebo server with a world, running at once; all ends with it."""
    file = world if world.endswith(".sdf") else str(share_path(f"worlds/{world}.sdf"))
    unseen = ["-s", "--headless-rendering"] if camera else ["-s"]
    options = shlex.join(["-r", *([] if gui else unseen), file])
    launch_file = PathJoinSubstitution([FindPackageShare("ros_gz_sim"), "launch", "gz_sim.launch.py"])
    return IncludeLaunchDescription(
        PythonLaunchDescriptionSource(launch_file),
        launch_arguments=[("gz_args", options), ("on_exit_shutdown", "true")],
    )


def robot(camera: bool, controllers: bool) -> list[Node]:
    """The robot above the origin, its frames, and its controllers."""
    settings = share_path("config/ros2_controllers.yaml") if controllers else None
    urdf = for_gazebo(share_path("urdf/biped.urdf").read_text(encoding="utf-8"), camera, settings)
    frames = Node(
        package="robot_state_publisher",
        executable="robot_state_publisher",
        parameters=[{"robot_description": ParameterValue(urdf, value_type=str), "use_sim_time": True}],
        output="screen",
    )
    spawn = Node(
        package="ros_gz_sim",
        executable="create",
        arguments=["-name", "biped", "-topic", "robot_description", "-z", STANDING],
        output="screen",
    )
    if not controllers:
        return [frames, spawn]
    names = ["joint_state_broadcaster", "effort_controller"]
    start_controllers = Node(
        package="controller_manager",
        executable="spawner",
        arguments=[*names, "--controller-manager-timeout", "60"],
        output="screen",
    )
    return [frames, spawn, start_controllers]
