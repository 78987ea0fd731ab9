"""Hands put higher or lower by inverse kinematics of the arms."""

import numpy as np
import pinocchio as pin

from biped_control.errors import MotionError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
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
        model = robot.pinocchio
        self._model, self._data = model, model.createData()
        self._lower, self._upper = robot.lower_limits, robot.upper_limits
        self._arms = [np.array([robot.joint_index[name] for name in side.arm]) for side in robot.limbs.sides]
        # The hand is taken to be the centre of mass of the last link.
        self._ends = [model.getJointId(side.arm[-1]) for side in robot.limbs.sides]

    def apply(self, q: FloatArray, rise: float) -> tuple[FloatArray, float]:
        """(nv,) positions with both hands `rise` higher, and how far the worse is from there [m]."""
        q, worst = q.copy(), 0.0
        pin.forwardKinematics(self._model, self._data, q)
        targets = [self._hand(end) + np.array([0.0, 0.0, rise]) for end in self._ends]
        for arm, end, target in zip(self._arms, self._ends, targets, strict=True):
            columns = arm + ROOT_DOF
            for _ in range(_ITERATIONS):
                pin.computeJointJacobians(self._model, self._data, q)
                error = target - self._hand(end)
                if float(np.linalg.norm(error)) < _TOLERANCE:
                    break
                jacobian = self._jacobian(end)[:, columns]
                square = jacobian @ jacobian.T + _DAMPING * np.eye(3)
                turned = q[columns] + jacobian.T @ np.linalg.solve(square, error)
                q[columns] = np.clip(turned, self._lower[arm], self._upper[arm])
            pin.forwardKinematics(self._model, self._data, q)
            worst = max(worst, float(np.linalg.norm(target - self._hand(end))))
        return q, worst

    def _hand(self, joint: int) -> FloatArray:
        hand: FloatArray = self._data.oMi[joint].act(self._model.inertias[joint].lever)
        return np.array(hand)

    def _jacobian(self, joint: int) -> FloatArray:
        jacobian = pin.getJointJacobian(
            self._model, self._data, joint, pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        )
        arm = self._hand(joint) - self._data.oMi[joint].translation
        linear: FloatArray = jacobian[:3] - pin.skew(arm) @ jacobian[3:]
        return linear
