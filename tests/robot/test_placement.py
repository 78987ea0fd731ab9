"""Placing a clip in the world changes where it is and nothing else."""

from collections.abc import Callable
from math import pi

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import given
from hypothesis import strategies as st

from biped_control.policies.discrete_map import DiscreteMap
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray, State

coordinate = st.floats(-50.0, 50.0)
MIRROR = Mirror((0, 1, 2, 3, 4, 5, 7, 6), (1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0))
placements = st.builds(Placement, coordinate, coordinate, st.floats(-pi, pi), st.sampled_from([None, MIRROR]))
PLACED = Placement(3.0, -2.0, 2.5)


def planar(placement: Placement, points: FloatArray) -> FloatArray:
    """(n, 3) points of the placed frame, in the world."""
    return placement.rotate_vectors(points) + np.array([placement.x, placement.y, 0.0])


def state_of(seed: int) -> State:
    rng = np.random.default_rng(seed)
    return State(rng.normal(size=8), rng.normal(size=8))


@given(placements, st.integers(0, 1000))
def test_there_and_back(placement: Placement, seed: int) -> None:
    state = state_of(seed)
    back = placement.to_clip(placement.to_world(state), near_yaw=state.q[3])
    np.testing.assert_allclose(back.q, state.q, atol=1e-10)
    np.testing.assert_allclose(back.v, state.v, atol=1e-10)


@given(placements, placements, st.integers(0, 1000))
def test_composed_is_one_after_the_other(outer: Placement, inner: Placement, seed: int) -> None:
    state = state_of(seed)
    once = outer.compose(inner).to_world(state)
    twice = outer.to_world(inner.to_world(state))
    np.testing.assert_allclose(once.q, twice.q, atol=1e-10)
    np.testing.assert_allclose(once.v, twice.v, atol=1e-10)


@given(placements, placements, st.integers(0, 1000))
def test_the_ground_plan_is_the_world_seen_from_above(
    placement: Placement, other: Placement, seed: int
) -> None:
    spot, way = np.random.default_rng(seed).normal(size=(2, 2))
    above = planar(placement, np.array([[*spot, 0.7]]))[0]
    np.testing.assert_allclose(placement.point(spot), above[:2], atol=1e-12)
    np.testing.assert_allclose(placement.turn(way), placement.rotate_vectors(np.append(way, 0.7))[:2])
    np.testing.assert_allclose(placement.turn_back(placement.turn(way)), way, atol=1e-12)
    both = placement.compose(other)
    np.testing.assert_allclose(both.point(spot), placement.point(other.point(spot)), atol=1e-10)


