import numpy as np
import pytest

from biped_control.motion.retargeting.steady_turn import fitted_turn, part_of
from biped_control.robot.placement import Placement


def test_a_known_turn_is_found():
    rng = np.random.default_rng(3)
    centre, rate, period = np.array([2.0, -1.0]), -0.7, 1.25
    shape, times = rng.normal(size=(4, 3)), np.arange(180) / 120.0
    angles = rate * times
    arms = shape[:, :2] - centre
    points = np.tile(shape, (180, 1, 1))
    points[..., 0] = centre[0] + np.cos(angles)[:, None] * arms[:, 0] - np.sin(angles)[:, None] * arms[:, 1]
    points[..., 1] = centre[1] + np.sin(angles)[:, None] * arms[:, 0] + np.cos(angles)[:, None] * arms[:, 1]
    points[:, 2] = np.nan  # one landmark was never seen
    turn = fitted_turn(points, 150, period)
    np.testing.assert_allclose(turn.centre, centre, atol=1e-9)
    assert turn.rate == pytest.approx(rate, abs=1e-9)
    still = turn.undone(points, times)
    np.testing.assert_allclose(still, np.broadcast_to(still[:1], still.shape), atol=1e-9)
    np.testing.assert_allclose(turn.done(still, times), points, atol=1e-9)


def test_the_frame_of_travel_looks_along_the_way():
    for sign in (1.0, -1.0):
        turn = fitted_turn(_circling(sign), 60, 0.5)
        frame = turn.frame_of_travel(np.array([0.0, -sign]))
        assert (frame.x, frame.y) == (0.0, -sign)
        assert np.remainder(frame.yaw + 1e-6, 2 * np.pi) == pytest.approx(1e-6, abs=1e-9)


def _circling(sign):
    """Two points that go round the origin, the first one along +x at time 0."""
    angles = sign * (np.arange(120) / 120.0) - sign * 0.5 * np.pi
    ring = np.stack([np.cos(angles), np.sin(angles), np.zeros(120)], axis=1)
    return np.stack([ring, 2.0 * ring], axis=1)


@pytest.mark.parametrize("yaw", [0.0, 1e-12, 0.4, -2.0])
def test_parts_add_up(yaw):
    whole = Placement(1.2, 0.3, yaw)
    third = part_of(whole, 1.0 / 3.0)
    again = third.repeated(3)
    np.testing.assert_allclose([again.x, again.y, again.yaw], [1.2, 0.3, yaw], atol=1e-12)
    one = part_of(whole, 1.0)
    np.testing.assert_allclose([one.x, one.y, one.yaw], [1.2, 0.3, yaw], atol=1e-12)
