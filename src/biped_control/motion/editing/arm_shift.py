"""Hands put higher or lower by inverse kinematics of the arms."""

import numpy as np

from biped_control.errors import MotionError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import PointSet
from biped_control.robot.state import FloatArray

_ITERATIONS = 12
_TOLERANCE = 1e-4  # [m]
_DAMPING = 1e-3


class ArmShift:
    """Moves the ends of both arms up. Owns pinocchio's work space: one instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        """
        Args:
            robot: any humanoid of the limb map.

        Raises:
            MotionError: it has no arms.
        """
        if not all(side.arm for side in robot.limbs.sides):
            raise MotionError("the robot has no arms; expected an edit without hands")
        model, self._terms = robot.pinocchio, DynamicsTerms(robot)
        self._lower, self._upper = robot.lower_limits, robot.upper_limits
        self._arms = [np.array([robot.joint_index[name] for name in side.arm]) for side in robot.limbs.sides]
        # The hand is taken to be the centre of mass of the last link.
        ends = np.array([model.getJointId(side.arm[-1]) for side in robot.limbs.sides])
        self._hands = PointSet(ends, np.array([model.inertias[int(end)].lever for end in ends]))

    def apply(self, q: FloatArray, rise: float) -> tuple[FloatArray, float]:
        """(nv,) positions with both hands `rise` higher, and how far the worse is from there [m]."""
        q, terms, hands = q.copy(), self._terms, self._hands
        targets = terms.positions_at(q, hands) + np.array([0.0, 0.0, rise])
        for hand, (arm, target) in enumerate(zip(self._arms, targets, strict=True)):
            columns = arm + ROOT_DOF
            for _ in range(_ITERATIONS):
                jacobian = terms.jacobians_at(q, hands)[3 * hand : 3 * hand + 3, columns]
                error = target - terms.point_positions(hands)[hand]
                if float(np.linalg.norm(error)) < _TOLERANCE:
                    break
                square = jacobian @ jacobian.T + _DAMPING * np.eye(3)
                turned = q[columns] + jacobian.T @ np.linalg.solve(square, error)
                q[columns] = np.clip(turned, self._lower[arm], self._upper[arm])
        missed = np.linalg.norm(targets - terms.positions_at(q, hands), axis=1)
        return q, float(missed.max())
