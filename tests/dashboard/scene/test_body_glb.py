"""What is sent to browsers, read back by trimesh."""

import io

import numpy as np
import pytest
import trimesh

from biped_control.dashboard.body_poses import Body
from biped_control.dashboard.scene.body_glb import body_glb
from biped_control.dashboard.urdf_shapes import Colour, VisualShape

BLUE: Colour = (0.2, 0.4, 0.8, 1.0)


@pytest.fixture
def body() -> Body:
    box = VisualShape("arm", "box", np.array([0.1, 0.2, 0.3]), np.array([1.0, 0.0, 0.0]), np.eye(3), BLUE)
    ball = VisualShape("arm", "sphere", np.full(3, 0.1), np.zeros(3), np.eye(3), BLUE)
    return Body("elbow", (box, ball))


def read(content: bytes) -> list[trimesh.Trimesh]:
    scene = trimesh.load_scene(io.BytesIO(content), file_type="glb")
    return [mesh for mesh in scene.geometry.values() if isinstance(mesh, trimesh.Trimesh)]


def test_every_shape_is_there_in_its_place(body: Body) -> None:
    meshes = read(body_glb(body))
    bounds = sorted(mesh.bounds.tolist() for mesh in meshes)
    expected = [[[-0.1] * 3, [0.1] * 3], [[0.9, -0.2, -0.3], [1.1, 0.2, 0.3]]]
    np.testing.assert_allclose(bounds, expected, atol=1e-6)


def test_colours_are_linear_light(body: Body) -> None:
    colour = read(body_glb(body))[0].visual.material.baseColorFactor
    np.testing.assert_allclose(np.array(colour) / 255, [0.2**2.2, 0.4**2.2, 0.8**2.2, 1.0], atol=3e-3)


def test_a_ghost_is_translucent_and_of_one_paint(body: Body) -> None:
    materials = [mesh.visual.material for mesh in read(body_glb(body, (0.1, 0.5, 0.9, 0.2)))]
    assert {material.alphaMode for material in materials} == {"BLEND"}
    assert {material.baseColorFactor[3] for material in materials} == {51}
