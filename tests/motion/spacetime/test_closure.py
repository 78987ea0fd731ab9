"""Frames beyond the unknowns."""

import numpy as np

from biped_control.motion.spacetime.problem import SpacetimeProblem
from biped_control.robot.mirror import mirror_forces, mirror_matrix
from biped_control.robot.state import FloatArray


def test_following_frames_are_the_mirror_image_or_the_same_a_stride_further(
    problem: SpacetimeProblem, unknowns: FloatArray
) -> None:
    nv, count = problem.robot.nv, problem.frames
    following = problem.closure.extended(unknowns, 3)[count:]
    positions, forces = unknowns[:3, :nv], unknowns[:3, nv:].reshape(3, 4, 3)
    stride = problem.cycle.stride
    if problem.cycle.symmetric:
        positions = positions @ mirror_matrix(problem.robot).T
        forces, stride = mirror_forces(forces), 0.5 * stride
    np.testing.assert_allclose(following[:, :nv], positions + np.eye(nv)[0] * stride, atol=1e-14)
    np.testing.assert_array_equal(following[:, nv:], forces.reshape(3, 12))


def test_columns_and_signs_say_the_same_as_the_extension(
    problem: SpacetimeProblem, unknowns: FloatArray
) -> None:
    columns, signs = problem.closure.columns(3)
    extended = problem.closure.extended(unknowns, 3)
    shift = np.zeros_like(extended)
    shift[problem.frames :] = problem.closure.shift
    np.testing.assert_array_equal(signs * unknowns.ravel()[columns] + shift, extended)


def test_a_mirrored_half_cycle_twice_is_the_cycle(problem: SpacetimeProblem, unknowns: FloatArray) -> None:
    count = problem.frames
    twice = problem.closure.extended(problem.closure.extended(unknowns, count)[count:], 1)[count:]
    stride = problem.cycle.stride * (1 if problem.cycle.symmetric else 2)
    expected = unknowns[:1] + np.eye(problem.closure.width)[0] * stride
    np.testing.assert_allclose(twice, expected, atol=1e-14)