@given(placements)
def test_feet_are_exchanged_as_their_contacts_are(placement: Placement) -> None:
    for foot in (0, 1):
        touching = placement.contacts(np.arange(4) // 2 == foot)
        assert touching.reshape(2, 2).all(axis=1).tolist() == [placement.foot(foot) == k for k in (0, 1)]
        assert placement.foot(placement.foot(foot)) == foot


@given(placements, st.integers(0, 1000))
def test_planes_under_the_feet_go_along(placement: Placement, seed: int) -> None:
    """A point of the clip's right plane lies on the plane of the foot that this is for the robot."""
    rng = np.random.default_rng(seed)
    planes, spot = rng.normal(size=(2, 3)), rng.normal(size=2)
    moved = placement.planes(planes)
    for foot in (0, 1):
        height = planes[foot] @ [1.0, *spot]
        x, y, _ = planar(placement, np.array([[*spot, height]]))[0]
        assert moved[placement.foot(foot)] @ [1.0, x, y] == pytest.approx(height, abs=1e-9)


@given(placements, placements, placements)
def test_composition_is_associative(a: Placement, b: Placement, c: Placement) -> None:
    left, right = a.compose(b).compose(c), a.compose(b.compose(c))
    np.testing.assert_allclose((left.x, left.y, left.yaw), (right.x, right.y, right.yaw), atol=1e-9)
    assert left.mirrored == right.mirrored == (a.mirrored ^ b.mirrored ^ c.mirrored)


@given(placements)
def test_inverse_undoes_from_both_sides(placement: Placement) -> None:
    for nothing in (placement.compose(placement.inverse()), placement.inverse().compose(placement)):
        np.testing.assert_allclose((nothing.x, nothing.y, nothing.yaw), 0.0, atol=1e-9)
        assert not nothing.mirrored


@given(placements, st.integers(0, 1000))
def test_positions_move_as_states_do(placement: Placement, seed: int) -> None:
    state = state_of(seed)
    np.testing.assert_allclose(placement.move(state.q), placement.to_world(state).q, atol=1e-12)
    assert placement.heading(state.q[3]) == pytest.approx(placement.to_world(state).q[3])


@given(placements, st.integers(0, 1000))
def test_vectors_turn_as_velocities_do(placement: Placement, seed: int) -> None:
    state = state_of(seed)
    turned = placement.rotate_vectors(state.v[:3])
    np.testing.assert_allclose(turned, placement.to_world(state).v[:3], atol=1e-12)


@given(placements, st.integers(-4, 4))
def test_repeated_goes_back_as_well(placement: Placement, times: int) -> None:
    there_and_back = placement.repeated(times).compose(placement.repeated(-times))
    np.testing.assert_allclose((there_and_back.x, there_and_back.y, there_and_back.yaw), 0.0, atol=1e-8)
    assert placement.repeated(-1) == placement.inverse()


@pytest.mark.parametrize("seed", range(3))
def test_a_mirrored_clip_obeys_the_same_dynamics(
    robot: RobotModel, random_state: Callable[[int], State], seed: int
) -> None:
    """Accelerations under torques and point forces are those of the clip, mirrored."""
    state, rng = random_state(seed), np.random.default_rng(seed)
    placement = Placement(mirror=Mirror.of(robot))
    torques, forces = rng.normal(size=robot.nu), rng.normal(size=(4, 3))
    contacts = np.array([True, False, True, True])
    world = placement.to_world(state)
    drift, gain = DiscreteMap(robot, 0.01).affine(state.q, state.v, contacts)
    after = drift + gain @ np.concatenate([torques, forces.ravel()])
    drift, gain = DiscreteMap(robot, 0.01).affine(world.q, world.v, placement.contacts(contacts))
    controls = np.concatenate([placement.torques(torques), placement.forces(forces).ravel()])
    expected = placement.to_world(State(state.q, after)).v
    np.testing.assert_allclose(drift + gain @ controls, expected, rtol=0, atol=1e-9)


@given(st.floats(-3.0, 3.0), st.integers(-5, 5))
def test_yaw_takes_the_turn_next_to_the_reference(near_yaw: float, turns: int) -> None:
    q = np.zeros(7)
    q[3] = PLACED.yaw + near_yaw + 0.3 + 2.0 * pi * turns
    seen = PLACED.to_clip(State(q, np.zeros(7)), near_yaw)
    assert seen.q[3] == pytest.approx(near_yaw + 0.3, abs=1e-9)


def test_input_stays_untouched() -> None:
    state = state_of(1)
    q, v = state.q.copy(), state.v.copy()
    PLACED.to_clip(PLACED.to_world(state), 0.0)
    np.testing.assert_array_equal(state.q, q)
    np.testing.assert_array_equal(state.v, v)


def test_every_point_of_the_robot_moves_along(
    robot: RobotModel, random_state: Callable[[int], State]
) -> None:
    terms, corners = DynamicsTerms(robot), sole_corners(robot)
    state = random_state(3)
    terms.compute(state.q, state.v)
    positions = terms.point_positions(corners)
    velocities = (terms.point_jacobians(corners, positions) @ state.v).reshape(-1, 3)
    placed = PLACED.to_world(state)
    terms.compute(placed.q, placed.v)
    moved = terms.point_positions(corners)
    np.testing.assert_allclose(moved, planar(PLACED, positions), atol=1e-12)
    np.testing.assert_allclose(
        (terms.point_jacobians(corners, moved) @ placed.v).reshape(-1, 3),
        PLACED.rotate_vectors(velocities),
        atol=1e-12,
    )


def test_dynamics_do_not_notice(robot: RobotModel, random_state: Callable[[int], State]) -> None:
    """The same torques give the placed acceleration, up to the 0.1 g of the root's carriers."""
    model, data = robot.pinocchio, robot.pinocchio.createData()
    state = random_state(4)
    placed = PLACED.to_world(state)
    torques = np.random.default_rng(0).normal(size=robot.nv)
    torques[:ROOT_DOF] = 0.0
    acceleration = pin.aba(model, data, state.q, state.v, torques).copy()
    seen_from_world = PLACED.to_world(State(state.q, acceleration)).v
    np.testing.assert_allclose(
        pin.aba(model, data, placed.q, placed.v, torques), seen_from_world, rtol=1e-5, atol=1e-4
    )
