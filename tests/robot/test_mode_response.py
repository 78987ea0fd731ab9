"""Closed-form motion of the modes against numerical integration of the linearized dynamics (eq. 11)."""

import numpy as np
from modal_pose import Pose
from scipy.integrate import solve_ivp

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.mode_response import free_motion, joint_response
from biped_control.robot.modes import from_modal, modal_forces, to_modal
from biped_control.robot.state import FloatArray


def integrated(pose: Pose, v: FloatArray, force: FloatArray, time: float) -> tuple[FloatArray, FloatArray]:
    """Change of position and velocity after `time` from rest position at velocity v under constant force."""
    size = len(v)

    def rates(_: float, x: FloatArray) -> FloatArray:
        return np.concatenate([x[size:], np.linalg.solve(pose.mass, force - pose.stiffness @ x[:size])])

    end = solve_ivp(rates, (0.0, time), np.concatenate([np.zeros(size), v]), rtol=1e-10, atol=1e-12).y[:, -1]
    return end[:size], end[size:]


def test_free_motion_and_impulse(pose: Pose) -> None:
    random, time = np.random.default_rng(4), 0.1
    size = len(pose.mass)
    v, force, impulse = random.normal(size=(3, size))
    modes = pose.modes
    modal_force, modal_impulse = modal_forces(modes, np.array([force, impulse]))
    position, velocity = free_motion(modes, to_modal(modes, v), modal_force, time)
    by_position, by_velocity = joint_response(modes.frequencies, time)
    kick = modes.root_mobility @ modal_impulse[:ROOT_DOF]
    position += np.concatenate([time * kick, by_position * modal_impulse[ROOT_DOF:]])
    velocity += np.concatenate([kick, by_velocity * modal_impulse[ROOT_DOF:]])
    expected = integrated(pose, v + np.linalg.solve(pose.mass, impulse), force, time)
    np.testing.assert_allclose(from_modal(modes, position), expected[0], rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(from_modal(modes, velocity), expected[1], rtol=1e-6, atol=1e-6)


def test_springs_keep_the_energy(pose: Pose) -> None:
    v = np.random.default_rng(5).normal(size=len(pose.mass))
    modes = pose.modes
    position, velocity = free_motion(modes, to_modal(modes, v), np.zeros(len(v)), 0.4)
    q, after = from_modal(modes, position), from_modal(modes, velocity)
    energy = after @ pose.mass @ after + q @ pose.stiffness @ q
    np.testing.assert_allclose(energy, v @ pose.mass @ v, rtol=1e-9)
