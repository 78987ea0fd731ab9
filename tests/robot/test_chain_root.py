"""The six-joint root of a URDF."""

from xml.etree import ElementTree

import pytest

from biped_control.errors import RobotError
from biped_control.robot.chain_root import ROOT_JOINTS, WORLD_LINK, root_link_name, with_chain_root

TWO_LINKS = """<robot name="r"><link name="a"/><link name="b"/>
<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>"""


def test_root_is_a_chain_of_six_from_the_world_to_the_old_root() -> None:
    robot = ElementTree.fromstring(with_chain_root(TWO_LINKS))
    assert root_link_name(robot) == WORLD_LINK
    link = WORLD_LINK
    for name in ROOT_JOINTS:
        joint = robot.find(f"joint[@name='{name}']")
        assert joint is not None
        parent, child = joint.find("parent"), joint.find("child")
        assert parent is not None
        assert child is not None
        assert parent.get("link") == link
        link = child.get("link", "")
    assert link == "a"


def test_robot_itself_is_unchanged() -> None:
    robot = ElementTree.fromstring(with_chain_root(TWO_LINKS))
    assert robot.find("joint[@name='j']") is not None
    assert {link.get("name") for link in robot.findall("link")} >= {"a", "b"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("this is no XML", "not well-formed"),
        ("<robot name='r'><link name='a'/>", "not well-formed"),
        ("", "not well-formed"),
        ("<sdf><model/></sdf>", "<sdf>, expected <robot>"),
        ("<robot name='r'/>", "exactly one root link, found none"),
        (
            "<robot name='r'><link name='a'/><link name='b'/></robot>",
            r"exactly one root link, found \['a', 'b'\]",
        ),
    ],
)
def test_what_is_no_robot(text: str, message: str) -> None:
    with pytest.raises(RobotError, match=message):
        with_chain_root(text)
