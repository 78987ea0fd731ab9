"""Writes the URDF of the humanoid from `humanoid_table`.

`python -m biped_control.robot.description urdf/biped.urdf` regenerates the shipped file; a test keeps the
two equal.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from biped_control.atomic_write import atomic_write
from biped_control.robot.humanoid_table import Joint, Link, Shape, Table, humanoid_table
from biped_control.robot.simulator_tags import add_simulator_tags
from biped_control.robot.state import FloatArray

_COLOURS = {
    "shell": "0.9 0.91 0.93 1",
    "joint": "0.17 0.19 0.23 1",
    "face": "0.05 0.06 0.09 1",
    "accent": "0.05 0.5 0.85 1",
}
# Roll and pitch that turn the z axis of a cylinder into the wanted one.
_TURNS = {"x": (0.0, np.pi / 2, 0.0), "y": (-np.pi / 2, 0.0, 0.0), "z": (0.0, 0.0, 0.0)}
_AXES = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}


def humanoid_urdf() -> str:
    """URDF text of the humanoid."""
    return urdf_text(humanoid_table(), name="biped")


def urdf_text(table: Table, name: str) -> str:
    """URDF text of any table of links and joints, with the tags for simulators."""
    robot = ElementTree.Element("robot", name=name)
    for colour, rgba in _COLOURS.items():
        ElementTree.SubElement(ElementTree.SubElement(robot, "material", name=colour), "color", rgba=rgba)
    for link in table.links:
        _add_link(robot, link)
    for joint in table.joints:
        _add_joint(robot, joint)
    add_simulator_tags(robot)
    ElementTree.indent(robot)
    return '<?xml version="1.0"?>\n' + ElementTree.tostring(robot, encoding="unicode") + "\n"


def link_inertia(link: Link) -> tuple[float, FloatArray, FloatArray]:
    """Mass [kg], centre of mass (3,) [m] and inertia about it (3, 3) [kg m^2] of a link's bodies together."""
    mass = sum(body.mass for body, _ in link.bodies)
    centre = sum((body.mass * np.array(at) for body, at in link.bodies), start=np.zeros(3)) / mass
    inertia = np.zeros((3, 3))
    for body, at in link.bodies:
        offset = np.array(at) - centre
        parallel_axis = body.mass * (offset @ offset * np.eye(3) - np.outer(offset, offset))
        inertia += np.diag(body.inertia_forward_left_up()) + parallel_axis
    return mass, centre, inertia


def _numbers(values: FloatArray | tuple[float, ...]) -> str:
    # 17 digits would be exact; 12 keep the file readable and the robot the same to a picometre.
    return " ".join(f"{value + 0.0:.12g}" for value in values)


def _add_link(robot: ElementTree.Element, link: Link) -> None:
    element = ElementTree.SubElement(robot, "link", name=link.name)
    mass, centre, inertia = link_inertia(link)
    inertial = ElementTree.SubElement(element, "inertial")
    ElementTree.SubElement(inertial, "origin", xyz=_numbers(centre), rpy="0 0 0")
    ElementTree.SubElement(inertial, "mass", value=_numbers((mass,)))
    names = (("ixx", 0, 0), ("ixy", 0, 1), ("ixz", 0, 2), ("iyy", 1, 1), ("iyz", 1, 2), ("izz", 2, 2))
    ElementTree.SubElement(inertial, "inertia", {key: _numbers((inertia[i, j],)) for key, i, j in names})
    for shape in link.visual:
        visual = _add_shape(element, "visual", shape)
        ElementTree.SubElement(visual, "material", name=shape.colour)
    for shape in link.collision:
        _add_shape(element, "collision", shape)


def _add_shape(link: ElementTree.Element, tag: str, shape: Shape) -> ElementTree.Element:
    element = ElementTree.SubElement(link, tag)
    ElementTree.SubElement(element, "origin", xyz=_numbers(shape.at), rpy=_numbers(_TURNS[shape.axis]))
    geometry = ElementTree.SubElement(element, "geometry")
    if shape.kind == "box":
        ElementTree.SubElement(geometry, "box", size=_numbers(shape.size))
    elif shape.kind == "cylinder":
        radius, length = shape.size
        ElementTree.SubElement(geometry, "cylinder", radius=_numbers((radius,)), length=_numbers((length,)))
    else:
        ElementTree.SubElement(geometry, "sphere", radius=_numbers(shape.size))
    return element


def _add_joint(robot: ElementTree.Element, joint: Joint) -> None:
    kind = "fixed" if joint.hinge is None else "revolute"
    element = ElementTree.SubElement(robot, "joint", name=joint.name, type=kind)
    ElementTree.SubElement(element, "parent", link=joint.parent)
    ElementTree.SubElement(element, "child", link=joint.child)
    ElementTree.SubElement(element, "origin", xyz=_numbers(joint.at), rpy="0 0 0")
    if (hinge := joint.hinge) is not None:
        ElementTree.SubElement(element, "axis", xyz=_AXES[hinge.axis])
        ElementTree.SubElement(
            element,
            "limit",
            lower=_numbers((hinge.lower,)),
            upper=_numbers((hinge.upper,)),
            effort=_numbers((hinge.effort,)),
            velocity=_numbers((hinge.velocity,)),
        )


if __name__ == "__main__":
    with atomic_write(Path(sys.argv[1])) as unfinished:
        unfinished.write_text(humanoid_urdf(), encoding="utf-8")
