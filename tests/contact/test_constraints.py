"""Contact and limit constraints against geometry."""

import numpy as np
import pinocchio as pin
import pytest

from biped_control.contact.constraints import ConstraintFinder, Constraints, ConstraintSettings, Ground
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State

DT = 1.0 / 120.0
SETTINGS = ConstraintSettings(DT, contact_distance=0.01, limit_distance=0.05, error_reduction=0.2)


def find(robot: RobotModel, state: State, slope: float = 0.0) -> Constraints:
    terms = DynamicsTerms(robot)
    terms.compute(state.q, state.v)
    normal = np.array([-np.sin(slope), 0.0, np.cos(slope)])

    def ground(points: FloatArray) -> Ground:
        return Ground(np.tan(slope) * points[:, 0], np.tile(normal, (len(points), 1)))

    return ConstraintFinder(robot, SETTINGS).find(terms, state.q, state.v, ground if slope else None)


def test_one_foot_on_the_ground(robot: RobotModel, touching: State) -> None:
    """The left knee is bent: only the right foot's corners are in reach; both hips stand between limits."""
    constraints = find(robot, touching)
    assert constraints.contacts == 4
    np.testing.assert_array_equal(constraints.corners, [0, 1, 2, 3])
    np.testing.assert_allclose(constraints.positions[:, 2], -0.002, atol=1e-12)


def test_rows_are_the_velocities_of_the_corners(robot: RobotModel, touching: State) -> None:
    constraints = find(robot, touching)
    rates = (constraints.jacobian @ touching.v)[: 3 * constraints.contacts].reshape(-1, 3)
    moved = find(robot, State(touching.q + 1e-6 * touching.v, touching.v))
    back = find(robot, State(touching.q - 1e-6 * touching.v, touching.v))
    velocity = (moved.positions - back.positions) / 2e-6
    heading = np.array([np.cos(0.6), np.sin(0.6), 0.0])
    left = np.array([-np.sin(0.6), np.cos(0.6), 0.0])
    expected = np.column_stack([velocity[:, 2], velocity @ heading, velocity @ left])
    np.testing.assert_allclose(rates, expected, atol=1e-7)


def test_a_penetration_is_removed_by_a_share(robot: RobotModel, touching: State) -> None:
    shift = find(robot, touching).shift
    np.testing.assert_allclose(shift[0:12:3], -0.2 * 0.002 / DT, atol=1e-9)
    np.testing.assert_allclose(shift[1:12:3], 0.0)


def test_a_gap_leaves_room_for_one_tick(robot: RobotModel, touching: State) -> None:
    q = touching.q.copy()
    q[2] += 0.006
    shift = find(robot, State(q, touching.v)).shift
    np.testing.assert_allclose(shift[0:12:3], 0.004 / DT, atol=1e-9)


def test_an_edge_within_a_sole_pushes_where_it_is(robot: RobotModel, touching: State) -> None:
    """Rows are the velocities of the point that is told, not of the corner."""
    terms = DynamicsTerms(robot)
    terms.compute(touching.q, touching.v)
    finder = ConstraintFinder(robot, SETTINGS)
    corners = terms.point_positions(finder.corners)
    edge = corners.copy()
    edge[:2] += 0.3 * (corners[2:4] - corners[:2])
    flat = Ground.flat(8)
    told = finder.find(terms, touching.q, touching.v, lambda _: Ground(flat.heights, flat.normals, edge))
    plain = finder.find(terms, touching.q, touching.v)
    np.testing.assert_allclose(told.positions[:2], edge[:2])
    heel, toe = (slice(3 * corner, 3 * corner + 3) for corner in (0, 2))
    between = 0.7 * plain.jacobian[heel] + 0.3 * plain.jacobian[toe]
    np.testing.assert_allclose(told.jacobian[heel], between, atol=1e-12)


def test_joint_limits_near_and_far(robot: RobotModel, touching: State) -> None:
    q, v = touching.q.copy(), np.zeros(robot.nv)
    knee = robot.joint_index["r_knee_pitch"]  # straight: at its lower limit 0
    constraints = find(robot, State(q, v))
    row = constraints.jacobian[3 * constraints.contacts :]
    limited = {
        int(np.flatnonzero(r)[0]) - 6: (float(r.sum()), float(s))
        for r, s in zip(row, constraints.shift[12:], strict=True)
    }
    assert limited == {knee: (1.0, 0.0)}
    q[6 + knee] = robot.upper_limits[knee] - 0.01
    constraints = find(robot, State(q, v))
    upper = constraints.jacobian[-1]
    assert upper[6 + knee] == -1.0
    assert constraints.shift[-1] == pytest.approx(0.01 / DT)


def test_fast_joints_are_seen_from_afar(robot: RobotModel, touching: State) -> None:
    q, v = touching.q.copy(), np.zeros(robot.nv)
    elbow = 6 + robot.joint_index["l_elbow_pitch"]
    q[elbow] = -0.12
    slow = np.count_nonzero(find(robot, State(q, v)).jacobian[12:, elbow])
    v[elbow] = 10.0
    fast = np.count_nonzero(find(robot, State(q, v)).jacobian[12:, elbow])
    assert (slow, fast) == (0, 1)


def test_forces_come_back_in_world_axes(robot: RobotModel, touching: State) -> None:
    """Impulses times Jacobian must equal world forces at the corners, as pinocchio's frames see them."""
    constraints = find(robot, touching, slope=0.002)
    impulses = np.random.default_rng(4).normal(size=len(constraints.shift))
    impulses[3 * constraints.contacts :] = 0.0
    forces = constraints.forces(impulses, DT)
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.computeJointJacobians(model, data, touching.q)
    pin.updateFramePlacements(model, data)
    foot = robot.frame_id("r_foot")
    total = np.zeros(robot.nv)
    for force, position in zip(forces, constraints.positions, strict=True):
        jacobian = pin.getFrameJacobian(model, data, foot, pin.LOCAL_WORLD_ALIGNED)
        lever = position - data.oMf[foot].translation
        total += jacobian.T @ np.concatenate([force, np.cross(lever, force)])
    np.testing.assert_allclose(constraints.jacobian.T @ impulses / DT, total, atol=1e-8)
