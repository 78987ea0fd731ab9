"""Felt ground against planes that the test knows."""

import numpy as np
import pytest

from biped_control.contact.ground_belief import GroundBelief
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray, State

UP = np.array([0.0, 0.0, 1.0])
RIGHT, LEFT = slice(0, 4), slice(4, 8)


@pytest.fixture
def belief(robot: RobotModel) -> GroundBelief:
    return GroundBelief(robot)


def pitched(robot: RobotModel, degrees: float) -> tuple[State, FloatArray]:
    """The whole robot leans, so that both soles lie in one plane; and its corners."""
    q = np.zeros(robot.nv)
    q[2], q[4] = 0.9, np.radians(degrees)
    return State(q, np.zeros(robot.nv)), DynamicsTerms(robot).positions_at(q, sole_corners(robot))


def test_both_soles_in_a_plane_give_the_plane(robot: RobotModel, belief: GroundBelief) -> None:
    state, corners = pitched(robot, -5.0)  # toes up: uphill
    forces = np.tile(80.0 * UP, (8, 1))
    for _ in range(300):
        belief.update(state, corners, forces)
    grade = np.tan(np.radians(5.0))
    middle = corners.mean(axis=0)
    assert belief.slopes == pytest.approx(np.array([[grade, 0.0], [grade, 0.0]]), abs=1e-6)
    assert belief.height == pytest.approx(middle[2] + grade * (state.q[0] - middle[0]), abs=1e-6)
    ground = belief.ground_at(corners)
    assert ground.heights == pytest.approx(corners[:, 2], abs=1e-6)
    assert ground.normals == pytest.approx(
        np.tile([-np.sin(np.radians(5.0)), 0.0, np.cos(np.radians(5.0))], (8, 1)), abs=1e-6
    )
    assert belief.rises == pytest.approx(grade * (middle[0] - state.q[0]) * np.ones(2), abs=1e-6)


def test_feet_at_two_heights(robot: RobotModel, belief: GroundBelief) -> None:
    """More load on the right one, six centimetres lower: that is where the pelvis belongs to."""
    state, corners = pitched(robot, 0.0)
    points = corners.copy()
    points[RIGHT, 2], points[LEFT, 2] = -0.06, 0.0
    forces = np.outer([100.0] * 4 + [50.0] * 4, UP)
    for _ in range(300):
        belief.update(state, points, forces)
    assert belief.height == pytest.approx(-0.06, abs=1e-9)
    assert belief.rises == pytest.approx([0.0, 0.06], abs=1e-9)
    assert belief.ground_at(corners).heights == pytest.approx([-0.06] * 4 + [0.0] * 4)


def test_a_foot_in_the_air_expects_the_ground_of_the_other(robot: RobotModel, belief: GroundBelief) -> None:
    state, corners = pitched(robot, -5.0)
    for _ in range(300):
        belief.update(state, corners[LEFT], np.tile(150.0 * UP, (4, 1)))
    plane = corners[:, 2]
    assert belief.loads == pytest.approx([0.0, 600.0])
    assert belief.ground_at(corners).heights == pytest.approx(plane, abs=1e-6)


@pytest.mark.parametrize("side", ["toes", "left edge"])
def test_a_foot_on_its_toes_or_its_edge_says_nothing_about_the_grade(
    robot: RobotModel, belief: GroundBelief, side: str
) -> None:
    q = np.zeros(robot.nv)
    q[2], q[4 if side == "toes" else 5] = 0.9, 0.1
    corners = DynamicsTerms(robot).positions_at(q, sole_corners(robot))
    touching = [2, 3] if side == "toes" else [0, 2]
    for _ in range(100):
        belief.update(State(q, np.zeros(robot.nv)), corners[touching], np.tile(300.0 * UP, (2, 1)))
    assert np.abs(belief.slopes).max() < 1e-9


