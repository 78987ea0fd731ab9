"""Swing feet that follow the capture point."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State
from biped_control.steering.step_adjustment import (
    FARTHEST_M,
    FULL_FROM,
    GAIN,
    KEPT,
    StepAdjustment,
    leg_rolls,
)
from biped_control.steering.swings import swing_shares

LEFT_SWINGS = 45  # a frame of the walk late in the swing of its left foot


@pytest.fixture
def walk(walk_parts: WalkParts) -> Clip:
    return walk_parts.clips["walk"]


@pytest.fixture
def adjustment(robot: RobotModel, walk: Clip) -> StepAdjustment:
    return StepAdjustment(robot, {"walk": walk})


def pushed(reference: Reference, left_mps: float) -> State:
    """The robot is as the reference wants, but the whole of it moves to the left of the clip, faster."""
    velocity = reference.state.v.copy()
    velocity[1] += left_mps
    return reference.placement.to_world(State(reference.state.q, velocity))


def soles(robot: RobotModel, q: FloatArray) -> list[pin.SE3]:
    """Poses of right and left sole."""
    data = robot.pinocchio.createData()
    pin.framesForwardKinematics(robot.pinocchio, data, q)
    return [pin.SE3(data.oMf[robot.frame_id(side.sole)]) for side in robot.limbs.sides]


def test_an_undisturbed_walk_is_left_alone(walk: Clip, adjustment: StepAdjustment) -> None:
    for frame in range(walk.steps):
        reference = walk.reference(frame, Placement(3.0, -1.0, 0.7))
        adjusted = adjustment.adjust(pushed(reference, 0.0), reference)
        np.testing.assert_allclose(adjusted.state.q, reference.state.q, rtol=0, atol=1e-12)
        assert replace(adjusted, state=reference.state) == reference


def test_the_foothold_moves_with_the_capture_point(
    robot: RobotModel, walk: Clip, adjustment: StepAdjustment
) -> None:
    reference = walk.reference(LEFT_SWINGS, Placement(3.0, -1.0, 0.7))
    data = robot.pinocchio.createData()
    height = pin.centerOfMass(robot.pinocchio, data, walk.positions[0])[2]
    expected = GAIN * 0.3 / np.sqrt(GRAVITY / height)
    wanted = adjustment.adjust(pushed(reference, 0.3), reference)
    before, after = soles(robot, reference.state.q), soles(robot, wanted.state.q)
    np.testing.assert_array_equal(after[0].homogeneous, before[0].homogeneous)  # it stands
    moved = after[1].translation - before[1].translation
    # The leg is bent a little, so it is shorter than the straight one that the angles are for.
    assert moved[1] == pytest.approx(expected, rel=0.15)
    assert abs(moved[0]) < 0.2 * expected
    tilted = pin.log3(before[1].rotation.T @ after[1].rotation)
    assert abs(tilted[0]) < 0.02


@pytest.mark.parametrize("left", [True, False])
def test_the_shift_grows_during_the_swing_and_has_a_limit(
    robot: RobotModel, walk: Clip, adjustment: StepAdjustment, left: bool
) -> None:
    shares = swing_shares(walk.contacts, cyclic=True)[:, int(left)]
    hips = []
    for frame in np.flatnonzero(shares):
        adjustment.reset()
        reference = walk.reference(int(frame), Placement())
        adjusted = adjustment.adjust(pushed(reference, 50.0), reference)
        hips.append(np.abs(adjusted.state.q - reference.state.q).max())
    full = FARTHEST_M * np.abs(leg_rolls(robot)[int(left)]).max()
    wanted = full * np.minimum(shares[shares > 0.0] / FULL_FROM, 1.0)
    np.testing.assert_allclose(hips, wanted, rtol=1e-9)


def test_while_both_feet_stand_nothing_is_moved(walk: Clip, adjustment: StepAdjustment) -> None:
    reference = walk.reference(5, Placement())
    assert adjustment.adjust(pushed(reference, 1.0), reference) is reference


def test_the_mirrored_walk_steps_to_the_other_side(
    robot: RobotModel, walk: Clip, adjustment: StepAdjustment
) -> None:
    mirror = Mirror.of(robot)
    plain = walk.reference(LEFT_SWINGS, Placement(3.0, -1.0, 0.7))
    mirrored = replace(plain, placement=replace(plain.placement, mirror=mirror))
    state = pushed(plain, 0.3)
    same = adjustment.adjust(state, plain)
    adjustment.reset()
    image = plain.placement.compose(Placement(mirror=mirror)).to_world(
        plain.placement.to_clip(state, near_yaw=float(plain.state.q[3]))
    )
    other = adjustment.adjust(image, mirrored)
    np.testing.assert_allclose(other.state.q, same.state.q, atol=1e-9)
    world = [one.placement.to_world(one.state).q for one in (same, other)]
    assert world[0][6 + robot.joint_index["l_hip_roll"]] == pytest.approx(
        -world[1][6 + robot.joint_index["r_hip_roll"]]
    )


def test_a_foot_that_has_landed_goes_back_to_its_place_little_by_little(
    walk: Clip, adjustment: StepAdjustment
) -> None:
    landing = int(np.flatnonzero(walk.contacts[LEFT_SWINGS:, 2:].any(axis=1))[0]) + LEFT_SWINGS
    rolls = []
    for frame in range(landing - 1, landing + 3):
        reference = walk.reference(frame, Placement())
        adjusted = adjustment.adjust(pushed(reference, 0.3), reference)
        rolls.append(adjusted.state.q - reference.state.q)
    assert np.abs(rolls[0]).max() > 0.01
    np.testing.assert_allclose(rolls[1:], [KEPT**n * rolls[0] for n in (1, 2, 3)], rtol=1e-12)
    adjustment.reset()
    reference = walk.reference(5, Placement())
    assert adjustment.adjust(pushed(reference, 0.3), reference) is reference


def test_a_shift_stays_where_it_is_when_a_mirrored_clip_follows(
    robot: RobotModel, walk: Clip, adjustment: StepAdjustment
) -> None:
    """The left foot of the robot is the right one of a mirrored clip, and its left is the other side."""
    swing = walk.reference(LEFT_SWINGS, Placement())
    before = adjustment.adjust(pushed(swing, 0.3), swing)
    moved = before.placement.to_world(before.state).q - swing.placement.to_world(swing.state).q
    stance = walk.reference(5, Placement(mirror=Mirror.of(robot)))
    after = adjustment.adjust(stance.placement.to_world(stance.state), stance)
    kept = after.placement.to_world(after.state).q - stance.placement.to_world(stance.state).q
    np.testing.assert_allclose(kept, KEPT * moved, atol=1e-12)
