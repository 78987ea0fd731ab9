"""The discrete map against pinocchio's forward dynamics, its derivatives against finite differences."""

from collections.abc import Callable

import numpy as np

from biped_control.motion.clip import Clip
from biped_control.policies.discrete_map import DiscreteMap, stacked_controls
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

ForwardStep = Callable[[int, FloatArray, FloatArray], FloatArray]


def test_affine_map_agrees_with_forward_dynamics(
    robot: RobotModel, clip: Clip, forward_step: ForwardStep
) -> None:
    step = DiscreteMap(robot, clip.dt)
    controls = stacked_controls(clip)
    for k in range(clip.steps):
        x = np.concatenate([clip.positions[k], clip.velocities[k]])
        drift, gain = step.affine(clip.positions[k + 1], clip.velocities[k], clip.contacts[k])
        expected = forward_step(k, x, controls[k])[robot.nv :]
        np.testing.assert_allclose(drift + gain @ controls[k], expected, atol=1e-9)


def test_forces_without_planned_contact_have_no_effect(robot: RobotModel, clip: Clip) -> None:
    _, gain = DiscreteMap(robot, clip.dt).affine(
        clip.positions[1], clip.velocities[0], np.zeros(4, dtype=bool)
    )
    assert np.abs(gain[:, robot.nu :]).max() == 0.0


def test_derivatives_agree_with_central_differences(
    robot: RobotModel, clip: Clip, forward_step: ForwardStep
) -> None:
    linear = DiscreteMap(robot, clip.dt).linearize(clip)
    controls = stacked_controls(clip)
    for k in (1, 4):
        x = np.concatenate([clip.positions[k], clip.velocities[k]])

        def column(direction: FloatArray, k: int = k, x: FloatArray = x) -> FloatArray:
            ahead = forward_step(k, x + 1e-6 * direction, controls[k])
            behind = forward_step(k, x - 1e-6 * direction, controls[k])
            return (ahead - behind) / 2e-6

        numerical = np.column_stack([column(direction) for direction in np.eye(2 * robot.nv)])
        scale = np.abs(numerical).max()
        np.testing.assert_allclose(linear.state_matrices[k], numerical, atol=1e-8 * scale)


def test_defects_are_what_the_next_state_misses(
    robot: RobotModel, clip: Clip, forward_step: ForwardStep
) -> None:
    linear = DiscreteMap(robot, clip.dt).linearize(clip)
    k = 3
    x = np.concatenate([clip.positions[k], clip.velocities[k]])
    reached = forward_step(k, x, linear.controls[k])
    expected = reached - np.concatenate([clip.positions[k + 1], clip.velocities[k + 1]])
    np.testing.assert_allclose(linear.defects[k], expected, atol=1e-9)
