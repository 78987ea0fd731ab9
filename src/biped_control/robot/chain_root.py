"""Gives a URDF the six-joint root that the control mathematics wants.

A floating base is replaced by three sliding joints (x, y, z) and three turning joints (yaw, pitch, roll)
from a new link `world` to the URDF's own root link. Velocities are then plain derivatives of positions,
errors are plain differences, and every joint has a constant axis, which makes the analytical derivatives of
the dynamics exact.
"""

from xml.etree import ElementTree

from biped_control.errors import RobotError
from biped_control.robot.urdf_check import require_usable

WORLD_LINK = "world"
ROOT_JOINTS = ("root_x", "root_y", "root_z", "root_yaw", "root_pitch", "root_roll")
ROOT_DOF = len(ROOT_JOINTS)
HEIGHT, YAW, PITCH = (ROOT_JOINTS.index(name) for name in ("root_z", "root_yaw", "root_pitch"))
"""Where they stand among the six coordinates; places of feet are given in the same order."""

_KINDS_AND_AXES = {
    "root_x": ("prismatic", "1 0 0"),
    "root_y": ("prismatic", "0 1 0"),
    "root_z": ("prismatic", "0 0 1"),
    "root_yaw": ("revolute", "0 0 1"),
    "root_pitch": ("revolute", "0 1 0"),
    "root_roll": ("revolute", "1 0 0"),
}
# Engines drop or invent the mass of massless links; this much changes no result that anyone measures.
_CARRIER_MASS = "1e-4"
_CARRIER_INERTIA = {"ixx": "1e-7", "iyy": "1e-7", "izz": "1e-7", "ixy": "0", "ixz": "0", "iyz": "0"}
_UNBOUNDED = {"lower": "-1e6", "upper": "1e6", "effort": "0", "velocity": "1e6"}


def root_link_name(robot: ElementTree.Element) -> str:
    """Name of the one link that is nobody's child.

    Raises:
        RobotError: there is none, or more than one.
    """
    children = {child.get("link") for child in robot.findall("joint/child")}
    names = [link.get("name", "") for link in robot.findall("link")]
    roots = [name for name in names if name not in children]
    if len(roots) != 1:
        raise RobotError(
            f"URDF: expected exactly one root link, found {roots or 'none'}; a robot is one tree of links"
        )
    return roots[0]


def with_chain_root(urdf_xml: str) -> str:
    """URDF text of the same robot on a six-joint chain root.

    Raises:
        RobotError: the text is not a URDF, or one that no controller can use.
    """
    try:
        robot = ElementTree.fromstring(urdf_xml)
    except ElementTree.ParseError as error:
        raise RobotError(f"URDF: not well-formed XML ({error}); expected a <robot> document") from error
    if robot.tag != "robot":
        raise RobotError(f"URDF: the document element is <{robot.tag}>, expected <robot>")
    require_usable(robot)
    root = root_link_name(robot)
    ElementTree.SubElement(robot, "link", name=WORLD_LINK)
    parent = WORLD_LINK
    for name in ROOT_JOINTS:
        child = root if name == ROOT_JOINTS[-1] else f"{name}_carrier"
        kind, axis = _KINDS_AND_AXES[name]
        if child != root:
            inertial = ElementTree.SubElement(ElementTree.SubElement(robot, "link", name=child), "inertial")
            ElementTree.SubElement(inertial, "mass", value=_CARRIER_MASS)
            ElementTree.SubElement(inertial, "inertia", _CARRIER_INERTIA)
        joint = ElementTree.SubElement(robot, "joint", name=name, type=kind)
        ElementTree.SubElement(joint, "parent", link=parent)
        ElementTree.SubElement(joint, "child", link=child)
        ElementTree.SubElement(joint, "axis", xyz=axis)
        ElementTree.SubElement(joint, "limit", _UNBOUNDED)
        parent = child
    return ElementTree.tostring(robot, encoding="unicode")
