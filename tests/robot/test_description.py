"""The shipped URDF: what the generator writes, named and built as users expect."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin
import pytest

from biped_control.resources import share_path
from biped_control.robot.description import humanoid_urdf, link_inertia
from biped_control.robot.humanoid_table import humanoid_table


@pytest.fixture(scope="module")
def urdf() -> ElementTree.Element:
    return ElementTree.parse(share_path("urdf/biped.urdf")).getroot()


def test_shipped_file_is_what_the_generator_writes() -> None:
    assert share_path("urdf/biped.urdf").read_text(encoding="utf-8") == humanoid_urdf()


def test_generator_runs_as_documented(tmp_path: Path) -> None:
    target = tmp_path / "robot.urdf"
    subprocess.run([sys.executable, "-m", "biped_control.robot.description", str(target)], check=True)
    assert target.read_text(encoding="utf-8") == humanoid_urdf()


def test_frames_are_named_as_rep_120(urdf: ElementTree.Element) -> None:
    links = {link.get("name") for link in urdf.findall("link")}
    assert {"base_link", "torso", "head", "gaze", "l_sole", "r_sole", "l_ankle", "r_ankle"} <= links
    assert {"l_gripper", "r_gripper"} <= links


def test_every_link_has_a_physical_inertia(urdf: ElementTree.Element) -> None:
    for link in urdf.findall("link"):
        mass, inertia = link.find("inertial/mass"), link.find("inertial/inertia")
        assert mass is not None, link.get("name")
        assert inertia is not None, link.get("name")
        assert float(mass.get("value", "0")) > 0.0
        value = {key: float(number) for key, number in inertia.items()}
        tensor = np.array(
            [
                [value["ixx"], value["ixy"], value["ixz"]],
                [value["ixy"], value["iyy"], value["iyz"]],
                [value["ixz"], value["iyz"], value["izz"]],
            ]
        )
        small, middle, large = np.linalg.eigvalsh(tensor)
        assert small > 0.0
        assert small + middle >= large * (1.0 - 1e-9)  # no mass distribution breaks the triangle inequality


def test_inertia_of_several_bodies_is_the_sum_about_their_common_centre() -> None:
    for link in humanoid_table().links:
        expected = pin.Inertia.Zero()
        for body, at in link.bodies:
            expected += pin.Inertia(body.mass, np.array(at), np.diag(body.inertia_forward_left_up()))
        mass, centre, inertia = link_inertia(link)
        assert mass == pytest.approx(expected.mass)
        np.testing.assert_allclose(centre, expected.lever, atol=1e-12)
        np.testing.assert_allclose(inertia, expected.inertia, atol=1e-12)


def test_sole_frames_lie_on_the_underside_of_the_feet(urdf: ElementTree.Element) -> None:
    for side in ("l", "r"):
        box = urdf.find(f"link[@name='{side}_foot']/collision/geometry/box")
        origin = urdf.find(f"link[@name='{side}_foot']/collision/origin")
        sole = urdf.find(f"joint[@name='{side}_sole_fixed']/origin")
        assert box is not None
        assert origin is not None
        assert sole is not None
        underside = float(origin.get("xyz", "").split()[2]) - float(box.get("size", "").split()[2]) / 2
        assert float(sole.get("xyz", "").split()[2]) == pytest.approx(underside)
        assert [float(angle) for angle in sole.get("rpy", "").split()] == [0.0, 0.0, 0.0]


def test_joints_have_limits_effort_and_speed(urdf: ElementTree.Element) -> None:
    joints = [joint for joint in urdf.findall("joint") if joint.get("type") == "revolute"]
    assert len(joints) == 23
    for joint in joints:
        limit = joint.find("limit")
        assert limit is not None
        assert float(limit.get("lower", "0")) < float(limit.get("upper", "0"))
        assert float(limit.get("effort", "0")) > 0.0
        assert float(limit.get("velocity", "0")) > 0.0
