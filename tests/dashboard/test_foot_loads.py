"""What feet carry: sums, shares, touchdowns."""

import numpy as np
import pytest

from biped_control.dashboard.foot_loads import FootLoad, FootLoads, TouchdownWatch
from biped_control.dashboard.scene.force_arrows import METRES_PER_NEWTON, arrow_ends, rotation_of_z_to
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

# right heel, right toe, left heel
POINTS = np.array([[-0.07, -0.09, 0.0], [0.17, -0.09, 0.0], [-0.07, 0.09, 0.0]])


def test_forces_go_to_the_nearer_foot_and_keep_their_sum(robot: RobotModel, standing: FloatArray) -> None:
    forces = np.array([[10.0, 80.0, 300.0], [5.0, -60.0, 100.0], [0.0, 7.0, 250.0]])
    right, left = FootLoads(robot).measure(standing, POINTS, forces)
    assert (right.foot, left.foot) == (0, 1)
    np.testing.assert_allclose(right.forces.sum(axis=0), [15.0, 20.0, 400.0])
    np.testing.assert_allclose(left.forces, [[0.0, 7.0, 250.0]])


def test_corners_that_push_against_each_other_show_no_sideways_force(
    robot: RobotModel, standing: FloatArray
) -> None:
    squeeze = np.array([[0.0, 500.0, 300.0], [0.0, -500.0, 100.0], [0.0, 0.0, 0.0]])
    (right,) = FootLoads(robot).measure(standing, POINTS, squeeze)
    np.testing.assert_allclose(right.forces, [[0.0, 0.0, 300.0], [0.0, 0.0, 100.0]], atol=1e-12)


def test_the_centre_of_pressure_stays_where_it_was(robot: RobotModel, standing: FloatArray) -> None:
    forces = np.array([[0.0, 90.0, 300.0], [0.0, 0.0, 100.0], [0.0, 0.0, 0.0]])
    (right,) = FootLoads(robot).measure(standing, POINTS, forces)
    before = forces[:2, 2] @ POINTS[:2, 0] / 400.0
    assert right.forces[:, 2] @ right.points[:, 0] / right.vertical == pytest.approx(before)


def test_no_contact_is_no_load(robot: RobotModel, standing: FloatArray) -> None:
    assert FootLoads(robot).measure(standing, np.zeros((0, 3)), np.zeros((0, 3))) == []


def test_the_sole_of_a_standing_robot_is_on_the_ground_under_its_hip(
    robot: RobotModel, standing: FloatArray
) -> None:
    loads = FootLoads(robot)
    turned = standing.copy()
    turned[3] = 0.3
    loads.measure(turned, np.zeros((0, 3)), np.zeros((0, 3)))
    middle, yaw = loads.sole_pose(1)
    assert yaw == pytest.approx(0.3)
    c, s = np.cos(0.3), np.sin(0.3)
    np.testing.assert_allclose(middle, [c * 0.05 - s * 0.09, s * 0.05 + c * 0.09, 0.0], atol=1e-9)


def loads_of(*shares: tuple[int, float]) -> list[FootLoad]:
    return [FootLoad(foot, np.zeros((1, 3)), np.array([[0.0, 0.0, 100.0 * share]])) for foot, share in shares]


def test_a_touchdown_is_told_once_until_the_foot_was_free() -> None:
    watch = TouchdownWatch(weight=100.0)
    assert watch.touchdowns(loads_of((0, 0.3))) == []
    assert watch.touchdowns(loads_of((0, 0.8))) == [0]
    assert watch.touchdowns(loads_of((0, 1.1), (1, 0.6))) == [1]
    assert watch.touchdowns(loads_of((0, 0.2), (1, 1.0))) == []
    assert watch.touchdowns(loads_of((0, 0.9), (1, 0.1))) == []
    assert watch.touchdowns(loads_of((1, 0.9))) == []
    assert watch.touchdowns(loads_of((0, 0.9), (1, 0.2))) == [0]


def test_after_forgetting_standing_feet_print_again() -> None:
    watch = TouchdownWatch(weight=100.0)
    watch.touchdowns(loads_of((0, 0.8)))
    watch.forget()
    assert watch.touchdowns(loads_of((0, 0.8))) == [0]


def test_arrows_start_at_the_points_and_grow_with_the_force() -> None:
    points = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    forces = np.array([[0.0, 0.0, 100.0], [0.0, 0.0, 1.0], [30.0, 0.0, 400.0]])
    starts, tips = arrow_ends(points, forces)
    # The strongest first, faint ones left out.
    np.testing.assert_allclose(starts, [[2.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    np.testing.assert_allclose(tips - starts, METRES_PER_NEWTON * forces[[2, 0]])


@pytest.mark.parametrize(
    "direction", [(0.0, 0.0, 1.0), (0.0, 0.0, -1.0), (0.6, 0.0, 0.8), (-0.36, 0.48, -0.8)]
)
def test_a_rotation_takes_z_to_a_direction(direction: tuple[float, float, float]) -> None:
    rotation = rotation_of_z_to(np.array(direction))
    np.testing.assert_allclose(rotation @ [0.0, 0.0, 1.0], direction, atol=1e-12)
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(rotation) == pytest.approx(1.0)
