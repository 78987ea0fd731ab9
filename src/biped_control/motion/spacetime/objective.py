"""The cost (Muico 3.2: stay near the captured motion with small and smooth torques) as Gauss-Newton windows.

Every term is a weighted square. All terms that begin at frame k reach over the window of frames k ... k + 3,
so that the cost is a sum of W equal-shaped least-squares windows.
"""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.spacetime.dynamics_block import StepDynamics
from biped_control.motion.spacetime.ends import REACH
from biped_control.motion.spacetime.problem import FORCE_UNIT, SpacetimeProblem
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import joint_supports
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import BoolArray, FloatArray


@dataclass(frozen=True)
class CostRows:
    """Weighted residuals of all windows, whose squares add up to twice the cost.

    Attributes:
        plain: (W, 2 nv + 24) deviation, acceleration, force and change of force; linear in the frames.
        torque: (W, 2 nu) torques and their changes.
        torque_rows: (W, 2 nu, 4 (nv + 12)) derivatives of `torque` by the frames of each window.
    """

    plain: FloatArray
    torque: FloatArray
    torque_rows: FloatArray

    @property
    def value(self) -> float:
        """The cost."""
        return 0.5 * float((self.plain**2).sum() + (self.torque**2).sum())


class Objective:
    """Evaluates the cost of one problem.

    Attributes:
        plain_rows: (2 nv + 24, 4 (nv + 12)) derivatives of `CostRows.plain`, the same for every window.
    """

    def __init__(self, problem: SpacetimeProblem) -> None:
        settings = problem.settings
        self.nv, self.width, self.count = problem.robot.nv, problem.ends.width, problem.ends.windows
        self.wanted = problem.motion.positions[: self.count]
        self.dt = problem.dt
        self._robot = problem.robot
        # Square roots of the weights: residuals below are already weighted.
        self._deviation = np.sqrt(settings.deviation.diagonal(problem.robot) * problem.frame_weight)
        self._acceleration = np.sqrt(settings.acceleration * problem.frame_weight)
        self._force = np.sqrt(settings.force * problem.frame_weight) * FORCE_UNIT
        self._force_change = np.sqrt(settings.force_change * problem.change_weight) * FORCE_UNIT
        self._torque = np.sqrt(settings.torque * problem.frame_weight)
        self._torque_change = np.sqrt(settings.torque_change * problem.change_weight)
        self.plain_rows = self._rows_without_torque()

    def evaluate(self, frames: FloatArray, dynamics: StepDynamics) -> CostRows:
        """Residuals at (W + 3, nv + 12) frames, given the dynamics of W + 1 steps there."""
        return CostRows(self._residuals_without_torque(frames), *self._torque_residuals(dynamics))

    def pattern(self) -> BoolArray:
        """(4 (nv + 12), 4 (nv + 12)) which entries of a window's squared rows can be other than zero."""
        torque = torque_pattern(self._robot)
        change = np.zeros((len(torque), REACH * self.width), dtype=np.bool_)
        change[:, : torque.shape[1]] = torque
        change[:, self.width :] |= torque
        rows = np.vstack([change, self.plain_rows != 0.0]).astype(np.float32)
        together: BoolArray = rows.T @ rows > 0.0
        return together

    def _residuals_without_torque(self, frames: FloatArray) -> FloatArray:
        """(W, 2 nv + 24) weighted deviation, acceleration, force and change of force."""
        count, nv = self.count, self.nv
        q, f = frames[:, :nv], frames[:, nv:]
        acceleration = (q[2 : count + 2] - 2.0 * q[1 : count + 1] + q[:count]) / self.dt**2
        return np.hstack(
            [
                self._deviation * (q[:count] - self.wanted),
                self._acceleration * acceleration,
                self._force * f[:count],
                self._force_change * (f[1 : count + 1] - f[:count]),
            ]
        )

    def _rows_without_torque(self) -> FloatArray:
        """(2 nv + 24, 4 (nv + 12)) derivative of the above, the same for every window."""
        nv, width = self.nv, self.width
        forces, positions = np.eye(width - nv), np.eye(nv)
        rows = np.zeros((2 * width, REACH * width))
        rows[:nv, :nv] = np.diag(self._deviation)
        for frame, factor in enumerate((1.0, -2.0, 1.0)):
            rows[nv : 2 * nv, frame * width : frame * width + nv] = (
                self._acceleration * factor / self.dt**2 * positions
            )
        rows[2 * nv : nv + width, nv:width] = self._force * forces
        rows[nv + width :, nv:width] = -self._force_change * forces
        rows[nv + width :, width + nv : 2 * width] = self._force_change * forces
        return rows

    def _torque_residuals(self, dynamics: StepDynamics) -> tuple[FloatArray, FloatArray]:
        """(W, 2 nu) weighted torques and their changes, and the derivatives (W, 2 nu, 4 (nv + 12))."""
        torques, jacobians = dynamics.residuals[:, ROOT_DOF:], dynamics.jacobians[:, ROOT_DOF:]
        nu, reach = jacobians.shape[1:]
        rows = np.zeros((self.count, 2 * nu, REACH * self.width))
        rows[:, :nu, :reach] = self._torque * jacobians[:-1]
        rows[:, nu:, :reach] = -self._torque_change * jacobians[:-1]
        rows[:, nu:, self.width :] += self._torque_change * jacobians[1:]
        changes = torques[1:] - torques[:-1]
        return np.hstack([self._torque * torques[:-1], self._torque_change * changes]), rows


def torque_pattern(robot: RobotModel) -> BoolArray:
    """(nu, 3 (nv + 12)) which entries of a step's torque derivatives can be other than zero.

    A joint torque depends on the coordinates below and above the joint on its branch, and on forces below it.
    """
    supports, nv = joint_supports(robot), robot.nv
    carrier = np.zeros(nv, dtype=np.int64)
    for joint in range(1, robot.pinocchio.njoints):
        carrier[robot.pinocchio.idx_vs[joint]] = joint
    above = supports[carrier]  # (nv, nv): does coordinate j move the link of coordinate i
    branch = above | above.T
    forces = np.repeat(supports[anticipated_points(robot).joints].T, 3, axis=1)
    nothing = np.zeros_like(forces)
    return np.hstack([branch, forces, branch, nothing, branch, nothing])[ROOT_DOF:]
