"""Clips that follow the robot."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.motion.clip import Clip
from biped_control.robot.mirror import Mirror
from biped_control.robot.placement import Placement
from biped_control.robot.state import State
from biped_control.steering.following_placement import following_placement

MIRROR = Mirror((0, 1, 2, 3, 4, 5, 7, 6), (1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0))


@pytest.mark.parametrize("mirror", [None, MIRROR])
def test_the_base_lies_where_the_robot_is_and_nothing_else_changes(
    steering_clips: dict[str, Clip], mirror: Mirror | None
) -> None:
    reference = steering_clips["walk"].reference(7, Placement(1.0, -2.0, 0.6, mirror))
    measured = State(np.random.default_rng(1).normal(size=8), np.zeros(8))
    placement = following_placement(measured, reference)
    before, after = reference.placement.to_world(reference.state), placement.to_world(reference.state)
    np.testing.assert_allclose(after.q[:2], measured.q[:2], atol=1e-12)
    np.testing.assert_array_equal(after.q[2:], before.q[2:])
    np.testing.assert_array_equal(after.v, before.v)
    assert (placement.yaw, placement.mirror) == (0.6, mirror)


def test_a_robot_that_is_where_it_should_be_moves_no_clip(steering_clips: dict[str, Clip]) -> None:
    reference = steering_clips["walk"].reference(7, Placement(1.0, -2.0, 0.6))
    measured = reference.placement.to_world(reference.state)
    there = following_placement(replace(measured, v=measured.v + 1.0), reference)
    np.testing.assert_allclose((there.x, there.y), (1.0, -2.0), atol=1e-12)
