"""Meshes of softened shapes against what geometry says about them."""

from math import pi

import numpy as np
import pytest
import trimesh

from biped_control.dashboard.shape_mesh import shape_mesh
from biped_control.dashboard.urdf_shapes import Kind, VisualShape
from biped_control.robot.base_coordinates import rotation_from_angles

GREY = (0.5, 0.5, 0.5, 1.0)
KINDS: list[Kind] = ["box", "cylinder", "sphere"]


def shape_of(kind: Kind) -> VisualShape:
    half = {"box": [0.1, 0.2, 0.3], "cylinder": [0.1, 0.1, 0.3], "sphere": [0.2, 0.2, 0.2]}[kind]
    turn = rotation_from_angles(0.4, -0.3, 0.8)
    return VisualShape("arm", kind, np.array(half), np.array([0.5, -0.2, 0.1]), turn, GREY)


def exact_volume(shape: VisualShape) -> float:
    """Steiner: volume of a convex core with a ball of radius r rolled round it."""
    r = shape.edge_radius
    a, b, c = 2.0 * (shape.half_extent - r)
    if shape.kind == "box":
        volume, surface, edges = a * b * c, 2 * (a * b + b * c + c * a), pi * (a + b + c)
    elif shape.kind == "cylinder":
        volume, surface = pi * a * a / 4 * c, pi * a * c + pi * a * a / 2
        edges = pi * (c + pi * a / 2)
    else:
        volume = surface = edges = 0.0
    return volume + surface * r + edges * r * r + 4 / 3 * pi * r**3


@pytest.mark.parametrize("kind", KINDS)
def test_a_mesh_is_closed_and_has_the_volume_of_its_shape(kind: Kind) -> None:
    shape = shape_of(kind)
    mesh = shape_mesh(shape)
    solid = trimesh.Trimesh(mesh.vertices, mesh.faces)  # joins vertices at the same place
    solid.update_faces(solid.nondegenerate_faces())
    assert solid.is_watertight
    # Flat triangles cut the curved parts off, by some percent of what is curved.
    assert exact_volume(shape) * 0.96 < solid.volume < exact_volume(shape)


@pytest.mark.parametrize("kind", KINDS)
def test_a_mesh_is_as_large_as_its_shape_and_where_it_belongs(kind: Kind) -> None:
    shape = shape_of(kind)
    local = (shape_mesh(shape).vertices - shape.position) @ shape.rotation
    np.testing.assert_allclose(local.max(axis=0), shape.half_extent, rtol=1e-12)
    np.testing.assert_allclose(local.min(axis=0), -shape.half_extent, rtol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_normals_have_length_one_and_point_out_of_the_faces_around(kind: Kind) -> None:
    mesh = shape_mesh(shape_of(kind))
    np.testing.assert_allclose(np.linalg.norm(mesh.normals, axis=1), 1.0, atol=1e-12)
    corners = mesh.vertices[mesh.faces]
    outward = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(outward, axis=1)
    real = areas > 1e-10
    for corner in range(3):
        agreement = np.einsum("ij,ij->i", mesh.normals[mesh.faces[:, corner]], outward)[real] / areas[real]
        assert agreement.min() > 0.9
