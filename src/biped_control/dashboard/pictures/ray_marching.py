"""A small renderer: every pixel walks along its ray by the distance to the nearest surface.

Distances to softened boxes, cylinders and spheres are closed formulas, and the same distances give soft
shadows and the darkening of nooks. It needs neither a graphics card nor a window; the picture of the README
takes some seconds.

Arrays that describe the scene, n shapes in m figures, all in world axes:
    section (n,)        BOX, CYLINDER or CONE (tip along +z); spheres are boxes whose core is a point
    centre (n, 3), rotation (n, 3, 3)
    core (n, 3), edge (n,)   half sizes of a core; a ball of radius `edge` rolls around it (`shape_mesh`)
    bound (n,)          radius of a sphere that holds the shape
    colour (n, 3)       linear light
    first (m + 1,)      figure i owns the shapes first[i] ... first[i + 1] - 1
    figure_centre (m, 3), figure_bound (m,)   sphere that holds the figure
"""

from math import exp, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from biped_control.compiled import kernel
from biped_control.motion.smooth_step import smooth_step
from biped_control.robot.state import FloatArray

BOX, CYLINDER, CONE = 0, 1, 2
FAR = 60.0  # [m]
_TOUCH = 4e-4  # nearer than this counts as the surface [m]
_MAX_STEPS = 160


class Geometry(NamedTuple):
    """The arrays of the module's docstring."""

    section: NDArray[np.int64]
    centre: FloatArray
    rotation: FloatArray
    core: FloatArray
    edge: FloatArray
    bound: FloatArray
    colour: FloatArray
    first: NDArray[np.int64]
    figure_centre: FloatArray
    figure_bound: FloatArray


class View(NamedTuple):
    """Camera and light.

    Attributes:
        eye: (3,) position [m].
        axes: (3, 3) columns: right, up, forward.
        slope: tangent of half the vertical field of view.
        light: (3,) unit vector towards the light.
        horizon: (3,) colour into which the ground fades, linear light.
    """

    eye: FloatArray
    axes: FloatArray
    slope: float
    light: FloatArray
    horizon: FloatArray


@kernel
def _shape_distance(g: Geometry, i: int, x: float, y: float, z: float) -> float:
    x, y, z = x - g.centre[i, 0], y - g.centre[i, 1], z - g.centre[i, 2]
    r = g.rotation[i]
    a = abs(r[0, 0] * x + r[1, 0] * y + r[2, 0] * z)
    b = abs(r[0, 1] * x + r[1, 1] * y + r[2, 1] * z)
    up = r[0, 2] * x + r[1, 2] * y + r[2, 2] * z
    c = abs(up) - g.core[i, 2]
    if g.section[i] == BOX:
        a, b = a - g.core[i, 0], b - g.core[i, 1]
    elif g.section[i] == CYLINDER:
        a, b = sqrt(a * a + b * b) - g.core[i, 0], -FAR
    else:
        slope = 0.5 * g.core[i, 0] / g.core[i, 2]
        mantle = sqrt(a * a + b * b) - slope * (g.core[i, 2] - up)
        return float(max(mantle / sqrt(1.0 + slope * slope), c))
    inside = min(max(a, b, c), 0.0)
    a, b, c = max(a, 0.0), max(b, 0.0), max(c, 0.0)
    return float(inside + sqrt(a * a + b * b + c * c) - g.edge[i])


@kernel
def scene_distance(g: Geometry, x: float, y: float, z: float) -> tuple[float, int]:
    """How near a point is to the figures.

    Returns:
        A distance [m] that is never too large, and the nearest shape; -1 while only bounds of figures were
        looked at.
    """
    best, nearest = FAR, -1
    for figure in range(len(g.figure_bound)):
        dx, dy, dz = (
            x - g.figure_centre[figure, 0],
            y - g.figure_centre[figure, 1],
            z - g.figure_centre[figure, 2],
        )
        gap = sqrt(dx * dx + dy * dy + dz * dz) - g.figure_bound[figure]
        if gap >= best:
            continue
        if gap > 0.25:
            best, nearest = gap, -1
            continue
        for i in range(g.first[figure], g.first[figure + 1]):
            dx, dy, dz = x - g.centre[i, 0], y - g.centre[i, 1], z - g.centre[i, 2]
            if sqrt(dx * dx + dy * dy + dz * dz) - g.bound[i] < best:
                distance = _shape_distance(g, i, x, y, z)
                if distance < best:
                    best, nearest = distance, i
    return best, nearest


@kernel
def _march(g: Geometry, eye: FloatArray, ray: FloatArray, limit: float) -> tuple[float, int]:
    """How far along the ray the first shape is, and which; (limit, -1) when there is none."""
    travelled = 0.0
    for _ in range(_MAX_STEPS):
        distance, nearest = scene_distance(
            g, eye[0] + travelled * ray[0], eye[1] + travelled * ray[1], eye[2] + travelled * ray[2]
        )
        if distance < _TOUCH and nearest >= 0:
            return travelled, nearest
        travelled += max(distance, _TOUCH)
        if travelled >= limit:
            break
    return limit, -1


