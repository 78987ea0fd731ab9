"""Distances of the renderer against the meshes that browsers get; scenes whose picture is known."""

import numpy as np
import pytest

from biped_control.dashboard.body_poses import BodyPoses
from biped_control.dashboard.pictures.picture_scene import BACKGROUND, Figure, geometry_of
from biped_control.dashboard.pictures.ray_marching import FAR, Geometry, View, render, scene_distance
from biped_control.dashboard.shape_mesh import shape_mesh
from biped_control.dashboard.urdf_shapes import Kind, VisualShape
from biped_control.robot.base_coordinates import rotation_from_angles
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

KINDS: list[Kind] = ["box", "cylinder", "sphere"]


def geometry(shape: VisualShape) -> Geometry:
    """A scene of one shape."""
    return Geometry(
        section=np.array([int(shape.kind == "cylinder")]),
        centre=shape.position[None],
        rotation=shape.rotation[None],
        core=np.maximum(shape.half_extent - shape.edge_radius, 0.0)[None],
        edge=np.array([shape.edge_radius]),
        bound=np.array([shape.bounding_radius]),
        colour=np.array([[0.8, 0.1, 0.1]]),
        first=np.array([0, 1]),
        figure_centre=shape.position[None],
        figure_bound=np.array([shape.bounding_radius]),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_the_surface_is_that_of_the_mesh_and_distances_grow_along_its_normals(kind: Kind) -> None:
    half = {"box": [0.1, 0.2, 0.3], "cylinder": [0.1, 0.1, 0.3], "sphere": [0.2] * 3}[kind]
    turn = rotation_from_angles(0.4, -0.3, 0.8)
    shape = VisualShape("arm", kind, np.array(half), np.array([0.5, -0.2, 0.8]), turn, (1.0, 1.0, 1.0, 1.0))
    mesh, scene = shape_mesh(shape), geometry(shape)
    for ahead in (0.0, 0.05, 0.2):  # convex: the nearest point of a point ahead is where it started
        points = mesh.vertices + ahead * mesh.normals
        distances = [scene_distance(scene, *point)[0] for point in points[::7]]
        np.testing.assert_allclose(distances, ahead, atol=1e-9)


def test_far_away_only_a_bound_is_given_and_it_is_not_too_large(
    robot: RobotModel, standing: FloatArray
) -> None:
    scene = geometry_of(BodyPoses(robot), [Figure(standing)])
    distance, nearest = scene_distance(scene, 5.0, 0.0, 0.9)
    assert nearest == -1
    centres = np.linalg.norm(scene.centre - [5.0, 0.0, 0.9], axis=1) - scene.bound
    assert 2.0 < distance < centres.min()


def looking_down(height: float) -> View:
    axes = np.column_stack([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
    return View(np.array([0.0, 0.0, height]), axes, 0.5, np.array([0.0, 0.0, 1.0]), BACKGROUND)


def ball(height: float) -> Geometry:
    half = np.full(3, 0.2)
    shape = VisualShape("b", "sphere", half, np.array([0.0, 0.0, height]), np.eye(3), (1.0, 0.0, 0.0, 1.0))
    return geometry(shape)


def test_a_ball_from_above_is_a_disc_of_the_right_size() -> None:
    size = 101
    image = render(ball(1.0), looking_down(3.0), size, size)
    red = image[:, :, 0] > 1.5 * image[:, :, 2]
    # Half of the picture spans 0.5 of the distance; a ball of .2 in 2 m is seen under asin(.1).
    radius = np.tan(np.arcsin(0.1)) / 0.5 * size / 2
    assert red.sum() == pytest.approx(np.pi * radius**2, rel=0.1)
    assert red[size // 2, size // 2]


def test_a_ball_throws_a_shadow_on_the_ground_below() -> None:
    light = np.array([0.6, 0.0, 0.8])
    view = looking_down(3.0)._replace(light=light)
    size = 101
    image = render(ball(0.4), view, size, size)
    # The shadow of the centre lies at x = -0.4 * 0.6 / 0.8; up in the picture is +x, 3 m span 1.5 m.
    row = round(size / 2 + 0.3 / 1.5 * size / 2)
    shaded, lit = image[row + 4, size // 2], image[size // 2, 8]
    assert shaded.sum() < 0.8 * lit.sum()


def test_above_the_horizon_there_is_background() -> None:
    axes = np.column_stack([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    view = looking_down(1.0)._replace(axes=axes, eye=np.array([FAR / 2, 0.0, 1.0]))
    image = render(ball(0.4), view, 6, 4)
    np.testing.assert_allclose(image, np.broadcast_to(BACKGROUND, image.shape))
