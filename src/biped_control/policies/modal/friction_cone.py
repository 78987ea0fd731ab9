"""Nearest points of friction cones: the circular one of Coulomb's law and a hexagonal one inside (eq. 15)."""

from typing import NamedTuple

import numpy as np

from biped_control.compiled import kernel

SIXTH = np.pi / 3.0
EDGES = np.column_stack([np.cos(SIXTH * np.arange(6)), np.sin(SIXTH * np.arange(6))])
"""(6, 2) unit vectors d of eq. 15: tangential directions of the hexagon's corners."""

FACETS = np.column_stack([np.cos(SIXTH * (np.arange(6) + 0.5)), np.sin(SIXTH * (np.arange(6) + 0.5))])
"""(6, 2) unit tangential directions of the hexagon's sides."""

FACET_RATIO = float(np.cos(0.5 * SIXTH))
"""Distance of a side from the axis, for corners at distance one."""


class Nearest(NamedTuple):
    """The point of a cone nearest to a force, and its derivative by the force.

    Numbers instead of arrays: thousands of these are made in a tick.

    Attributes:
        x, y, z: the point, tangential x and y, normal z.
        xx, xy, xz, yy, yz, zz: the derivative, which is symmetric.
    """

    x: float
    y: float
    z: float
    xx: float
    xy: float
    xz: float
    yy: float
    yz: float
    zz: float


@kernel
def project(x: float, y: float, z: float, friction: float, hexagonal: bool) -> Nearest:
    """The point of the cone nearest to a force.

    Args:
        x, y, z: the force, tangential x and y, normal z.
        friction: Coulomb coefficient.
        hexagonal: whether the cone is the hexagonal one.
    """
    if hexagonal:
        return _project_hexagonal(x, y, z, friction)
    return _project_circular(x, y, z, friction)


@kernel
def _project_circular(x: float, y: float, z: float, friction: float) -> Nearest:
    tangential = np.sqrt(x * x + y * y)
    if tangential <= friction * z:
        return Nearest(x, y, z, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0)
    if friction * tangential <= -z:
        return Nearest(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    share = 1.0 / (1.0 + friction * friction)
    height = (friction * tangential + z) * share
    x, y = x / tangential, y / tangential
    around = friction * height / tangential  # how a step perpendicular to the ray goes around the cone
    along = share * friction * friction
    return Nearest(
        friction * x * height,
        friction * y * height,
        height,
        along * x * x + around * y * y,
        (along - around) * x * y,
        share * friction * x,
        along * y * y + around * x * x,
        share * friction * y,
        share,
    )


@kernel
def _project_hexagonal(x: float, y: float, z: float, friction: float) -> Nearest:
    # The cone is its own mirror image in the planes through its edges, so the nearest point lies in the same
    # sixth of the turn as the force.
    sector = int(np.floor(np.arctan2(y, x) / SIXTH)) % 6
    a, b, c = FACETS[sector, 0], FACETS[sector, 1], -friction * FACET_RATIO
    outside = a * x + b * y + c * z
    if outside <= 0.0:
        return Nearest(x, y, z, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0)
    square = a * a + b * b + c * c
    share = outside / square
    u, v, w = x - share * a, y - share * b, z - share * c
    first, second = EDGES[sector], EDGES[(sector + 1) % 6]
    # Between the two edges, seen along the axis, and above the apex.
    if w > 0.0 and first[0] * v - first[1] * u >= 0.0 and u * second[1] - v * second[0] >= 0.0:
        return Nearest(
            u,
            v,
            w,
            1.0 - a * a / square,
            -a * b / square,
            -a * c / square,
            1.0 - b * b / square,
            -b * c / square,
            1.0 - c * c / square,
        )
    length = 1.0 + friction * friction
    edge = first
    if second[0] * x + second[1] * y > first[0] * x + first[1] * y:
        edge = second
    u, v = friction * edge[0], friction * edge[1]
    along = (u * x + v * y + z) / length
    if along <= 0.0:
        return Nearest(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return Nearest(
        along * u,
        along * v,
        along,
        u * u / length,
        u * v / length,
        u / length,
        v * v / length,
        v / length,
        1.0 / length,
    )
