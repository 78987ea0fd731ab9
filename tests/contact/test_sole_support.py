"""Soles across edges that the test has put there."""

import numpy as np
import pytest

from biped_control.contact.sole_support import WHOLE_SOLE, moved_along, support_of_sole
from biped_control.robot.state import FloatArray

LENGTH, WIDTH = 0.2, 0.1


def sole(heel_z: float, toe_z: float) -> FloatArray:
    """(4, 3) heel left, heel right, toe left, toe right of a sole that looks along y."""
    sides = (-0.5 * WIDTH, 0.5 * WIDTH)
    return np.array([[x, y, z] for y, z in ((0.0, heel_z), (LENGTH, toe_z)) for x in sides])


def on(corners: FloatArray, *shares: float) -> FloatArray:
    """(n, 3) points on the middle line of the sole."""
    heel, toe = corners[:2].mean(axis=0), corners[2:].mean(axis=0)
    return np.array([heel + share * (toe - heel) for share in shares]).reshape(-1, 3)


@pytest.mark.parametrize("shares", [(), (0.0,), (1.0,), (0.01, 0.97)])
def test_carried_at_its_ends_it_is_carried_whole(shares: tuple[float, ...]) -> None:
    corners = sole(0.1, 0.05)
    assert support_of_sole(corners, on(corners, *shares)) == WHOLE_SOLE


def test_a_heel_that_hangs_below_an_edge_has_nothing_under_it() -> None:
    corners = sole(0.0, 0.04)
    assert support_of_sole(corners, on(corners, 0.3)) == pytest.approx((0.3, 1.0))
    assert support_of_sole(corners, on(corners, 0.3, 0.6)) == pytest.approx((0.3, 1.0))


def test_unless_it_has_found_the_lower_ground() -> None:
    corners = sole(0.0, 0.04)
    assert support_of_sole(corners, on(corners, 0.0, 0.3)) == WHOLE_SOLE


def test_nor_have_toes() -> None:
    corners = sole(0.04, 0.0)
    assert support_of_sole(corners, on(corners, 0.4, 0.7)) == pytest.approx((0.0, 0.7))


def test_a_level_sole_may_still_be_carried_anywhere() -> None:
    """What the edge is under cannot be told: heel and toe are as high as the edge."""
    corners = sole(0.1, 0.1)
    assert support_of_sole(corners, on(corners, 0.5)) == WHOLE_SOLE


def test_a_contact_that_has_sunk_in_is_no_edge() -> None:
    corners = sole(0.1, 0.1)
    sunk = on(corners, 0.5) + np.array([0.0, 0.0, 0.001])
    assert support_of_sole(corners, sunk) == WHOLE_SOLE


def test_corners_move_along_the_sole() -> None:
    corners = np.array([sole(0.0, 0.04), sole(0.0, 0.0)])
    moved = moved_along(corners, np.array([[0.25, 0.5], WHOLE_SOLE]))
    assert moved[0] == pytest.approx(
        np.array([[x, y, z] for y, z in ((0.05, 0.01), (0.1, 0.02)) for x in (-0.05, 0.05)])
    )
    assert moved[1] == pytest.approx(corners[1])
