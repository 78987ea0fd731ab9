"""Frames beyond the last one, and what is known at the ends of a clip."""

from dataclasses import replace

import numpy as np

from biped_control.motion.clip import Clip
from biped_control.motion.kinematic_cycle import KinematicCycle
from biped_control.motion.kinematic_motion import KinematicMotion
from biped_control.motion.spacetime.ends import periodic_ends
from biped_control.motion.spacetime.hub_ends import between_hubs
from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.robot.mirror import mirror_forces, mirror_matrix
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray


def test_following_frames_are_the_mirror_image_or_the_same_a_stride_further(
    periodic: SpacetimeProblem, periodic_unknowns: FloatArray, cycle: KinematicCycle
) -> None:
    nv, count = periodic.robot.nv, periodic.frames
    following = periodic.ends.extended(periodic_unknowns)[count:]
    positions, forces = periodic_unknowns[:3, :nv], periodic_unknowns[:3, nv:].reshape(3, 4, 3)
    stride = cycle.advance.x
    if periodic.frames != periodic.motion.frames:
        positions = positions @ mirror_matrix(periodic.robot).T
        forces, stride = mirror_forces(forces), 0.5 * stride
    np.testing.assert_allclose(following[:, :nv], positions + np.eye(nv)[0] * stride, atol=1e-14)
    np.testing.assert_array_equal(following[:, nv:], forces.reshape(3, 12))


def test_a_turning_cycle_goes_on_turned(robot: RobotModel) -> None:
    advance = Placement(1.0, 0.2, 0.4)
    ends = periodic_ends(robot, 6, advance)
    frames = np.random.default_rng(3).standard_normal((6, robot.nv + 12))
    following = ends.extended(frames)[6:]
    np.testing.assert_allclose(following[:, : robot.nv], advance.move(frames[:3, : robot.nv]), atol=1e-14)
    forces = advance.rotate_vectors(frames[:3, robot.nv :].reshape(3, 4, 3))
    np.testing.assert_allclose(following[:, robot.nv :].reshape(3, 4, 3), forces, atol=1e-14)


def test_a_mirror_image_of_the_mirror_image_is_the_motion(periodic: SpacetimeProblem) -> None:
    following = periodic.ends.following
    assert following is not None
    twice = np.linalg.matrix_power(following.matrix, 2)
    np.testing.assert_array_equal(twice, np.eye(len(twice)))


def test_a_clip_between_hubs_has_known_frames_at_both_ends(between: SpacetimeProblem) -> None:
    ends, nv = between.ends, between.robot.nv
    known = ends.known[:, :nv].all(axis=1)
    assert np.flatnonzero(known).tolist() == [0, 1, 2, ends.frames - 3, ends.frames - 2, ends.frames - 1]
    # Unknown are the forces of the T steps: all but one before and those from the next clip on.
    assert np.flatnonzero(~ends.known[:, nv]).tolist() == list(range(1, ends.frames - 3))
    assert ends.extended(ends.values) is ends.values
    assert ends.windows + 3 == ends.frames


def test_known_frames_are_each_hubs_own_seen_from_the_clip(
    robot: RobotModel, one_more_cycle: KinematicMotion, walk: Clip
) -> None:
    """Two hubs that differ in everything that may differ, the first one turning, the second one turned to."""
    contacts = walk.contacts.copy()
    contacts[1] = ~contacts[1]
    start = replace(walk, advance=Placement(0.5, 0.3, 0.7))
    end = replace(walk, forces=2.0 * walk.forces + 1.0, contacts=contacts)
    advance, nv = Placement(1.0, -0.4, 1.2), robot.nv
    # The end's first frames touch as the walk's do: only its third frame is another.
    padded, ends = between_hubs(one_more_cycle, start, end, advance)
    np.testing.assert_allclose(ends.values[1:3, :nv], start.positions[:2], atol=1e-15)
    np.testing.assert_allclose(start.advance.move(ends.values[0, :nv]), start.positions[-3], atol=1e-14)
    np.testing.assert_allclose(ends.values[-3:, :nv], advance.move(end.positions[:3]), atol=1e-14)
    for found, force, yaw in (
        (ends.values[0, nv:], start.forces[-1], -start.advance.yaw),
        (ends.values[-3, nv:], end.forces[0], advance.yaw),
    ):
        c, s = np.cos(yaw), np.sin(yaw)
        turned = force @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        np.testing.assert_allclose(100.0 * found.reshape(4, 3), turned, atol=1e-10)
    np.testing.assert_array_equal(padded.contacts[0], start.contacts[-2])
    np.testing.assert_array_equal(padded.contacts[-1], end.contacts[1])
