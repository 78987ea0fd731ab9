"""Pushes that are under way. What they do to a robot is in the suite of the engines."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.robot.model import RobotModel
from biped_control.simulation.pushes import ActivePushes
from biped_control.simulation.simulator import Push


@pytest.fixture
def pushes(robot: RobotModel) -> ActivePushes:
    return ActivePushes(robot)


def test_each_push_lasts_its_ticks(pushes: ActivePushes) -> None:
    pushes.add(Push("torso", np.array([1.0, 0.0, 0.0]), 2))
    pushes.add(Push("head", np.array([0.0, 2.0, 0.0]), 1))
    assert [body for body, _ in pushes.take_tick()] == ["torso", "head"]
    assert [body for body, _ in pushes.take_tick()] == ["torso"]
    assert pushes.take_tick() == []
    assert not pushes


def test_clear_ends_them(pushes: ActivePushes) -> None:
    pushes.add(Push("torso", np.ones(3), 100))
    assert pushes
    pushes.clear()
    assert pushes.take_tick() == []


def test_force_is_a_copy(pushes: ActivePushes) -> None:
    force = np.ones(3)
    pushes.add(Push("torso", force, 1))
    force[:] = 7.0
    np.testing.assert_array_equal(pushes.take_tick()[0][1], np.ones(3))


def test_body_without_welded_links_is_pushed_at_the_centre_of_its_joint(
    pushes: ActivePushes, robot: RobotModel
) -> None:
    point = pushes.point_of("l_thigh")
    joint = robot.pinocchio.getJointId("l_hip_pitch")
    assert point.joints[0] == joint
    np.testing.assert_allclose(point.offsets[0], robot.pinocchio.inertias[joint].lever)


def test_torso_is_pushed_below_the_centre_of_torso_and_head_together(
    pushes: ActivePushes, robot: RobotModel
) -> None:
    model = robot.pinocchio
    torso, head = pushes.point_of("torso"), pushes.point_of("head")
    joint = model.getJointId("torso_pitch")
    assert torso.joints[0] == head.joints[0] == joint
    together: pin.Inertia = model.inertias[joint]
    assert torso.offsets[0][2] < together.lever[2] < head.offsets[0][2]
