"""The finished walk: exact, periodic, feet in place, inside every limit."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from biped_control.analysis.assembly import WalkParts
from biped_control.errors import MotionError
from biped_control.motion.clip import Clip, dynamics_residual
from biped_control.motion.kinematic_cycle import KinematicCycle
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.spacetime.optimize import Iteration, optimize_between, optimize_cycle
from biped_control.motion.spacetime.settings import load_spacetime_settings
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.mirror import mirror_forces, mirror_matrix
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points, sole_corners
from biped_control.robot.state import FloatArray


@pytest.fixture(scope="module")
def walk(walk_parts: WalkParts) -> Clip:
    return walk_parts.clips["walk"]


@pytest.fixture(scope="module")
def corners(robot: RobotModel, walk: Clip) -> FloatArray:
    """(C, 2, 4, 3) sole corners of right and left foot at the pose of each step."""
    model, data, points = robot.pinocchio, robot.pinocchio.createData(), sole_corners(robot)
    positions = []
    for q in walk.positions[1:-1]:
        pin.forwardKinematics(model, data, q)
        positions.append(
            [data.oMi[int(j)].act(o) for j, o in zip(points.joints, points.offsets, strict=True)]
        )
    return np.array(positions).reshape(-1, 2, 4, 3)


def test_the_dynamics_are_exact(robot: RobotModel, walk: Clip) -> None:
    assert dynamics_residual(robot, walk) < 1e-6


def test_newton_holds_for_the_whole_body(robot: RobotModel, walk: Clip) -> None:
    """Over a cycle the ground carries the weight, and pushes forward as much as it brakes."""
    mean = walk.forces.sum(axis=1).mean(axis=0)
    np.testing.assert_allclose(mean, [0.0, 0.0, robot.mass * GRAVITY], atol=0.02 * robot.mass * GRAVITY)


def test_the_clip_repeats_bit_by_bit(walk: Clip) -> None:
    again = walk.positions[:2].copy()
    again[:, 0] += walk.advance.x
    np.testing.assert_array_equal(walk.positions[-2:], again)
    assert walk.cyclic
    assert walk.advance.y == walk.advance.yaw == 0.0


def test_the_second_half_is_the_mirror_image_of_the_first(robot: RobotModel, walk: Clip) -> None:
    half = walk.steps // 2
    mirrored = walk.positions[:half] @ mirror_matrix(robot).T + np.eye(robot.nv)[0] * 0.5 * walk.advance.x
    np.testing.assert_allclose(walk.positions[half : 2 * half], mirrored, atol=1e-12)
    np.testing.assert_allclose(walk.forces[half:], mirror_forces(walk.forces[:half]), atol=1e-9)
    joints = mirror_matrix(robot)[ROOT_DOF:, ROOT_DOF:]
    np.testing.assert_allclose(walk.torques[half:], walk.torques[:half] @ joints.T, atol=1e-5)


def test_feet_neither_slip_nor_sink(walk: Clip, corners: FloatArray) -> None:
    assert corners[..., 2].min() > -1e-6
    for foot in range(2):
        for edge, column in ((slice(0, 2), 2 * foot), (slice(2, 4), 2 * foot + 1)):
            down = walk.contacts[:, column]
            assert np.abs(corners[down, foot, edge, 2]).max() < 1e-6
            both_down = down & np.roll(down, 1)
            both_down[0] = False  # the pose of step 0 and of the last one are a stride apart
            moved = np.diff(corners[:, foot, edge, :2], axis=0, prepend=corners[:1, foot, edge, :2])
            assert np.abs(moved[both_down]).max() < 1e-6


def test_swinging_feet_do_not_scuff(walk: Clip, corners: FloatArray) -> None:
    """At least a centimetre of air under the middle third of the swing."""
    for foot in range(2):
        up = ~walk.contacts[:, 2 * foot : 2 * foot + 2].any(axis=1)
        start = int(np.flatnonzero(up & ~np.roll(up, 1))[0])
        swing = np.roll(corners[:, foot, :, 2], -start, axis=0)[: int(up.sum())]
        third = len(swing) // 3
        assert swing[third : 2 * third].min() > 0.01


def test_limits_and_friction_hold(robot: RobotModel, walk: Clip) -> None:
    settings = load_spacetime_settings()
    joints = walk.positions[:, ROOT_DOF:]
    assert (joints > robot.lower_limits).all()
    assert (joints < robot.upper_limits).all()
    assert (np.abs(walk.torques) < robot.effort_limits).all()
    forces = walk.forces[walk.contacts]
    slack = 1e-4 * robot.mass * GRAVITY
    assert forces[:, 2].min() > settings.smallest_normal_force - slack
    assert (np.abs(forces[:, 0]) <= settings.friction_forward * forces[:, 2] + slack).all()
    assert (np.abs(forces[:, 1]) <= settings.friction_lateral * forces[:, 2] + slack).all()
    assert not walk.forces[~walk.contacts].any()


def test_forces_act_under_the_feet(robot: RobotModel, walk: Clip) -> None:
    """The ground alone changes momentum: checks points and forces together.

    The tolerances are what the featherweight links of the chain root take.
    """
    model, data, points = robot.pinocchio, robot.pinocchio.createData(), anticipated_points(robot)
    for k in range(0, walk.steps, 7):
        q, v, a = (
            walk.positions[k + 1],
            walk.velocities[k],
            (walk.velocities[k + 1] - walk.velocities[k]) * walk.rate_hz,
        )
        pin.computeCentroidalMomentumTimeVariation(model, data, q, v, a)
        pin.forwardKinematics(model, data, q)
        places = np.array(
            [data.oMi[int(j)].act(o) for j, o in zip(points.joints, points.offsets, strict=True)]
        )
        moment = np.cross(places - data.com[0], walk.forces[k]).sum(axis=0)
        np.testing.assert_allclose(moment, data.dhg.angular, atol=1e-2)
        weight = np.array([0.0, 0.0, -robot.mass * GRAVITY])
        np.testing.assert_allclose(walk.forces[k].sum(axis=0) + weight, data.dhg.linear, atol=1e-2)


def test_a_general_cycle_finds_the_symmetric_walk(
    robot: RobotModel, cycle: KinematicCycle, walk: Clip
) -> None:
    """The same motion, not told that it is symmetric: another sparsity, no mirror, the same minimum."""
    seen: list[Iteration] = []
    general = optimize_cycle(robot, replace(cycle, symmetric=False), "general", progress=seen.append)
    assert dynamics_residual(robot, general) < 1e-6
    np.testing.assert_allclose(general.positions, walk.positions, atol=3e-3)
    assert [entry.number for entry in seen] == list(range(len(seen)))
    assert seen[-1].violations.dynamics < seen[0].violations.dynamics


def test_too_few_iterations_are_an_error_with_numbers(robot: RobotModel, cycle: KinematicCycle) -> None:
    settings = load_spacetime_settings().model_copy(update={"iterations": 1})
    with pytest.raises(MotionError, match=r"not converged after 1 iterations: dynamics residual [0-9.e+]+ N"):
        optimize_cycle(robot, cycle, "short", settings)


def test_an_impossible_motion_is_an_error(robot: RobotModel, cycle: KinematicCycle) -> None:
    """Footholds a metre apart sideways are out of reach."""
    wide = replace(cycle, right=replace(cycle.right, heel_y=-1.0), left=replace(cycle.left, heel_y=1.0))
    with pytest.raises(MotionError, match=r"synthesized.*feet misplaced by"):
        optimize_cycle(robot, wide, "wide", load_spacetime_settings().model_copy(update={"iterations": 8}))


def test_a_walk_between_walks_is_the_walk(
    robot: RobotModel, one_more_cycle: KinematicMotion, walk: Clip
) -> None:
    """The hub's own motion, wanted between two of its cycles, comes out again; its ends are the hub's."""
    clip = optimize_between(robot, one_more_cycle, walk, walk, walk.advance, "again")
    assert dynamics_residual(robot, clip) < 1e-6
    assert (clip.cyclic, clip.start_hub, clip.end_hub) == (False, "walk", "walk")
    np.testing.assert_array_equal(clip.positions[:2], walk.positions[:2])
    np.testing.assert_array_equal(clip.positions[-2:], walk.advance.move(walk.positions[:2]))
    np.testing.assert_allclose(clip.positions, walk.positions, atol=1e-3)
    np.testing.assert_allclose(clip.torques, walk.torques, atol=0.5)


def test_a_steady_turn_repeats_turned(robot: RobotModel, cycle: KinematicCycle) -> None:
    turn = Placement(cycle.advance.x, 0.5 * cycle.advance.x * 0.1, 0.1)
    bent = np.array(
        [
            replace(turn, x=0.0, y=0.0, yaw=0.1 * f / cycle.frames).move(cycle.positions[f])
            for f in range(cycle.frames)
        ]
    )
    wanted = replace(cycle, symmetric=False, advance=turn, positions=bent)
    clip = optimize_cycle(robot, wanted, "curve")
    assert dynamics_residual(robot, clip) < 1e-6
    np.testing.assert_array_equal(clip.positions[-2:], turn.move(clip.positions[:2]))


def test_contacts_at_the_ends_must_be_the_hubs(
    robot: RobotModel, one_more_cycle: KinematicMotion, walk: Clip
) -> None:
    contacts = one_more_cycle.contacts.copy()
    contacts[-1, 0] = ~contacts[-1, 0]
    with pytest.raises(MotionError, match="two frames shared with 'walk'"):
        optimize_between(robot, replace(one_more_cycle, contacts=contacts), walk, walk, walk.advance, "again")
