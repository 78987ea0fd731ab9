"""A short clip that obeys no dynamics: derivatives and sweeps must be right on any motion."""

from collections.abc import Callable

import numpy as np
import pinocchio as pin
import pytest

from biped_control.motion.clip import Clip
from biped_control.policies.weights import LookAheadWeights, load_table, look_ahead_weights
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray

RATE_HZ = 120.0


@pytest.fixture(scope="session")
def clip(robot: RobotModel) -> Clip:
    random = np.random.default_rng(7)
    steps = 6
    time = np.arange(steps + 2)[:, None] / RATE_HZ
    amplitude, phase = random.uniform(0.05, 0.3, robot.nv), random.uniform(0.0, 6.0, robot.nv)
    positions = amplitude * np.sin(8.0 * time + phase)
    positions[:, 2] += 0.9
    return Clip(
        name="waving",
        rate_hz=RATE_HZ,
        positions=positions,
        torques=random.normal(scale=30.0, size=(steps, robot.nu)),
        forces=random.normal(scale=100.0, size=(steps, 4, 3)),
        contacts=random.random((steps, 4)) < 0.6,
        advance=Placement(0.3, 0.1, 0.4),
        cyclic=True,
        start_hub="waving",
        end_hub="waving",
        robot=robot.fingerprint,
        source="made up",
    )


@pytest.fixture(scope="session")
def weights(robot: RobotModel) -> LookAheadWeights:
    return look_ahead_weights(robot, load_table())


@pytest.fixture(scope="session")
def forward_step(robot: RobotModel, clip: Clip) -> Callable[[int, FloatArray, FloatArray], FloatArray]:
    """x_{k+1} of eq. 4 from (k, x_k, u_k): articulated-body algorithm, spatial forces on the feet."""
    model, data, points, nv = (
        robot.pinocchio,
        robot.pinocchio.createData(),
        anticipated_points(robot),
        robot.nv,
    )

    def step(k: int, x: FloatArray, u: FloatArray) -> FloatArray:
        q, v = x[:nv] + clip.dt * x[nv:], x[nv:]
        pin.forwardKinematics(model, data, q)
        spatial = pin.StdVec_Force()
        for _ in range(model.njoints):
            spatial.append(pin.Force.Zero())
        for i, joint in enumerate(points.joints):
            if clip.contacts[k, i]:
                rotation = data.oMi[int(joint)].rotation
                local = rotation.T @ u[robot.nu + 3 * i : robot.nu + 3 * i + 3]
                spatial[int(joint)] += pin.Force(local, np.cross(points.offsets[i], local))
        torque = np.concatenate([np.zeros(6), u[: robot.nu]])
        return np.concatenate([q, v + clip.dt * pin.aba(model, data, q, v, torque, spatial)])

    return step
