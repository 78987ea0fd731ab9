"""The URDF that Gazebo gets: the same body and joints, one friction, nothing that acts by itself."""

from xml.etree import ElementTree

import numpy as np
import pinocchio as pin

from biped_control.robot.chain_root import ROOT_JOINTS
from biped_control.robot.model import RobotModel
from biped_control.simulation.gazebo_model import gazebo_urdf, moved_links


def test_the_body_is_that_of_the_control_mathematics(robot: RobotModel) -> None:
    model = pin.buildModelFromXML(gazebo_urdf(robot.urdf, 1.0))
    assert list(model.names) == list(robot.pinocchio.names)
    assert list(model.inertias) == list(robot.pinocchio.inertias)
    np.testing.assert_array_equal(model.lowerPositionLimit, robot.pinocchio.lowerPositionLimit)
    np.testing.assert_array_equal(model.upperVelocityLimit, robot.pinocchio.upperVelocityLimit)


def test_only_the_control_path_limits_torques(robot: RobotModel) -> None:
    model = pin.buildModelFromXML(gazebo_urdf(robot.urdf, 1.0))
    assert model.upperEffortLimit.min() > 1e6 > robot.effort_limits.max()


def test_every_link_that_collides_has_the_friction_asked_for_and_nothing_else(robot: RobotModel) -> None:
    text = ElementTree.fromstring(gazebo_urdf(robot.urdf, 0.35))
    colliding = {link.get("name") for link in text.findall("link") if link.find("collision") is not None}
    assert {element.get("reference") for element in text.findall("gazebo")} == colliding
    for element in text.findall("gazebo"):
        assert [(child.tag, child.text) for child in element] == [("mu1", "0.35"), ("mu2", "0.35")]
    assert text.find("ros2_control") is None


def test_sensors_stay_where_somebody_looks_and_plugins_never_do(robot: RobotModel) -> None:
    urdf = robot.urdf.replace("</robot>", '<gazebo><plugin name="a" filename="b"/></gazebo></robot>')
    for sensors in (False, True):
        text = ElementTree.fromstring(gazebo_urdf(urdf, 1.0, sensors))
        assert text.find(".//plugin") is None
        assert {tag.get("reference") for tag in text.findall("gazebo/sensor/..")} == (
            {"base_link", "l_foot", "r_foot"} if sensors else set()
        )
        assert len(text.findall("gazebo/mu1")) == len(text.findall("link/collision/.."))


def test_links_that_joints_move(robot: RobotModel) -> None:
    links = moved_links(gazebo_urdf(robot.urdf, 1.0), robot.pinocchio.names)
    assert links[0] == ""  # pinocchio's universe
    assert links[len(ROOT_JOINTS)] == "base_link"
    assert links[robot.pinocchio.getJointId("l_ankle_roll")] == "l_foot"
