"""What tests of the policies share: a clip of any motion and the step that gains are computed for."""

from collections.abc import Callable

import numpy as np
import pinocchio as pin
import pytest
from waving_clip import waving_clip

from biped_control.motion.clip import Clip
from biped_control.policies.weights import LookAheadWeights, load_table, look_ahead_weights
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray


@pytest.fixture(scope="session")
def clip(robot: RobotModel) -> Clip:
    return waving_clip(robot)


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
