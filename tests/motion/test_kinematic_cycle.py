"""Gait cycles before optimization."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import Foothold, KinematicCycle, contact_schedule
from biped_control.robot.mirror import mirror_matrix
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement

FRAMES, STRIDE = 20, 1.2


@pytest.fixture
def lopsided(robot: RobotModel) -> KinematicCycle:
    """Left strike one frame early, feet and times unequal."""
    random = np.random.default_rng(6)
    positions = 0.1 * random.standard_normal((FRAMES, robot.nv))
    positions[:, 0] += STRIDE * np.arange(FRAMES) / FRAMES
    contacts = contact_schedule(FRAMES, np.array([2, 8, 12]), np.array([3, 9, 13]), 9)
    return KinematicCycle(
        rate_hz=120.0,
        positions=positions,
        contacts=contacts,
        advance=Placement(STRIDE),
        symmetric=False,
        right=Foothold(0.0, -0.08, -0.10, 0),
        left=Foothold(0.62, 0.09, 0.12, 9),
        source="drawn at random",
    )


def test_frames_outside_of_the_cycle_are_strides_away(lopsided: KinematicCycle) -> None:
    for frame, strides in ((3, 0), (3 + FRAMES, 1), (3 - 2 * FRAMES, -2)):
        expected = lopsided.positions[3].copy()
        expected[0] += strides * STRIDE
        np.testing.assert_allclose(lopsided.at(frame), expected)


def test_a_foothold_moves_on_with_its_strike(lopsided: KinematicCycle) -> None:
    frames = (8, 9, 9 + FRAMES - 1, 9 + FRAMES)
    heel = [lopsided.left.at(frame, FRAMES, lopsided.advance)[0] for frame in frames]
    np.testing.assert_allclose(heel, [0.62 - STRIDE, 0.62, 0.62, 0.62 + STRIDE])


def test_speed(lopsided: KinematicCycle) -> None:
    assert lopsided.speed_mps == pytest.approx(STRIDE / (FRAMES / 120.0))


def test_symmetrizing_gives_a_mirror_image(robot: RobotModel, lopsided: KinematicCycle) -> None:
    even = lopsided.symmetrized(robot)
    half = FRAMES // 2
    assert lopsided.mirror_error(robot) > 0.1
    assert even.mirror_error(robot) < 1e-12
    feet_exchanged = np.roll(even.contacts, -half, axis=0)[:, [2, 3, 0, 1]]
    np.testing.assert_array_equal(feet_exchanged, even.contacts)
    assert (even.right.strike_frame, even.left.strike_frame) == (0, half)
    # Times are means of both feet: 2.5, 8.5 and 12.5 frames, rounded to even.
    assert even.contacts[:, 0].sum() == 8
    assert even.left.heel_x - even.right.heel_x == pytest.approx(0.5 * STRIDE)
    assert even.left.heel_y == pytest.approx(0.085)
    assert even.right.heel_y == pytest.approx(-0.085)
    assert even.left.yaw == pytest.approx(0.11)


def test_symmetrizing_is_a_mean_and_happens_once(robot: RobotModel, lopsided: KinematicCycle) -> None:
    even = lopsided.symmetrized(robot)
    image = lopsided.at(5 + FRAMES // 2) @ mirror_matrix(robot).T - np.eye(robot.nv)[0] * 0.5 * STRIDE
    np.testing.assert_allclose(even.positions[5], 0.5 * (lopsided.positions[5] + image))
    np.testing.assert_allclose(even.symmetrized(robot).positions, even.positions, atol=1e-14)


def test_the_schedule_counts_from_each_strike() -> None:
    contacts = contact_schedule(10, np.array([1, 4, 6]), np.array([1, 4, 6]), 5)
    expected = np.zeros((10, 4), dtype=bool)
    expected[0:4, 0] = expected[1:6, 1] = True
    expected[5:9, 2] = expected[6:10, 3] = expected[0, 3] = True
    np.testing.assert_array_equal(contacts, expected)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"advance": Placement(-1.0)}, "walk to face"),
        ({"contacts": np.zeros((FRAMES, 4), dtype=bool)}, "right heel lands 0 times"),
        ({"contacts": np.zeros((FRAMES, 3), dtype=bool)}, "expected bool"),
        ({"left": Foothold(0.6, 0.08, 0.0, 7)}, "left heel does not land at its strike frame 7"),
        ({"left": Foothold(0.6, 0.08, 0.0, FRAMES)}, "outside"),
        ({"positions": np.zeros((FRAMES - 1, 29))}, "even number"),
    ],
)
def test_what_is_no_gait_cycle_is_refused(
    lopsided: KinematicCycle, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(MotionError, match=f"drawn at random: .*{message}"):
        replace(lopsided, **changes)  # type: ignore[arg-type]


def test_a_number_that_is_not_finite_is_named(lopsided: KinematicCycle) -> None:
    positions = lopsided.positions.copy()
    positions[4, 7] = np.nan
    with pytest.raises(MotionError, match="coordinate 7 of frame 4"):
        replace(lopsided, positions=positions)
