"""References on felt ground: the feet by pinocchio's forward kinematics."""

from dataclasses import replace
from math import radians, tan

import numpy as np
import pinocchio as pin
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.contact.ground_belief import GroundBelief
from biped_control.contact.grounded_reference import OF_REGULATOR, GroundedReference, Lift
from biped_control.motion.reference import Preview, Reference
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray


def feet(robot: RobotModel, q: FloatArray) -> list[pin.SE3]:
    model, data = robot.pinocchio, robot.pinocchio.createData()
    pin.framesForwardKinematics(model, data, q)
    return [data.oMf[robot.frame_id(side.foot)].copy() for side in robot.limbs.sides]


def sloped(robot: RobotModel, slope: tuple[float, float], reference: Reference) -> GroundBelief:
    """What is believed on a plane through the origin, below a robot that is where its reference is."""
    belief = GroundBelief(robot)
    q = reference.placement.move(reference.state.q)
    under = [foot.translation[:2] - q[:2] for foot in feet(robot, q)]
    belief.height = float(np.dot(slope, q[:2]))
    belief.rises = np.array([float(np.dot(slope, away)) for away in under])
    belief.slopes = np.tile(slope, (2, 1))
    return belief


def misses(robot: RobotModel, reference: Reference, slope: tuple[float, float]) -> tuple[float, float]:
    """How far feet are from where the slope wants them [m], and soles from lying along it [rad]."""
    placement = reference.placement
    placed = GroundedReference(robot).place(reference, sloped(robot, slope, reference))
    before, after = placement.move(reference.state.q), placement.move(placed.state.q)
    assert after[2] - before[2] == pytest.approx(np.dot(slope, before[:2]))
    assert after[:2] == pytest.approx(before[:2])
    normal = np.array([-slope[0], -slope[1], 1.0]) / np.linalg.norm([*slope, 1.0])
    away, askew = [], []
    for planned, put in zip(feet(robot, before), feet(robot, after), strict=True):
        wanted = planned.translation + np.dot(slope, planned.translation[:2]) * np.array([0.0, 0.0, 1.0])
        away.append(np.linalg.norm(put.translation - wanted))
        askew.append(np.linalg.norm(put.rotation @ planned.rotation.T @ [0.0, 0.0, 1.0] - normal))
    return float(max(away)), float(max(askew))


@pytest.mark.parametrize("frame", [5, 20, 30])  # near double support a leg may be too short
@pytest.mark.parametrize("mirrored", [False, True])
def test_pelvis_and_feet_keep_their_height_over_a_slope_whichever_way_the_clip_goes(
    walk_parts: WalkParts, frame: int, mirrored: bool
) -> None:
    robot = walk_parts.robot
    placement = Placement(1.0, -2.0, 0.8, Mirror.of(robot) if mirrored else None)
    reference = walk_parts.clips["walk"].reference(frame, placement)
    away, askew = misses(robot, reference, (tan(radians(4.0)), -tan(radians(2.0))))
    assert away < 1e-3
    assert askew < 1e-3


def test_a_leg_that_is_too_short_stretches_as_far_as_it_can(walk_parts: WalkParts) -> None:
    robot, reference = walk_parts.robot, walk_parts.clips["walk"].reference(60, Placement())
    belief = GroundBelief(robot)
    belief.rises = np.array([-0.2, -0.2])
    placed = GroundedReference(robot).place(reference, belief)
    knees = [robot.joint_index[name] + 6 for name in robot.joint_names if "knee" in name]
    assert placed.state.q[knees] == pytest.approx([0.02, 0.02], abs=0.05)
    assert (placed.state.q[6:] >= robot.lower_limits - 1e-9).all()
    assert (placed.state.q[6:] <= robot.upper_limits + 1e-9).all()


def test_flat_ground_changes_nothing(walk_parts: WalkParts) -> None:
    reference = walk_parts.clips["walk"].reference(30, Placement())
    placed = GroundedReference(walk_parts.robot).place(reference, GroundBelief(walk_parts.robot))
    assert placed.state.q == pytest.approx(reference.state.q, abs=1e-9)
    assert placed.next_state.q == pytest.approx(reference.next_state.q, abs=1e-9)


def test_velocities_and_controls_stay_as_planned(walk_parts: WalkParts) -> None:
    reference = walk_parts.clips["walk"].reference(30, Placement())
    belief = sloped(walk_parts.robot, (0.05, 0.0), reference)
    placed = GroundedReference(walk_parts.robot).place(reference, belief)
    back = replace(placed, state=reference.state, next_state=reference.next_state, ground=None)
    assert back == reference
    assert np.array_equal(placed.state.v, reference.state.v)


