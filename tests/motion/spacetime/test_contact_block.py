"""Foot placement and clearance."""

from dataclasses import replace

import numpy as np
import pinocchio as pin

from biped_control.motion.spacetime.contact_block import FootPlacement, FootRows
from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.robot.soles import sole_of
from biped_control.robot.state import FloatArray


def test_derivatives_match_central_differences(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    placement, nv = FootPlacement(problem), problem.robot.nv
    q = unknowns[:, :nv]
    placed, clear = placement.evaluate(q)
    step = 1e-6
    for coordinate in range(nv):
        change = step * np.eye(nv)[coordinate]
        ahead, behind = placement.evaluate(q + change), placement.evaluate(q - change)
        for rows, after, before in zip((placed, clear), ahead, behind, strict=True):
            difference = (after.values - before.values) / (2.0 * step)
            np.testing.assert_allclose(rows.jacobians[:, coordinate], difference, atol=1e-8)


def test_every_contact_has_its_rows(problem: SpacetimeProblem) -> None:
    """Six for a sole that lies flat, five for an edge."""
    placed, _ = FootPlacement(problem).evaluate(problem.initial()[:, : problem.robot.nv])
    heel, toe = problem.contacts[:, ::2], problem.contacts[:, 1::2]
    expected = (6 * (heel & toe) + 5 * (heel ^ toe)).sum(axis=1) * problem.free[:, 0]
    np.testing.assert_array_equal(_rows_of(placed, problem.frames), expected)


def test_a_sole_lying_on_its_foothold_has_no_error(problem: SpacetimeProblem) -> None:
    robot = problem.robot
    placement = FootPlacement(problem)
    model, data = robot.pinocchio, robot.pinocchio.createData()
    sole_down = problem.contacts[:, 0] & problem.contacts[:, 1] & problem.free[:, 0]
    frame = int(np.flatnonzero(sole_down)[0])  # of the right foot
    q = np.zeros(robot.nv)
    x, y, yaw = problem.motion.footholds[frame, 0]
    q[3] = yaw
    pin.framesForwardKinematics(model, data, q)
    sole = sole_of(robot, robot.limbs.right.foot)
    heel = data.oMf[robot.frame_id(robot.limbs.right.foot)].act(sole.heel())
    q[:3] = np.array([x, y, 0.0]) - heel
    positions = np.tile(q, (problem.frames, 1))
    placed, _ = placement.evaluate(positions)
    mine = placed.frames == frame
    # The left foot may have rows in this frame as well; the right foot's come first.
    np.testing.assert_allclose(placed.values[mine][:6], 0.0, atol=1e-12)
    positions[:, 0] += 0.01
    shifted, _ = placement.evaluate(positions)
    assert abs(shifted.values[mine][0] - 0.01 * np.cos(yaw)) < 1e-12


def test_clearance_is_asked_of_swinging_feet_only(problem: SpacetimeProblem) -> None:
    placement = FootPlacement(problem)
    _, clear = placement.evaluate(problem.initial()[:, : problem.robot.nv])
    corners = 2 * (~problem.contacts).sum(axis=1)  # of every heel or toe that is up
    apart = 2 * placement.passing.sum(axis=1)  # heel and toe of a foot that passes the other
    np.testing.assert_array_equal(_rows_of(clear, problem.frames), corners * problem.free[:, 0] + apart)


def test_a_foot_passes_while_it_swings_beside_one_that_stands(problem: SpacetimeProblem) -> None:
    passing = FootPlacement(problem).passing
    assert 0 < np.count_nonzero(passing) < len(passing)
    frames, feet = np.nonzero(passing)
    for frame, foot in zip(frames, feet, strict=True):
        own, other = (slice(2 * place, 2 * place + 2) for place in (foot, 1 - foot))
        assert not problem.contacts[frame, own].any()
        assert problem.contacts[frame, other].any()


def test_soles_side_by_side_pass_each_other(problem: SpacetimeProblem) -> None:
    """As drawn from above: along the standing foot, the swinging sole reaches from its heel to its toe."""
    robot, placement = problem.robot, FootPlacement(problem)
    model, data = robot.pinocchio, robot.pinocchio.createData()
    for frame in placement.frames:
        pin.framesForwardKinematics(model, data, problem.motion.positions[frame])
        for foot in range(2):
            own = slice(2 * foot, 2 * foot + 2)
            high = (problem.clearances[frame, own] >= problem.settings.clearance_m).all()
            name = robot.limbs.sides[foot].foot
            sole, pose = sole_of(robot, name), data.oMf[robot.frame_id(name)]
            x, y, yaw = problem.motion.footholds[frame, 1 - foot]
            ends = [
                (pose.act(end)[:2] - [x, y]) @ [np.cos(yaw), np.sin(yaw)] for end in (sole.heel(), sole.toe())
            ]
            # Both soles are equally long; a foot that is tilted reaches less far than its length.
            gap = abs(np.mean(ends) - 0.5 * (sole.toe_x - sole.heel_x)) - (sole.toe_x - sole.heel_x)
            assert placement.passing[frame, foot] == (high and gap < 0.008)


def test_nobody_passes_a_foot_that_is_in_the_air(problem: SpacetimeProblem) -> None:
    contacts = np.zeros_like(problem.motion.contacts)
    flight = replace(problem, motion=replace(problem.motion, contacts=contacts))
    assert not FootPlacement(flight).passing.any()


def test_a_foot_that_passes_keeps_its_width_and_8_mm_away(problem: SpacetimeProblem) -> None:
    """The robot is moved across until heel and toe are where they may just be."""
    robot, placement = problem.robot, FootPlacement(problem)
    model, data = robot.pinocchio, robot.pinocchio.createData()
    positions = problem.initial()[:, : robot.nv].copy()
    frame, foot = (int(index[0]) for index in np.nonzero(placement.passing))
    sole = sole_of(robot, robot.limbs.sides[foot].foot)
    pin.framesForwardKinematics(model, data, positions[frame])
    heel = data.oMf[robot.frame_id(robot.limbs.sides[foot].foot)].act(sole.heel())
    x, y, yaw = problem.motion.footholds[frame, 1 - foot]
    outward = (-1.0, 1.0)[foot] * np.array([-np.sin(yaw), np.cos(yaw)])
    missing = 2.0 * sole.half_width + 0.008 - (heel[:2] - [x, y]) @ outward
    positions[frame, :2] += missing * outward
    _, clear = placement.evaluate(positions)
    mine = clear.values[clear.frames == frame]
    assert np.abs(mine).min() < 1e-9


def _rows_of(rows: FootRows, frames: int) -> FloatArray:
    return np.bincount(rows.frames, minlength=frames)
