"""The tags for simulators: complete, in agreement with the body, and without any effect on it."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from biped_control.resources import share_path
from biped_control.robot.model import RobotModel
from biped_control.robot.simulator_tags import (
    CAMERA_TOPIC,
    FEET,
    GROUND_TRUTH_TOPIC,
    IMU_TOPIC,
    SIMULATOR_TAGS,
    contact_topic,
    for_gazebo,
)


@pytest.fixture(scope="module")
def urdf(robot: RobotModel) -> ElementTree.Element:
    return ElementTree.fromstring(robot.urdf)


def without_tags(urdf: str) -> str:
    root = ElementTree.fromstring(urdf)
    for tag in SIMULATOR_TAGS:
        for child in root.findall(tag):
            root.remove(child)
    return ElementTree.tostring(root, encoding="unicode")


def test_clips_do_not_depend_on_the_tags(robot: RobotModel) -> None:
    bare = RobotModel.from_urdf(without_tags(robot.urdf), robot.limbs)
    assert bare.urdf != robot.urdf
    assert bare.fingerprint == robot.fingerprint
    assert bare.joint_names == robot.joint_names
    assert bare.mass == robot.mass


def test_every_link_that_collides_has_friction(urdf: ElementTree.Element) -> None:
    colliding = {link.get("name") for link in urdf.findall("link") if link.find("collision") is not None}
    for coefficient in ("mu1", "mu2"):
        rough = {tag.get("reference") for tag in urdf.findall("gazebo") if tag.find(coefficient) is not None}
        assert rough == colliding


def test_contact_sensors_watch_the_sole_of_each_foot(robot: RobotModel, urdf: ElementTree.Element) -> None:
    assert {side.foot for side in robot.limbs.sides} == set(FEET)
    for foot in FEET:
        (sensor,) = urdf.findall(f"gazebo[@reference='{foot}']/sensor[@type='contact']")
        assert sensor.findtext("contact/collision") == f"{foot}_collision"
        assert sensor.findtext("contact/topic") == contact_topic(foot)
        # Gazebo gives the first collision this name and would number others.
        assert len(urdf.findall(f"link[@name='{foot}']/collision")) == 1


def test_the_imu_sits_in_the_pelvis(urdf: ElementTree.Element) -> None:
    (sensor,) = urdf.findall("gazebo[@reference='base_link']/sensor[@type='imu']")
    assert sensor.findtext("topic") == IMU_TOPIC
    assert urdf.find("link[@name='base_link']/inertial") is not None


def test_effort_interfaces_have_the_limits_of_the_joints(
    robot: RobotModel, urdf: ElementTree.Element
) -> None:
    joints = urdf.findall("ros2_control/joint")
    assert sorted(joint.get("name", "") for joint in joints) == sorted(robot.joint_names)
    for joint in joints:
        limit = robot.effort_limits[robot.joint_index[joint.get("name", "")]]
        (command,) = joint.findall("command_interface")
        bounds = {param.get("name"): float(param.text or "nan") for param in command.findall("param")}
        assert command.get("name") == "effort"
        assert bounds == {"min": -limit, "max": limit}
        states = [state.get("name") for state in joint.findall("state_interface")]
        assert states == ["position", "velocity", "effort"]


def test_no_plugin_runs_beside_the_physics_unless_asked_for(robot: RobotModel) -> None:
    shipped = ElementTree.fromstring(robot.urdf)
    assert shipped.find("gazebo/plugin") is None
    assert shipped.find(".//sensor[@type='camera']") is None
    plain = ElementTree.fromstring(for_gazebo(robot.urdf))
    assert [plugin.get("filename") for plugin in plain.findall("gazebo/plugin")] == [
        "gz-sim-odometry-publisher-system"
    ]
    assert plain.find(".//sensor[@type='camera']") is None


def test_camera_and_controllers_are_added_on_request(robot: RobotModel) -> None:
    full = for_gazebo(robot.urdf, camera=True, controllers=Path("/somewhere/controllers.yaml"))
    root = ElementTree.fromstring(full)
    (camera,) = root.findall("gazebo[@reference='gaze']/sensor[@type='camera']")
    assert camera.findtext("topic") == CAMERA_TOPIC
    truth, control = root.findall("gazebo/plugin")
    assert truth.findtext("odom_topic") == GROUND_TRUTH_TOPIC
    assert truth.findtext("dimensions") == "3"
    assert control.findtext("parameters") == "/somewhere/controllers.yaml"
    same = RobotModel.from_urdf(full, robot.limbs)
    assert same.fingerprint == robot.fingerprint


def test_effort_controller_commands_the_joints_in_our_order(robot: RobotModel) -> None:
    settings = yaml.safe_load(share_path("config/ros2_controllers.yaml").read_text(encoding="utf-8"))
    assert tuple(settings["effort_controller"]["ros__parameters"]["joints"]) == robot.joint_names
    kinds = settings["controller_manager"]["ros__parameters"]
    assert kinds["effort_controller"]["type"] == "effort_controllers/JointGroupEffortController"
    assert kinds["joint_state_broadcaster"]["type"] == "joint_state_broadcaster/JointStateBroadcaster"
