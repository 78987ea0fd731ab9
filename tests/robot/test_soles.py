"""Contact points come from the collision boxes of the feet."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import RobotError
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points, sole_corners, sole_of


def test_sole_of_the_humanoid(robot: RobotModel) -> None:
    for foot in ("l_foot", "r_foot"):
        sole = sole_of(robot, foot)
        numbers = (sole.heel_x, sole.toe_x, sole.centre_y, sole.half_width, sole.z)
        assert numbers == pytest.approx((-0.07, 0.17, 0.0, 0.045, -0.075))


def test_points_in_the_zero_pose(robot: RobotModel) -> None:
    """Legs straight down from hips 0.09 m beside the middle."""
    terms = DynamicsTerms(robot)
    terms.compute(np.zeros(robot.nv), np.zeros(robot.nv))
    down = -(0.41 + 0.41 + 0.075)
    right, left = -0.09, 0.09
    anticipated = [[x, y, down] for y in (right, left) for x in (-0.07, 0.17)]
    np.testing.assert_allclose(terms.point_positions(anticipated_points(robot)), anticipated, atol=1e-9)
    corners = [[x, y + dy, down] for y in (right, left) for x in (-0.07, 0.17) for dy in (0.045, -0.045)]
    np.testing.assert_allclose(terms.point_positions(sole_corners(robot)), corners, atol=1e-9)


def test_heel_and_toe_are_the_middles_of_their_corners(robot: RobotModel) -> None:
    heel_and_toe, corners = anticipated_points(robot), sole_corners(robot)
    np.testing.assert_allclose(
        heel_and_toe.offsets, corners.offsets.reshape(4, 2, 3).mean(axis=1), atol=1e-15
    )
    np.testing.assert_array_equal(heel_and_toe.joints, corners.joints[::2])
    assert len(heel_and_toe) == 4
    assert len(corners) == 8


def test_foot_without_a_box(robot: RobotModel) -> None:
    with pytest.raises(RobotError, match="'l_ankle' has no collision box"):
        sole_of(robot, "l_ankle")
    with pytest.raises(RobotError, match="'tail' has no collision box"):
        sole_of(robot, "tail")


def test_turned_box(robot: RobotModel) -> None:
    before, foot = robot.urdf.split('<link name="l_foot">')
    collision = foot.index("<collision>")
    turned = foot[:collision] + foot[collision:].replace('rpy="0 0 0"', 'rpy="0 0.1 0"', 1)
    bent = replace(robot, urdf=before + '<link name="l_foot">' + turned)
    with pytest.raises(RobotError, match="'l_foot': its collision box is turned"):
        sole_of(bent, "l_foot")


def test_two_boxes_make_one_sole(robot: RobotModel) -> None:
    box = '<geometry><box size="0.1 0.06 0.03"/></geometry>'
    toe_cap = f'<collision><origin xyz="0.2 0 -0.06" rpy="0 0 0"/>{box}</collision>'
    longer = replace(robot, urdf=robot.urdf.replace('<link name="l_foot">', f'<link name="l_foot">{toe_cap}'))
    sole = sole_of(longer, "l_foot")
    assert (sole.heel_x, sole.toe_x, sole.half_width) == pytest.approx((-0.07, 0.25, 0.045))
