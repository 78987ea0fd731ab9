"""Nearest points of friction cones: the circular one of Coulomb's law and a hexagonal one inside (eq. 15)."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.state import FloatArray

SIXTH = np.pi / 3.0
EDGES = np.column_stack([np.cos(SIXTH * np.arange(6)), np.sin(SIXTH * np.arange(6))])
"""(6, 2) unit vectors d of eq. 15: tangential directions of the hexagon's corners."""

FACETS = np.column_stack([np.cos(SIXTH * (np.arange(6) + 0.5)), np.sin(SIXTH * (np.arange(6) + 0.5))])
"""(6, 2) unit tangential directions of the hexagon's sides."""

FACET_RATIO = float(np.cos(0.5 * SIXTH))
"""Distance of a side from the axis, for corners at distance one."""


@kernel
def project(force: FloatArray, friction: float, hexagonal: bool, slope: FloatArray) -> FloatArray:
    """The point of the cone nearest to `force`.

    Args:
        force: (3,) tangential x and y, normal z.
        friction: Coulomb coefficient.
        hexagonal: whether the cone is the hexagonal one.
        slope: (3, 3) is filled with the derivative of the result by `force`.

    Returns:
        (3,).
    """
    if hexagonal:
        return _project_hexagonal(force, friction, slope)
    return _project_circular(force, friction, slope)


@kernel
def _project_circular(force: FloatArray, friction: float, slope: FloatArray) -> FloatArray:
    slope[:] = 0.0
    x, y, normal = force[0], force[1], force[2]
    tangential = np.sqrt(x * x + y * y)
    if tangential <= friction * normal:
        for k in range(3):
            slope[k, k] = 1.0
        return force.copy()
    if friction * tangential <= -normal:
        return np.zeros(3)
    share = 1.0 / (1.0 + friction * friction)
    height = (friction * tangential + normal) * share
    x, y = x / tangential, y / tangential
    ray: FloatArray = np.array([friction * x, friction * y, 1.0])
    stretch = friction * height / tangential  # of what is perpendicular to the ray, around the cone
    for i in range(3):
        for j in range(3):
            slope[i, j] = share * ray[i] * ray[j]
    slope[0, 0] += stretch * y * y
    slope[0, 1] -= stretch * x * y
    slope[1, 0] -= stretch * x * y
    slope[1, 1] += stretch * x * x
    ray *= height
    return ray


@kernel
def _project_hexagonal(force: FloatArray, friction: float, slope: FloatArray) -> FloatArray:
    # The cone is its own mirror image in the planes through its edges, so the nearest point lies in the same
    # sixth of the turn as the force.
    slope[:] = 0.0
    sector = int(np.floor(np.arctan2(force[1], force[0]) / SIXTH)) % 6
    outward = np.array([FACETS[sector, 0], FACETS[sector, 1], -friction * FACET_RATIO])
    outside = float(outward @ force)
    if outside <= 0.0:
        for k in range(3):
            slope[k, k] = 1.0
        return force.copy()
    square = float(outward @ outward)
    on_facet: FloatArray = force - (outside / square) * outward
    first, second = EDGES[sector], EDGES[(sector + 1) % 6]
    # Between the two edges, seen along the axis, and above the apex.
    if (
        on_facet[2] > 0.0
        and first[0] * on_facet[1] - first[1] * on_facet[0] >= 0.0
        and on_facet[0] * second[1] - on_facet[1] * second[0] >= 0.0
    ):
        for i in range(3):
            slope[i, i] = 1.0
            for j in range(3):
                slope[i, j] -= outward[i] * outward[j] / square
        return on_facet
    length = 1.0 + friction * friction
    best = 0.0
    edge: FloatArray = np.zeros(3)
    for k in range(2):
        corner = first if k == 0 else second
        ray = np.array([friction * corner[0], friction * corner[1], 1.0])
        along = float(ray @ force) / length
        if along > best:
            best, edge = along, ray
    if best > 0.0:
        for i in range(3):
            for j in range(3):
                slope[i, j] = edge[i] * edge[j] / length
    return best * edge
