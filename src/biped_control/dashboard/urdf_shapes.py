"""The visible shapes of a robot, read from its URDF."""

from dataclasses import dataclass
from math import sqrt
from typing import Literal
from xml.etree import ElementTree

import numpy as np

from biped_control.errors import RobotError
from biped_control.robot.base_coordinates import rotation_from_angles
from biped_control.robot.state import FloatArray

Kind = Literal["box", "cylinder", "sphere"]
Colour = tuple[float, float, float, float]

_GREY: Colour = (0.7, 0.7, 0.72, 1.0)
# Share of the smallest extent that is drawn round: edges catch the light, limbs look like limbs.
_BOX_ROUNDING = 0.3
_CYLINDER_ROUNDING = 0.5


@dataclass(frozen=True)
class VisualShape:
    """A box, cylinder or sphere fixed to a link.

    Attributes:
        link: name of the link that carries it.
        kind: which of the three.
        half_extent: (3,) half sizes along the shape's own axes [m]; a cylinder lies along its z axis.
        position: (3,) centre in the link frame [m].
        rotation: (3, 3) shape axes to link axes.
        colour: red, green, blue, opacity, each 0 to 1.
    """

    link: str
    kind: Kind
    half_extent: FloatArray
    position: FloatArray
    rotation: FloatArray
    colour: Colour

    @property
    def edge_radius(self) -> float:
        """Radius with which edges are drawn [m]. Looks only: the physics has its own shapes."""
        if self.kind == "sphere":
            return float(self.half_extent[0])
        if self.kind == "box":
            return _BOX_ROUNDING * 2.0 * float(self.half_extent.min())
        return _CYLINDER_ROUNDING * float(self.half_extent.min())

    @property
    def bounding_radius(self) -> float:
        """Radius of a sphere about the centre that holds the shape [m]."""
        if self.kind == "sphere":
            return float(self.half_extent[0])
        x, y, z = self.half_extent
        return sqrt(x * x + z * z) if self.kind == "cylinder" else sqrt(x * x + y * y + z * z)


def visual_shapes(urdf: str) -> tuple[VisualShape, ...]:
    """Shapes of all links of a URDF text, in its order.

    Meshes are not read. A link that is drawn with meshes alone shows its collision shapes instead, so that a
    robot with mesh files is still recognizable.

    Raises:
        RobotError: the text is not a URDF, or a shape has sizes that are no numbers; the message names the
            link.
    """
    try:
        robot = ElementTree.fromstring(urdf)
    except ElementTree.ParseError as error:
        raise RobotError(f"URDF: not well-formed XML ({error}); expected a <robot> document") from error
    palette = {
        name: _colour_of(material) for material in robot.findall("material") if (name := material.get("name"))
    }
    shapes: list[VisualShape] = []
    for link in robot.findall("link"):
        elements = [*link.findall("visual")]
        if elements and not any(_primitive(element) is not None for element in elements):
            elements = [*link.findall("collision")]
        for element in elements:
            primitive = _primitive(element)
            if primitive is not None:
                shapes.append(_shape(link.get("name", ""), element, primitive, palette))
    return tuple(shapes)


def _primitive(element: ElementTree.Element) -> ElementTree.Element | None:
    geometry = element.find("geometry")
    for child in geometry if geometry is not None else ():
        if child.tag in ("box", "cylinder", "sphere"):
            return child
    return None


def _shape(
    link: str, element: ElementTree.Element, primitive: ElementTree.Element, palette: dict[str, Colour | None]
) -> VisualShape:
    origin = element.find("origin")
    place = "position and turn of a shape"
    xyz = _numbers(link, place, origin.get("xyz", "0 0 0") if origin is not None else "0 0 0", 3)
    rpy = _numbers(link, place, origin.get("rpy", "0 0 0") if origin is not None else "0 0 0", 3)
    material = element.find("material")
    colour = None
    if material is not None:
        colour = _colour_of(material) or palette.get(material.get("name", ""))
    return VisualShape(
        link=link,
        kind=primitive.tag,  # type: ignore[arg-type]
        half_extent=_half_extent(link, primitive),
        position=xyz,
        rotation=rotation_from_angles(yaw=rpy[2], pitch=rpy[1], roll=rpy[0]),
        colour=colour or _GREY,
    )


def _half_extent(link: str, primitive: ElementTree.Element) -> FloatArray:
    if primitive.tag == "box":
        half = 0.5 * _numbers(link, "size of a box", primitive.get("size", ""), 3)
    else:
        radius = _numbers(link, f"radius of a {primitive.tag}", primitive.get("radius", ""), 1)[0]
        half = np.full(3, radius)
        if primitive.tag == "cylinder":
            half[2] = 0.5 * _numbers(link, "length of a cylinder", primitive.get("length", ""), 1)[0]
    if not (half > 0.0).all():
        raise RobotError(f"URDF: link '{link}': a {primitive.tag} has a size that is not positive")
    return half


def _colour_of(material: ElementTree.Element) -> Colour | None:
    colour = material.find("color")
    if colour is None:
        return None
    red, green, blue, opacity = _numbers(
        str(material.get("name")), "rgba of a material", colour.get("rgba", ""), 4
    )
    return (float(red), float(green), float(blue), float(opacity))


def _numbers(link: str, what: str, text: str, count: int) -> FloatArray:
    try:
        values = np.array([float(word) for word in text.split()])
    except ValueError:
        values = np.empty(0)
    if len(values) != count or not np.isfinite(values).all():
        raise RobotError(
            f"URDF: '{link}': {what} is '{text}', expected {count} finite number{'s' if count > 1 else ''}"
        )
    return values
