import numpy as np
import pinocchio as pin
import pytest

from biped_control.motion.steps.step_soles import gaps_between, sole_gaps, sole_outlines
from biped_control.robot.soles import Sole

_SOLE = Sole(heel_x=-0.07, toe_x=0.17, centre_y=0.0, half_width=0.045, z=-0.075)


def _outline(x=0.0, y=0.0, yaw=0.0, pitch=0.0):
    rotation = pin.rpy.rpyToMatrix(0.0, pitch, yaw)
    return sole_outlines(_SOLE, [pin.SE3(rotation, np.array([x, y, 0.1]))])


def _gap(*other, **turned):
    return float(gaps_between(_outline(), _outline(*other, **turned))[0])


def test_side_by_side_and_in_front():
    assert _gap(0.0, 0.12) == pytest.approx(0.03)
    assert _gap(0.0, -0.12) == pytest.approx(0.03)
    assert _gap(0.30, 0.0) == pytest.approx(0.06)


def test_overlap_is_negative_and_the_shorter_way_out():
    assert _gap(0.02, 0.07) == pytest.approx(-0.02)
    assert _gap() == pytest.approx(-0.09)


def test_turned_and_pitched_soles():
    # Turned by a right angle, the other reaches 7 cm back towards this one.
    assert _gap(0.0, 0.2, yaw=np.pi / 2) == pytest.approx(0.2 - 0.045 - 0.07)
    # Corner to edge: the diamond's half diagonal.
    square = np.array([[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]])
    box = np.array([[[2.0, -1.0], [4.0, -1.0], [4.0, 1.0], [2.0, 1.0]]])
    assert gaps_between(square, box)[0] == pytest.approx(1.0)
    # From above, a pitched sole is shorter; its ankle is 75 mm over it.
    tip = 0.17 * np.cos(0.5) - 0.075 * np.sin(0.5)
    assert _outline(pitch=0.5)[0, :, 0].max() == pytest.approx(tip)


def test_the_order_of_the_two_does_not_matter():
    one, other = _outline(), _outline(0.1, 0.11, yaw=0.4)
    assert gaps_between(one, other)[0] == pytest.approx(gaps_between(other, one)[0])


def test_gaps_of_poses_are_never_more_than_the_distance_of_any_two_corners(robot, walk):
    from biped_control.robot.dynamics import DynamicsTerms
    from biped_control.robot.soles import sole_corners

    gaps = sole_gaps(robot, walk.positions[:40:5])
    terms, corners = DynamicsTerms(robot), sole_corners(robot)
    for q, gap in zip(walk.positions[:40:5], gaps, strict=True):
        terms.compute(q, np.zeros(robot.nv))
        points = terms.point_positions(corners)[:, :2]
        nearest = np.linalg.norm(points[:4, None] - points[None, 4:], axis=-1).min()
        assert 0.0 < gap <= nearest + 1e-12
