"""Torques for when there is nothing better: brake the joints, or hold a pose softly.

A torque that is held for a whole tick must not turn a joint's velocity around. What a joint can bear
depends on how little inertia it moves: a coefficient fit for a hip shakes an ankle. Hence everything is
scaled by joint inertia.
"""

import numpy as np
import pinocchio as pin

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State

_BRAKED_SHARE = 0.3  # share of a joint's velocity that one tick takes away
_POSTURE_TIME = 0.1  # [s] time constant of the return to a held pose
_EFFORT_SHARE = 0.5  # tightened limits: never more than this share of the effort limit


class JointDamping:
    """Braking torques of one robot at one control period. Keeps no memory."""

    def __init__(self, robot: RobotModel, dt: float) -> None:
        """
        Args:
            robot: the robot; its pose of all joints zero gives the inertias.
            dt: control period [s].
        """
        data = robot.pinocchio.createData()
        pin.computeMinverse(robot.pinocchio, data, pin.neutral(robot.pinocchio))
        # What a torque at the joint moves when all else is free.
        free_inertia = 1.0 / np.diag(data.Minv)[ROOT_DOF:]
        self.coefficients: FloatArray = _BRAKED_SHARE * free_inertia / dt
        self._limits = _EFFORT_SHARE * robot.effort_limits

    def brake(self, state: State) -> FloatArray:
        """(nu,) -K v within half the effort limits [N m]."""
        return self._limited(-self.coefficients * state.v[ROOT_DOF:])

    def hold(self, state: State, pose: FloatArray) -> FloatArray:
        """(nu,) the same with a soft spring to the joint angles `pose` (nu,) [N m]."""
        error = state.q[ROOT_DOF:] - pose
        return self._limited(-self.coefficients * (state.v[ROOT_DOF:] + error / _POSTURE_TIME))

    def _limited(self, torques: FloatArray) -> FloatArray:
        return np.clip(torques, -self._limits, self._limits)
