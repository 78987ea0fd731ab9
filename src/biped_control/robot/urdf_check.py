"""Finds what is wrong with a URDF before any parser does: parsers guess, print and go on."""

from collections.abc import Iterator
from xml.etree import ElementTree

import numpy as np

from biped_control.errors import RobotError

_MOVING = ("revolute", "prismatic")  # one coordinate, with limits
_MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")


def require_usable(robot: ElementTree.Element) -> None:
    """Checks joint types, and that every link that a joint moves has a mass and a positive inertia.

    Raises:
        RobotError: names the joint or link, and what is expected there.
    """
    links = {link.get("name"): link for link in robot.findall("link")}
    moving: set[str | None] = set()
    for joint in robot.findall("joint"):
        name, kind = joint.get("name"), joint.get("type")
        if kind not in (*_MOVING, "fixed"):
            expected = ", ".join((*_MOVING, "fixed"))
            raise RobotError(f"URDF: joint '{name}' has type '{kind}'; expected one of {expected}")
        child = joint.find("child")
        moved = None if child is None else child.get("link")
        if moved not in links:
            raise RobotError(f"URDF: joint '{name}' moves link '{moved}', which does not exist")
        if kind in _MOVING:
            moving.add(moved)
            _require_limits(joint)
            if links[moved].find("inertial") is None:
                raise RobotError(f"URDF: link '{moved}', moved by '{name}', has no inertia; add <inertial>")
    for name, link in links.items():
        for inertial in link.findall("inertial"):
            if problems := list(_problems(inertial, name in moving)):
                raise RobotError(f"URDF: the inertia of link '{name}' cannot be used: {problems[0]}")


def _require_limits(joint: ElementTree.Element) -> None:
    name, limit, axis = joint.get("name"), joint.find("limit"), joint.find("axis")
    low, high, effort = (
        float("nan") if limit is None else _number(limit.get(key)) for key in ("lower", "upper", "effort")
    )
    if not (low < high and effort > 0.0):
        raise RobotError(
            f"URDF: joint '{name}': expected <limit> with lower below upper and an effort above 0, "
            f"found {None if limit is None else limit.attrib}"
        )
    direction = [1.0] if axis is None else [_number(text) for text in (axis.get("xyz") or "").split()]
    if not (np.isfinite(direction).all() and np.any(direction)):
        raise RobotError(f"URDF: joint '{name}': expected an <axis> with a direction, found {direction}")


def _problems(inertial: ElementTree.Element, moves: bool) -> Iterator[str]:
    """What is wrong; a link that is fixed to another may be massless."""
    mass, inertia = inertial.find("mass"), inertial.find("inertia")
    value = float("nan") if mass is None else _number(mass.get("value"))
    if not (value > 0.0 or (value == 0.0 and not moves)):
        yield "expected <mass value=...> above 0 kg"
    moments = [float("nan")] if inertia is None else [_number(inertia.get(key)) for key in _MOMENTS]
    if not np.isfinite(moments).all():
        yield f"expected <inertia> with the numbers {', '.join(_MOMENTS)}"
        return
    xx, xy, xz, yy, yz, zz = moments
    if moves and np.linalg.eigvalsh([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).min() <= 0.0:
        yield "expected positive principal moments"


def _number(text: str | None) -> float:
    try:
        return float(text or "nan")
    except ValueError:
        return float("nan")
