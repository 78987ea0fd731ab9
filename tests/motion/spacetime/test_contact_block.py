"""Foot placement and clearance."""

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
    _, clear = FootPlacement(problem).evaluate(problem.initial()[:, : problem.robot.nv])
    swinging = (
        2 * (~problem.contacts).sum(axis=1) * problem.free[:, 0]
    )  # two corners for every heel or toe that is up
    np.testing.assert_array_equal(_rows_of(clear, problem.frames), swinging)


def _rows_of(rows: FootRows, frames: int) -> FloatArray:
    return np.bincount(rows.frames, minlength=frames)