@kernel
def _light_share(g: Geometry, point: FloatArray, light: FloatArray) -> float:
    """1 in full light, 0 in the core of a shadow; near misses give the soft border of a wide light."""
    share, travelled = 1.0, 0.012
    for _ in range(60):
        distance, _nearest = scene_distance(
            g,
            point[0] + travelled * light[0],
            point[1] + travelled * light[1],
            point[2] + travelled * light[2],
        )
        share = min(share, 0.5 + 0.5 * distance / (0.05 * travelled))
        if share < 0.0 or travelled > 4.0:
            break
        travelled += min(max(distance, 0.006), 0.2)
    return smooth_step(share)


@kernel
def _openness(g: Geometry, point: FloatArray, normal: FloatArray, on_ground: bool) -> float:
    """1 where the sky is free, towards 0 in nooks.

    Compares distances ahead with those of an empty half space.
    """
    hidden, weight = 0.0, 1.0
    for k in range(1, 6):
        ahead = 0.035 * k
        x, y, z = point[0] + ahead * normal[0], point[1] + ahead * normal[1], point[2] + ahead * normal[2]
        distance, _nearest = scene_distance(g, x, y, z)
        if not on_ground:
            distance = min(distance, z)
        hidden += weight * max(ahead - distance, 0.0) / ahead
        weight *= 0.75
    return max(0.0, 1.0 - 0.33 * hidden)


@kernel
def _normal(g: Geometry, i: int, point: FloatArray) -> FloatArray:
    step = 2e-4
    x, y, z = point[0], point[1], point[2]
    normal = np.empty(3)
    normal[0] = _shape_distance(g, i, x + step, y, z) - _shape_distance(g, i, x - step, y, z)
    normal[1] = _shape_distance(g, i, x, y + step, z) - _shape_distance(g, i, x, y - step, z)
    normal[2] = _shape_distance(g, i, x, y, z + step) - _shape_distance(g, i, x, y, z - step)
    return normal / sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2)


@kernel
def _shape_colour(g: Geometry, view: View, i: int, point: FloatArray, ray: FloatArray) -> FloatArray:
    normal = _normal(g, i, point)
    facing = normal[0] * view.light[0] + normal[1] * view.light[1] + normal[2] * view.light[2]
    share = _light_share(g, point + 0.004 * normal, view.light) if facing > 0.0 else 0.0
    open_sky = _openness(g, point, normal, False)
    sky = 0.5 + 0.5 * normal[2]
    half_way = view.light - ray
    half_way = half_way / sqrt(half_way[0] ** 2 + half_way[1] ** 2 + half_way[2] ** 2)
    gloss = max(0.0, half_way[0] * normal[0] + half_way[1] * normal[1] + half_way[2] * normal[2]) ** 48
    grazing = max(0.0, 1.0 + ray[0] * normal[0] + ray[1] * normal[1] + ray[2] * normal[2]) ** 4
    colour = np.empty(3)
    for c in range(3):
        ambient = open_sky * (0.30 * sky + 0.14) * (1.08 if c == 2 else 0.98)
        direct = 0.85 * max(facing, 0.0) * share
        colour[c] = (
            g.colour[i, c] * (ambient + direct) + 0.16 * gloss * share + 0.10 * grazing * open_sky * sky
        )
    return colour


@kernel
def _ground_colour(g: Geometry, view: View, point: FloatArray, far_away: float) -> FloatArray:
    up = np.array([0.0, 0.0, 1.0])
    share = _light_share(g, point, view.light)
    brightness = _openness(g, point, up, True) * 0.55 + 0.45 * share
    on_line, width = 0.0, 0.006
    for cell, strength in ((0.5, 0.10), (1.0, 0.14)):
        for axis in range(2):
            position = point[axis] / cell
            if abs(position - np.round(position)) * cell < width:
                on_line = max(on_line, strength)
    fade = exp(-((far_away / 9.0) ** 2))
    colour = np.empty(3)
    for c in range(3):
        lit = (0.74, 0.76, 0.80)[c] * brightness * (1.0 - on_line)
        colour[c] = view.horizon[c] + fade * (lit - view.horizon[c])
    return colour


@kernel
def _pixel_colour(g: Geometry, view: View, across: float, along: float) -> FloatArray:
    ray = view.axes[:, 0] * across + view.axes[:, 1] * along + view.axes[:, 2]
    ray = ray / sqrt(ray[0] ** 2 + ray[1] ** 2 + ray[2] ** 2)
    limit = FAR if ray[2] > -1e-6 else min(FAR, -view.eye[2] / ray[2])
    travelled, nearest = _march(g, view.eye, ray, limit)
    point = view.eye + travelled * ray
    if nearest >= 0:
        return _shape_colour(g, view, nearest, point, ray)
    if limit < FAR:
        return _ground_colour(g, view, point, sqrt(point[0] ** 2 + point[1] ** 2))
    return view.horizon


@kernel
def render(g: Geometry, view: View, width: int, height: int) -> FloatArray:
    """(height, width, 3) image of the figures on the ground plane z = 0, linear light, one ray a pixel."""
    image = np.empty((height, width, 3))
    for row in range(height):
        along = (1.0 - 2.0 * (row + 0.5) / height) * view.slope
        for column in range(width):
            across = (2.0 * (column + 0.5) / width - 1.0) * view.slope * width / height
            image[row, column] = _pixel_colour(g, view, across, along)
    return image
