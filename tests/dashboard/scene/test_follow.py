"""Following the robot."""

import numpy as np
import pytest

from biped_control.dashboard.scene.follow import Follower


def test_the_first_position_is_taken_as_it_is() -> None:
    np.testing.assert_array_equal(Follower().track(np.array([3.0, -1.0])), [3.0, -1.0])


def test_a_steady_walk_is_followed_without_lag() -> None:
    follower, step = Follower(), np.array([0.04, 0.01])
    for frame in range(600):
        smooth = follower.track(frame * step)
    np.testing.assert_allclose(smooth, 599 * step, atol=1e-3)


def test_swaying_is_smoothed_away() -> None:
    follower = Follower()
    sway = [0.03 * np.sin(2 * np.pi * frame / 30) for frame in range(1200)]  # once a second
    seen = [follower.track(np.array([0.0, y]))[1] for y in sway][900:]
    assert max(seen) < 0.65 * max(sway)


def test_a_reset_is_followed_at_once() -> None:
    follower = Follower()
    for frame in range(100):
        follower.track(np.array([0.04 * frame, 0.0]))
    assert follower.track(np.zeros(2)) == pytest.approx([0.0, 0.0])
    assert follower.track(np.zeros(2)) == pytest.approx([0.0, 0.0])
