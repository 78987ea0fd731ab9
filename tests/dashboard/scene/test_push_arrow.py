"""The arrow of a push."""

import numpy as np
import pytest

from biped_control.dashboard.controls import PushRequest
from biped_control.dashboard.page import DashboardPage
from biped_control.dashboard.scene.push_arrow import PushArrow
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


def test_it_points_at_the_body_while_the_push_is_to_be_seen(
    page: DashboardPage, robot: RobotModel, standing: FloatArray
) -> None:
    arrow = PushArrow(page.server.scene, "/world/tested", robot)
    node = page.server.scene.get_handle_by_name("/world/tested")
    assert node is not None
    push = PushRequest("torso", np.array([0.0, -80.0, 0.0]), 1.5)
    arrow.show(push, standing, 20.0)
    assert 0.05 < node.position[1] < 0.3  # it comes from the left and ends before the trunk
    assert 0.9 < node.position[2] < 1.5
    w, x, y, z = node.wxyz
    tip = [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)]
    assert tip == pytest.approx([0.0, -1.0, 0.0], abs=1e-9)
    arrow.show(push, standing, 21.4)
    assert node.position[2] > 0.0
    arrow.show(push, standing, 21.6)
    assert node.position[2] < -10.0


def test_a_new_push_is_seen_again_and_none_is_not(
    page: DashboardPage, robot: RobotModel, standing: FloatArray
) -> None:
    arrow = PushArrow(page.server.scene, "/world/tested", robot)
    node = page.server.scene.get_handle_by_name("/world/tested")
    assert node is not None
    arrow.show(None, standing, 0.0)
    assert node.position[2] < -10.0
    for time in (1.0, 5.0):
        arrow.show(PushRequest("torso", np.array([50.0, 0.0, 0.0]), 0.1), standing, time)
        assert node.position[2] > 0.0
