"""The robot as Gazebo reads it: the same chain-root URDF that DART and pinocchio get, with Gazebo's surfaces.

Gazebo turns a URDF into its own format itself and merges links that are welded together, as DART does.
"""

from collections.abc import Iterable
from xml.etree import ElementTree

from biped_control.robot.chain_root import with_chain_root
from biped_control.robot.simulator_tags import SIMULATOR_TAGS, add_surfaces

_NO_LIMIT = "1e9"  # [N m]


def gazebo_urdf(urdf: str, friction: float, sensors: bool = False) -> str:
    """URDF text on the chain root for a world that engine `gazebo` steps.

    Plugins and drives of the URDF are left out: nothing may act beside the torques of the tick. Joint
    position and velocity limits hold. Effort limits do not, because only the last node of the control path
    may clamp.

    Args:
        urdf: URDF text as the user gave it.
        friction: Coulomb coefficient of all links.
        sensors: keep those of the URDF, for a server that somebody looks at.

    Raises:
        RobotError: the text is not a URDF, or one that no controller can use.
    """
    robot = ElementTree.fromstring(with_chain_root(urdf))
    places = robot.findall("gazebo[@reference]") if sensors else []
    for tag in SIMULATOR_TAGS:
        for element in robot.findall(tag):
            robot.remove(element)
    for place in places:
        if kept := place.findall("sensor"):
            ElementTree.SubElement(robot, "gazebo", place.attrib).extend(kept)
    for limit in robot.iterfind("joint/limit"):
        limit.set("effort", _NO_LIMIT)
    add_surfaces(robot, repr(friction))
    return ElementTree.tostring(robot, encoding="unicode")


def moved_links(urdf: str, joints: Iterable[str]) -> list[str]:
    """The link that each of the joints moves; an empty name where the URDF has no such joint."""
    children = {
        joint.get("name"): joint.find("child") for joint in ElementTree.fromstring(urdf).findall("joint")
    }
    links = []
    for joint in joints:
        child = children.get(joint)
        links.append("" if child is None else child.get("link", ""))
    return links
