"""The footprint of REP 120."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.robot.footprint import Footprint
from biped_control.robot.model import RobotModel


def test_standing_straight_it_lies_below_the_base(robot: RobotModel) -> None:
    q = np.zeros(robot.nv)
    q[:4] = [3.0, -2.0, 5.0, 0.7]
    root = Footprint(robot).locate(q)
    legs = 0.41 + 0.41 + 0.075  # thigh, shank and ankle height of the humanoid
    assert root[2] == pytest.approx(5.0 - legs, abs=0.05)
    assert root[3] == 0.7
    np.testing.assert_array_equal(root[4:], [0.0, 0.0])
    # Soles are symmetric about the base's plane; ahead of or behind it they share the same offset.
    across = np.array([-np.sin(0.7), np.cos(0.7)])
    assert across @ (root[:2] - q[:2]) == pytest.approx(0.0, abs=1e-12)


def test_it_lies_midway_between_the_soles_and_as_low_as_the_lower(robot: RobotModel) -> None:
    random = np.random.default_rng(1)
    q = 0.3 * random.normal(size=robot.nv)
    data = robot.pinocchio.createData()
    pin.framesForwardKinematics(robot.pinocchio, data, q)
    soles = [
        data.oMf[robot.frame_id(side.sole)].translation for side in (robot.limbs.left, robot.limbs.right)
    ]
    root = Footprint(robot).locate(q)
    np.testing.assert_allclose(root[:2], 0.5 * (soles[0] + soles[1])[:2], atol=1e-12)
    assert root[2] == pytest.approx(min(soles[0][2], soles[1][2]))
