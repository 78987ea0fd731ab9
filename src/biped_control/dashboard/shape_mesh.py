"""Triangles of a shape with softened edges.

A box, a cylinder and a sphere with edges of radius r are all a smaller core plus a ball of radius r rolled
around it. So one grid of directions on the unit sphere serves for all three: a vertex is the core's outermost
point in that direction plus r times the direction, and the direction is its exact normal. Rows and columns
where the core jumps from one corner to the next are doubled; the quads between the doubles are flat sides.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from biped_control.dashboard.urdf_shapes import VisualShape
from biped_control.robot.state import FloatArray

_STEPS_PER_QUADRANT = 7
_POLAR_STEPS = 5


@dataclass(frozen=True)
class Mesh:
    """Triangles with a normal at every vertex.

    Attributes:
        vertices: (n, 3) [m].
        normals: (n, 3) unit, outward.
        faces: (m, 3) indices, counter-clockwise from outside.
    """

    vertices: FloatArray
    normals: FloatArray
    faces: NDArray[np.int64]


def shape_mesh(shape: VisualShape) -> Mesh:
    """Mesh of a shape in the frame of its link."""
    radius = shape.edge_radius
    core = np.maximum(shape.half_extent - radius, 0.0)
    azimuth, quadrant = _azimuths()
    polar, half = _polars()
    planar = np.column_stack([np.cos(azimuth), np.sin(azimuth)])
    if shape.kind == "box":
        corner = core[:2] * np.column_stack([[1, -1, -1, 1], [1, 1, -1, -1]])[quadrant]
    else:
        corner = core[0] * planar
    rows, columns = len(polar), len(azimuth)
    normals = np.empty((rows, columns, 3))
    normals[:, :, :2] = np.sin(polar)[:, None, None] * planar
    normals[:, :, 2] = np.cos(polar)[:, None]
    cores = np.empty((rows, columns, 3))
    cores[:, :, :2] = corner
    cores[:, :, 2] = (core[2] * half)[:, None]
    vertices = (cores + radius * normals).reshape(-1, 3) @ shape.rotation.T + shape.position
    return Mesh(vertices, normals.reshape(-1, 3) @ shape.rotation.T, _faces(rows, columns))


def _azimuths() -> tuple[FloatArray, NDArray[np.int64]]:
    """Column angles, quadrant borders doubled, and the quadrant of each column."""
    quadrants = np.arange(4)
    within = np.linspace(0.0, np.pi / 2, _STEPS_PER_QUADRANT + 1)
    return (quadrants[:, None] * np.pi / 2 + within).ravel(), np.repeat(quadrants, len(within))


def _polars() -> tuple[FloatArray, FloatArray]:
    """Row angles from the top, the equator doubled, and the half of each row: +1 upper, -1 lower."""
    upper = np.linspace(0.0, np.pi / 2, _POLAR_STEPS + 1)
    angles = np.concatenate([upper, np.pi - upper[::-1]])
    return angles, np.repeat([1.0, -1.0], len(upper))


def _faces(rows: int, columns: int) -> NDArray[np.int64]:
    index = np.arange(rows * columns).reshape(rows, columns)
    following = np.roll(index, -1, axis=1)
    a, b, c, d = index[:-1], following[:-1], index[1:], following[1:]
    sides = np.concatenate(
        [np.stack([a, c, d], axis=-1).reshape(-1, 3), np.stack([a, d, b], axis=-1).reshape(-1, 3)]
    )
    top, bottom = index[0], index[-1]
    lid = np.column_stack([np.full(columns - 2, top[0]), top[1:-1], top[2:]])
    floor = np.column_stack([np.full(columns - 2, bottom[0]), bottom[2:], bottom[1:-1]])
    return np.concatenate([sides, lid, floor])
