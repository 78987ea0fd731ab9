"""Reading shapes: the shipped robot, and small URDF texts with one thing wrong or special."""

import numpy as np
import pytest

from biped_control.dashboard.urdf_shapes import VisualShape, visual_shapes
from biped_control.errors import RobotError
from biped_control.robot.humanoid_table import humanoid_table
from biped_control.robot.model import RobotModel

BOX = '<geometry><box size="0.2 0.4 0.6"/></geometry>'


def one_link(content: str, palette: str = "") -> str:
    return f'<robot name="r">{palette}<link name="arm">{content}</link></robot>'


def only_shape(content: str, palette: str = "") -> VisualShape:
    (shape,) = visual_shapes(one_link(content, palette))
    return shape


def test_the_shipped_robot_shows_every_shape_of_its_table(robot: RobotModel) -> None:
    expected = [(link.name, shape.kind, shape.at) for link in humanoid_table().links for shape in link.visual]
    shapes = visual_shapes(robot.urdf)
    assert [(s.link, s.kind) for s in shapes] == [(link, kind) for link, kind, _ in expected]
    np.testing.assert_allclose([s.position for s in shapes], [at for _, _, at in expected], atol=1e-9)


def test_left_and_right_look_the_same(robot: RobotModel) -> None:
    shapes = visual_shapes(robot.urdf)
    left = [s for s in shapes if s.link.startswith("l_")]
    right = [s for s in shapes if s.link.startswith("r_")]
    assert len(left) == len(right) > 10
    for one, other in zip(left, right, strict=True):
        np.testing.assert_allclose(one.position * [1, -1, 1], other.position, atol=1e-12)
        np.testing.assert_array_equal(one.half_extent, other.half_extent)


def test_sizes_are_halved() -> None:
    np.testing.assert_allclose(only_shape(f"<visual>{BOX}</visual>").half_extent, [0.1, 0.2, 0.3])
    cylinder = '<visual><geometry><cylinder radius="0.1" length="0.5"/></geometry></visual>'
    np.testing.assert_allclose(only_shape(cylinder).half_extent, [0.1, 0.1, 0.25])
    sphere = only_shape('<visual><geometry><sphere radius="0.3"/></geometry></visual>')
    assert sphere.edge_radius == sphere.bounding_radius == 0.3


def test_roll_pitch_yaw_turn_about_fixed_axes_in_this_order() -> None:
    shape = only_shape(f'<visual><origin xyz="1 2 3" rpy="0.3 -0.4 0.5"/>{BOX}</visual>')
    turns = []
    for axis, angle in enumerate((0.3, -0.4, 0.5)):
        cross = np.cross(np.eye(3), np.eye(3)[axis])
        turns.append(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)
    np.testing.assert_allclose(shape.rotation, turns[2] @ turns[1] @ turns[0], atol=1e-12)
    np.testing.assert_allclose(shape.position, [1, 2, 3])


def test_a_sideways_cylinder_of_the_robot_lies_along_y(robot: RobotModel) -> None:
    knee = next(s for s in visual_shapes(robot.urdf) if s.link == "l_thigh" and abs(s.rotation[1, 2]) > 0.5)
    np.testing.assert_allclose(np.abs(knee.rotation[:, 2]), [0, 1, 0], atol=1e-9)


def test_colour_comes_from_the_shape_or_the_palette_or_is_grey() -> None:
    palette = '<material name="red"><color rgba="1 0 0 0.5"/></material>'
    named = only_shape(f'<visual>{BOX}<material name="red"/></visual>', palette)
    assert named.colour == (1.0, 0.0, 0.0, 0.5)
    own = '<material name="red"><color rgba="0 1 0 1"/></material>'
    assert only_shape(f"<visual>{BOX}{own}</visual>", palette).colour == (0.0, 1.0, 0.0, 1.0)
    red, green, _, opacity = only_shape(f"<visual>{BOX}</visual>").colour
    assert red == green
    assert opacity == 1.0


def test_a_link_of_meshes_shows_its_collision_shapes() -> None:
    mesh = '<visual><geometry><mesh filename="arm.stl"/></geometry></visual>'
    (shape,) = visual_shapes(one_link(f"{mesh}<collision>{BOX}</collision>"))
    assert shape.kind == "box"
    assert visual_shapes(one_link(f"<collision>{BOX}</collision>")) == ()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ('<visual><geometry><box size="1 2"/></geometry></visual>', "'arm'.*size of a box is '1 2'"),
        ('<visual><geometry><box size="1 nan 2"/></geometry></visual>', "expected 3 finite numbers"),
        ('<visual><geometry><sphere radius="wide"/></geometry></visual>', "'arm'.*radius of a sphere"),
        ('<visual><geometry><cylinder radius="1"/></geometry></visual>', "'arm'.*length of a cylinder"),
        ('<visual><geometry><box size="1 0 2"/></geometry></visual>', "'arm'.*not positive"),
        (f'<visual><origin xyz="1 2"/>{BOX}</visual>', "'arm'.*position and turn"),
    ],
)
def test_a_bad_shape_is_named(content: str, complaint: str) -> None:
    with pytest.raises(RobotError, match=complaint):
        visual_shapes(one_link(content))


def test_text_that_is_no_xml_is_refused() -> None:
    with pytest.raises(RobotError, match="not well-formed"):
        visual_shapes("<robot")