@pytest.mark.parametrize("mirrored", [False, True])
def test_lifted_feet_are_higher_and_move_as_their_height_changes(
    walk_parts: WalkParts, mirrored: bool
) -> None:
    """Velocities against feet a tick later, found by forward kinematics."""
    robot, clip = walk_parts.robot, walk_parts.clips["walk"]
    placement = Placement(1.0, -2.0, 0.8, Mirror.of(robot) if mirrored else None)
    reference = clip.reference(20, placement)
    lift = Lift(np.array([0.0, 0.03]), np.array([0.0, 0.033]), 1.0 / clip.rate_hz)
    placed = GroundedReference(robot).place(reference, GroundBelief(robot), lift)
    for now, planned, height in (
        (placed.state, reference.state, lift.now),
        (placed.next_state, reference.next_state, lift.next),
    ):
        rises = [
            put.translation - was.translation
            for put, was in zip(feet(robot, now.q), feet(robot, planned.q), strict=True)
        ]
        assert np.array(rises) == pytest.approx(np.outer(height, [0.0, 0.0, 1.0]), abs=1e-3)
    step = 1e-4
    for moving, planned in ((placed.state, reference.state), (placed.next_state, reference.next_state)):
        extra = moving.v - planned.v
        assert extra[:6] == pytest.approx(np.zeros(6))
        later = feet(robot, moving.q + step * extra)
        rates = [
            (there.translation - here.translation) / step
            for here, there in zip(feet(robot, moving.q), later, strict=True)
        ]
        assert np.array(rates) == pytest.approx(np.array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.36]]), abs=0.02)


@pytest.mark.parametrize(
    ("grade", "yaw", "lower"), [(-0.08, 0.0, 0.08), (0.08, 0.0, 0.0), (0.08, 3.0, 0.08), (0.0, 0.0, 0.0)]
)
def test_downhill_the_pelvis_comes_down_and_the_feet_do_not(
    walk_parts: WalkParts, grade: float, yaw: float, lower: float
) -> None:
    robot, placement = walk_parts.robot, Placement(yaw=yaw)
    reference = walk_parts.clips["walk"].reference(20, placement)
    belief = sloped(robot, (grade, 0.0), reference)
    upright = GroundedReference(robot).place(reference, belief).state.q
    belief.grade = np.array([grade, 0.0])
    grounded = GroundedReference(robot)
    heights = [grounded.place(reference, belief).state.q[2] for _ in range(300)]
    assert np.abs(np.diff(heights)).max() < 2e-3  # it does not drop
    placed = grounded.place(reference, belief).state.q
    assert upright[2] - placed[2] == pytest.approx(OF_REGULATOR.downhill * lower, rel=1e-3)
    for before, after in zip(feet(robot, upright), feet(robot, placed), strict=True):
        assert after.translation == pytest.approx(before.translation, abs=1e-3)
    grounded.reset()
    assert abs(grounded.place(reference, belief).state.q[2] - upright[2]) < 2e-3


@pytest.mark.parametrize("mirrored", [False, True])
def test_what_lies_ahead_goes_up_with_the_slope(walk_parts: WalkParts, mirrored: bool) -> None:
    robot, slope, ticks = walk_parts.robot, (tan(radians(4.0)), -tan(radians(2.0))), 10
    placement = Placement(1.0, -2.0, 0.8, Mirror.of(robot) if mirrored else None)
    clip = walk_parts.clips["walk"]
    reference = clip.reference(20, placement)
    belief = sloped(robot, slope, reference)
    belief.grade = np.array(slope)
    end = clip.state(20 + ticks)
    with_ahead = replace(reference, ahead=Preview(end, clip.contacts[20 : 20 + ticks]))
    grounded = GroundedReference(robot)
    for _ in range(300):  # ticks, until the pelvis has come down
        placed = grounded.place(with_ahead, belief)
    assert placed.ahead is not None
    before, after = placement.to_world(end), placement.to_world(placed.ahead.end)
    lower = before.q[2] + np.dot(slope, before.q[:2]) - after.q[2]
    assert 0.01 < lower < 0.08  # legs must reach down the slope
    assert after.v[2] - before.v[2] == pytest.approx(np.dot(slope, before.v[:2]))
    for planned, put in zip(feet(robot, before.q), feet(robot, after.q), strict=True):
        rise = np.array([0.0, 0.0, np.dot(slope, planned.translation[:2])])
        assert put.translation == pytest.approx(planned.translation + rise, abs=1e-3)


@pytest.mark.parametrize("mirrored", [False, True])
def test_it_tells_the_ground_that_contacts_are_looked_for_on(walk_parts: WalkParts, mirrored: bool) -> None:
    robot = walk_parts.robot
    placement = Placement(1.0, -2.0, 0.8, Mirror.of(robot) if mirrored else None)
    reference = walk_parts.clips["walk"].reference(20, placement)
    belief = GroundBelief(robot)
    q = placement.move(reference.state.q)
    for _ in range(300):  # the right foot stands ten centimetres up, the other in the air
        point = feet(robot, q)[0].translation * [1.0, 1.0, 0.0] + [0.0, 0.0, 0.1]
        belief.update(placement.to_world(reference.state), point[None], np.array([[0.0, 0.0, 700.0]]))
    planes = GroundedReference(robot).place(reference, belief).ground
    assert planes is not None
    believed = belief.ground_at(np.zeros((8, 3)))
    points = np.random.default_rng(1).normal(size=(20, 29))
    for foot, row in enumerate(planes):
        corner = 4 * (1 - foot if mirrored else foot)
        slope = -believed.normals[corner, :2] / believed.normals[corner, 2]
        seen = believed.heights[corner] + placement.move(points)[:, :2] @ slope
        assert row[0] + points[:, :2] @ row[1:] == pytest.approx(seen)