def test_how_much_higher_a_foot_has_landed(robot: RobotModel, belief: GroundBelief) -> None:
    """It is said at the landing and stays until the next, whatever the foot does on the ground."""
    state, corners = mid_step(robot)
    corners[RIGHT, 2], corners[LEFT, 2] = 0.01, 0.05
    belief.update(state, corners[RIGHT], np.tile(150.0 * UP, (4, 1)))
    for height in (0.05, 0.02):
        corners[LEFT, 2] = height
        belief.update(state, corners, np.tile(80.0 * UP, (8, 1)))
        assert belief.climbs[1] == pytest.approx(0.04)


def test_steps_felt_are_remembered_for_some_landings(robot: RobotModel, belief: GroundBelief) -> None:
    """The first landing of all surprises nobody; the others tell whether the one before was a step."""
    state, corners = mid_step(robot)
    force = np.tile(150.0 * UP, (4, 1))
    for landing, (foot, height, expected) in enumerate(
        [(RIGHT, 0.06, 0.0), (LEFT, 0.1, 0.0), (RIGHT, 0.1, 0.04), (LEFT, 0.0, 0.036), (RIGHT, 0.0, 0.1)]
    ):
        corners[foot, 2] = height
        belief.update(state, corners[foot], force)
        assert belief.unevenness == pytest.approx(expected), landing
    belief.reset()
    assert belief.unevenness == 0.0


def test_a_slope_is_no_step(robot: RobotModel, belief: GroundBelief) -> None:
    """Where the ground at large is steep by the next landing, the surprise was its beginning."""
    state, corners = mid_step(robot)
    force = np.tile(150.0 * UP, (4, 1))
    for foot, height in ((RIGHT, 0.0), (LEFT, 0.04)):
        corners[foot, 2] = height
        belief.update(state, corners[foot], force)
    belief.grade[:] = [0.08, 0.0]
    belief.update(state, corners[RIGHT], force)
    assert belief.unevenness == 0.0


def test_a_foot_that_stands_across_an_edge_is_carried_by_the_edge(
    robot: RobotModel, belief: GroundBelief
) -> None:
    """Contacts are looked for at the edge instead of the heel that hangs below it; and the foot forgets."""
    state, corners = pitched(robot, -5.0)  # toes up
    edge = corners[RIGHT][:2] + 0.2 * (corners[RIGHT][2:] - corners[RIGHT][:2])
    belief.update(state, edge, np.tile(300.0 * UP, (2, 1)))
    points = belief.ground_at(corners).points
    assert points is not None
    assert points[:2] == pytest.approx(edge)
    assert points[2:] == pytest.approx(corners[2:])
    belief.update(state, corners[RIGHT], np.tile(80.0 * UP, (4, 1)))
    assert belief.ground_at(corners).points == pytest.approx(corners)


def test_a_hand_is_no_foot(robot: RobotModel, belief: GroundBelief) -> None:
    state, corners = pitched(robot, 0.0)
    for height in (1.5, 1e100):
        belief.update(state, np.array([[0.5, 0.3, height]]), 300.0 * UP[None])
        assert belief.loads == pytest.approx([0.0, 0.0])
        assert belief.ground_at(corners).heights == pytest.approx(np.zeros(8))


def test_a_touch_is_no_ground(robot: RobotModel, belief: GroundBelief) -> None:
    state, corners = pitched(robot, 0.0)
    belief.update(state, corners, np.tile(4.0 * UP, (8, 1)))
    assert belief.height == 0.0
    assert belief.loads == pytest.approx([16.0, 16.0])


def test_without_contacts_and_after_a_reset_it_is_flat(robot: RobotModel, belief: GroundBelief) -> None:
    state, corners = pitched(robot, -5.0)
    belief.update(state, np.zeros((0, 3)), np.zeros((0, 3)))
    assert belief.ground_at(corners).heights == pytest.approx(np.zeros(8))
    belief.update(state, corners, np.tile(80.0 * UP, (8, 1)))
    assert np.abs(belief.ground_at(corners).heights).max() > 0.0
    belief.reset()
    assert belief.ground_at(corners).heights == pytest.approx(np.zeros(8))
    assert (belief.height, belief.rises.tolist()) == (0.0, [0.0, 0.0])


