"""What stands between player and policy, piece by piece; the pieces have tests of their own."""

import numpy as np
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray, State
from biped_control.settings import load_settings
from biped_control.steering.adaptive_reference import AdaptiveReference
from biped_control.steering.clip_player import ClipPlayer
from biped_control.steering.step_adjustment import GAIN, GAIN_OF_PLANS

NOWHERE = np.zeros((0, 3))
UP = np.array([[0.0, 0.0, 700.0]])


def adaptive(parts: WalkParts, **on: bool) -> tuple[AdaptiveReference, ClipPlayer]:
    settings = load_settings().replaced(**on)
    return AdaptiveReference(parts.robot, parts.clips, settings), ClipPlayer(parts.clips, "walk")


def test_turned_off_it_adds_nothing(walk_parts: WalkParts) -> None:
    reference, player = adaptive(walk_parts)
    plain = ClipPlayer(walk_parts.clips, "walk")
    for _ in range(140):
        reference.feel(State(np.ones(29), np.ones(29)), np.array([[0.0, 0.0, 0.3]]), UP)
        reference.advance(player)
        plain.advance()
        assert np.array_equal(reference.reference(player).state.q, plain.reference().state.q)
        assert (player.frame, player.placement) == (plain.frame, plain.placement)
    assert reference.ground_at is None


def test_the_ground_that_is_felt_lifts_the_reference_and_is_handed_on(walk_parts: WalkParts) -> None:
    reference, player = adaptive(walk_parts, feel_ground=True)
    planned = player.reference()
    q = planned.state.q.copy()
    q[2] += 0.3
    robot = walk_parts.robot
    under_the_right_foot = DynamicsTerms(robot).positions_at(q, sole_corners(robot))[0]
    under_the_right_foot[2] = 0.3
    for _ in range(200):
        reference.feel(State(q, planned.state.v), under_the_right_foot[None], UP)
    assert reference.reference(player).state.q[2] == pytest.approx(planned.state.q[2] + 0.3, abs=1e-3)
    assert reference.ground_at is not None
    assert reference.ground_at(np.zeros((8, 3))).heights == pytest.approx([0.3] * 8)
    reference.reset()
    assert reference.reference(player).state.q == pytest.approx(planned.state.q, abs=1e-9)


def test_after_steps_were_felt_feet_swing_higher(walk_parts: WalkParts) -> None:
    """A step up and down, then level ground: the foot in the air is still careful, the other as planned."""
    reference, player = adaptive(walk_parts, feel_ground=True)
    player.skip_to(30)
    robot, state = walk_parts.robot, player.reference().state
    corners = DynamicsTerms(robot).positions_at(state.q, sole_corners(robot))
    right, left, both = slice(0, 4), slice(4, 8), slice(0, 8)

    def poses(*heights: float) -> FloatArray:
        reference.reset()
        landings = [(right if i % 2 == 0 else left, height) for i, height in enumerate(heights)]
        for foot, height in [*landings, *[(both, 0.0)] * 200]:
            points = corners[foot].copy()
            points[:, 2] = height
            reference.feel(state, points, np.repeat(UP, len(points), axis=0))
        return reference.reference(player).state.q

    bends = np.abs(poses(0.0, 0.05, 0.05, 0.0, 0.0) - poses(0.0, 0.0, 0.0, 0.0, 0.0))
    right_leg, left_leg = ([6 + robot.joint_index[name] for name in side.leg] for side in robot.limbs.sides)
    assert bends[right_leg].max() < 0.01
    assert bends[left_leg].max() > 0.1


def test_the_clip_follows_the_robot_where_steps_are_adjusted(walk_parts: WalkParts) -> None:
    reference, player = adaptive(walk_parts, adjust_steps=True)
    planned = player.reference()
    moved = planned.placement.to_world(planned.state).q + np.array([0.2, -0.1, *np.zeros(27)])
    reference.feel(State(moved, planned.state.v), NOWHERE, NOWHERE)
    followed = reference.reference(player)
    assert followed.placement.to_world(followed.state).q[:2] == pytest.approx(moved[:2])
    assert player.placement == followed.placement
    assert followed.placement.yaw == Placement().yaw


def test_footholds_under_a_policy_that_plans_ahead_go_all_the_way(walk_parts: WalkParts) -> None:
    reference, player = adaptive(walk_parts, adjust_steps=True)
    player.skip_to(45)  # the left foot swings
    planned = player.reference()
    velocity = planned.state.v.copy()
    velocity[1] += 0.3
    reference.feel(State(planned.state.q, velocity), NOWHERE, NOWHERE)

    def moved() -> FloatArray:
        return reference.reference(player).state.q - planned.state.q

    by_gains = moved()
    reference.plan_ahead(True)
    np.testing.assert_allclose(moved(), by_gains * GAIN_OF_PLANS / GAIN, atol=1e-12)
    assert np.abs(by_gains).max() > 0.05
