"""Inverse dynamics of every step and its derivatives: torques as a function of three poses and the forces.

r_k = M(q_{k+1}) (q_{k+2} - 2 q_{k+1} + q_k) / dt^2 + bias(q_{k+1}, (q_{k+1} - q_k) / dt) - J(q_{k+1})^T f_k
(the papers' discrete map). Its first six rows must vanish, the others are the joint torques.
"""

from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.compiled import kernel
from biped_control.motion.spacetime.ends import POINT_FORCES
from biped_control.motion.spacetime.problem import FORCE_UNIT
from biped_control.robot.dynamics import DynamicsTerms, force_stiffness
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import FloatArray

WINDOW = 3  # frames that one step reaches over


@dataclass(frozen=True)
class StepDynamics:
    """Generalized forces that consecutive steps need beyond those of the ground.

    Attributes:
        residuals: (K, nv) r_k [N, N m].
        jacobians: (K, nv, 3 * (nv + 12)) derivatives by [q_k, f_k, q_{k+1}, f_{k+1}, q_{k+2}, f_{k+2}],
            forces in units of 100 N.
    """

    residuals: FloatArray
    jacobians: FloatArray


class InverseDynamics:
    """Evaluates `StepDynamics` for one robot and control period. Owns pinocchio's work space."""

    def __init__(self, robot: RobotModel, dt: float) -> None:
        self.dt = dt
        self.model = robot.pinocchio
        self.points = anticipated_points(robot)
        self.terms = DynamicsTerms(robot)

    def evaluate(self, frames: FloatArray, steps: int) -> StepDynamics:
        """Residuals and derivatives of steps 0 ... steps - 1.

        Args:
            frames: (>= steps + 2, nv + 12) positions and forces [100 N] of consecutive frames.
        """
        nv, model, data = self.model.nv, self.model, self.terms.data
        q, forces = np.ascontiguousarray(frames[:, :nv]), FORCE_UNIT * frames[:, nv:]
        width = nv + POINT_FORCES
        residuals, jacobians = np.zeros((steps, nv)), np.zeros((steps, nv, WINDOW * width))
        for k in range(steps):
            velocity = (q[k + 1] - q[k]) / self.dt
            acceleration = (q[k + 2] - 2.0 * q[k + 1] + q[k]) / self.dt**2
            pin.computeRNEADerivatives(model, data, q[k + 1], velocity, acceleration)
            # RNEA derivatives also leave the joint Jacobians and placements of the pose behind.
            positions = self.terms.point_positions(self.points)
            jacobian = self.terms.point_jacobians(self.points, positions)
            stiffness = force_stiffness(
                np.ascontiguousarray(data.J), self.terms.supports, self.points.joints, jacobian, forces[k]
            )
            residuals[k] = data.tau - jacobian.T @ forces[k]
            _fill_window(
                jacobians[k], np.ascontiguousarray(data.dtau_dq), np.ascontiguousarray(data.dtau_dv),
                np.ascontiguousarray(data.M), stiffness, FORCE_UNIT * jacobian, self.dt,
            )  # fmt: skip
        return StepDynamics(residuals, jacobians)


@kernel
def _fill_window(
    window: FloatArray, by_position: FloatArray, by_velocity: FloatArray, mass_upper: FloatArray,
    stiffness: FloatArray, force_jacobian: FloatArray, dt: float,
) -> None:  # fmt: skip
    """Chain rule from (q, v, a, f) to the window of three frames; `mass_upper` is filled above its diagonal
    only, `force_jacobian` is by forces in their unit."""
    nv, forces = by_position.shape[0], force_jacobian.shape[0]
    width = nv + forces
    for i in range(nv):
        for j in range(nv):
            mass = (mass_upper[i, j] if i <= j else mass_upper[j, i]) / (dt * dt)
            damping = by_velocity[i, j] / dt
            window[i, j] = mass - damping
            window[i, width + j] = by_position[i, j] - stiffness[i, j] + damping - 2.0 * mass
            window[i, 2 * width + j] = mass
        for j in range(forces):
            window[i, nv + j] = -force_jacobian[j, i]