def test_whichever_way_the_robot_looks(robot: RobotModel, belief: GroundBelief) -> None:
    q = np.zeros(robot.nv)
    q[2], q[3], q[4] = 0.9, 1.1, np.radians(-5.0)
    corners = DynamicsTerms(robot).positions_at(q, sole_corners(robot))
    for _ in range(300):
        belief.update(State(q, np.zeros(robot.nv)), corners, np.tile(80.0 * UP, (8, 1)))
    uphill = np.tan(np.radians(5.0)) * np.array([np.cos(1.1), np.sin(1.1)])
    assert belief.slopes == pytest.approx(np.tile(uphill, (2, 1)), abs=1e-6)


def mid_step(robot: RobotModel) -> tuple[State, FloatArray]:
    """Left foot ahead, both soles level; and the corners."""
    q = np.zeros(robot.nv)
    q[2] = 0.9
    for side, angle in zip(robot.limbs.sides, (0.3, -0.3), strict=True):
        pitches = [name for name in side.leg if name.endswith("pitch")]
        hip, ankle = (6 + robot.joint_index[name] for name in (pitches[0], pitches[-1]))
        q[hip], q[ankle] = angle, -angle
    corners = DynamicsTerms(robot).positions_at(q, sole_corners(robot))
    assert corners[LEFT, 0].mean() - corners[RIGHT, 0].mean() > 0.3
    return State(q, np.zeros(robot.nv)), corners


def test_a_step_up_is_no_slope(robot: RobotModel, belief: GroundBelief) -> None:
    """Footholds at two heights, level soles: the ground ahead of the upper foot is level."""
    state, corners = mid_step(robot)
    corners[LEFT, 2] += 0.06
    for _ in range(300):
        belief.update(state, corners, np.outer([50.0] * 4 + [100.0] * 4, UP))
    assert belief.grade == pytest.approx([0.0, 0.0], abs=1e-9)
    assert belief.height == pytest.approx(corners[LEFT, 2].mean(), abs=1e-9)


@pytest.mark.parametrize("climb", [0.0, 0.04, -0.04])
def test_a_sole_across_an_edge_is_no_slope(robot: RobotModel, belief: GroundBelief, climb: float) -> None:
    """A step whose footholds tell `climb`, then a sole tilted by more: the smaller is believed."""
    level, corners = mid_step(robot)
    corners[:, 2] = climb * corners[:, 0]
    for _ in range(3):
        belief.update(level, corners, np.tile(80.0 * UP, (8, 1)))
    state, tilted = pitched(robot, -9.0)
    for _ in range(300):
        belief.update(state, tilted[LEFT], np.tile(150.0 * UP, (4, 1)))
    expected = max(climb, 0.0)
    assert belief.grade == pytest.approx([expected, 0.0], abs=1e-3)
    heights = belief.ground_at(tilted).heights
    assert heights[LEFT] == pytest.approx(tilted[LEFT, 2], abs=1e-6)
    length = np.ptp(tilted[RIGHT, 0])
    assert np.ptp(heights[RIGHT]) == pytest.approx(expected * length, abs=1e-3)


@pytest.mark.parametrize("number", [np.nan, np.inf])
def test_contacts_that_are_no_numbers_tell_nothing(robot: RobotModel, number: float) -> None:
    state, corners = pitched(robot, -5.0)
    forces = np.tile(80.0 * UP, (8, 1))
    beliefs = GroundBelief(robot), GroundBelief(robot)
    for _ in range(3):
        beliefs[0].update(state, corners, forces)
        beliefs[1].update(
            state,
            np.vstack([corners, corners[:1], np.full((1, 3), number)]),
            np.vstack([forces, np.full((1, 3), number), forces[:1]]),
        )
    for name in ("loads", "climbs", "height", "rises", "slopes", "grade"):
        np.testing.assert_array_equal(getattr(beliefs[1], name), getattr(beliefs[0], name))
