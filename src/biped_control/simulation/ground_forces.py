"""Ground forces from motion: for an engine that tells how the robot moves but not what touches it.

Newton's law holds in each physics step, and how the engine integrates is known (semi-implicit Euler):

    M(q) (v' - v) / h + bias(q, v) = [0; tau] + J_push^T w_push + J_feet^T w

What no torque and no push explains is the ground's, and the wrench w on each foot follows by least squares.
The row of a joint at its limit is left out, for its stop takes part. What touches the ground beside the feet
is not told apart: of a robot that lies there the forces say nothing.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pinocchio as pin

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import Sole, sole_of
from biped_control.robot.state import FloatArray, State

_LEAST_LOAD = 1e-3  # [N] less than this is rounding
_LEAST_SHARE = 1e-6
_AT_LIMIT = 1e-3  # [rad]
_RIDGE = 1e-12  # of the largest diagonal entry: stretched legs leave a direction open

JointWrench = tuple[int, FloatArray]
"""Pinocchio joint, (6,) force at its origin and torque about it, world axes [N, N m]."""


class GroundForces:
    """Mean forces at the sole corners during a tick."""

    def __init__(self, robot: RobotModel, step: float) -> None:
        """
        Args:
            robot: it has one sole a foot.
            step: length of a physics step [s].
        """
        self._model, self._data, self._step = robot.pinocchio, robot.pinocchio.createData(), step
        self._frames = [robot.frame_id(side.foot) for side in robot.limbs.sides]
        self._soles = [sole_of(robot, side.foot) for side in robot.limbs.sides]
        self._lowest, self._highest = robot.lower_limits + _AT_LIMIT, robot.upper_limits - _AT_LIMIT

    def measure(
        self, states: Sequence[State], forces: FloatArray, pushes: Sequence[JointWrench] = ()
    ) -> tuple[FloatArray, FloatArray]:
        """Points and forces of a tick.

        Args:
            states: before the first physics step and after each.
            forces: (nv,) generalized forces that were applied in all of them.
            pushes: wrenches that were, too.

        Returns:
            (n, 3) loaded sole corners at the end of the tick and (n, 3) mean force at each, world axes [N].
            The corners of a foot share its force such that they carry it at its centre of pressure.
        """
        pin.framesForwardKinematics(self._model, self._data, states[-1].q)
        ends = [self._data.oMf[frame].copy() for frame in self._frames]
        steps = [self._balance(before, after, forces, pushes) for before, after in pairwise(states)]
        places, jacobians, missing = (np.array(part) for part in zip(*steps, strict=True))
        wrenches = _least_wrenches(jacobians, missing)
        moved = places - [end.translation for end in ends]
        wrenches[..., 3:] += np.cross(moved, wrenches[..., :3])
        points, shares = [np.empty((0, 3))], [np.empty((0, 3))]
        for end, sole, wrench in zip(ends, self._soles, wrenches.mean(axis=0), strict=True):
            if np.linalg.norm(wrench[:3]) < _LEAST_LOAD:
                continue
            parts = _corner_shares(sole, end.rotation.T @ wrench[:3], end.rotation.T @ wrench[3:])
            loaded = parts > _LEAST_SHARE
            points.append(sole.corners()[loaded] @ end.rotation.T + end.translation)
            shares.append(np.outer(parts[loaded], wrench[:3]))
        return np.concatenate(points), np.concatenate(shares)

    def _balance(
        self, before: State, after: State, forces: FloatArray, pushes: Sequence[JointWrench]
    ) -> tuple[list[FloatArray], FloatArray, FloatArray]:
        """Origin (3,) of each foot, their (6 feet, nv) Jacobian and the (nv,) missing force, in one step."""
        model, data, axes = self._model, self._data, pin.LOCAL_WORLD_ALIGNED
        missing = pin.rnea(model, data, before.q, before.v, (after.v - before.v) / self._step) - forces
        pin.computeJointJacobians(model, data, before.q)
        for joint, wrench in pushes:
            missing -= pin.getJointJacobian(model, data, joint, axes).T @ wrench
        pin.updateFramePlacements(model, data)
        jacobian = np.concatenate([pin.getFrameJacobian(model, data, frame, axes) for frame in self._frames])
        joints = before.q[ROOT_DOF:]
        jacobian[:, ROOT_DOF:] *= (joints > self._lowest) & (joints < self._highest)
        return [data.oMf[frame].translation.copy() for frame in self._frames], jacobian, missing


def _least_wrenches(jacobians: FloatArray, missing: FloatArray) -> FloatArray:
    """(steps, feet, 6) wrenches that come nearest to the (steps, nv) missing forces, all steps at once."""
    normal = jacobians @ jacobians.transpose(0, 2, 1)
    diagonal = np.einsum("kii->ki", normal)  # a view
    diagonal += _RIDGE * diagonal.max(axis=1, keepdims=True)
    solved = np.linalg.solve(normal, jacobians @ missing[..., np.newaxis])
    return np.asarray(solved).reshape(len(missing), -1, 6)


def _corner_shares(sole: Sole, force: FloatArray, moment: FloatArray) -> FloatArray:
    """(4,) shares of a foot's (3,) force, given with its (3,) moment about the foot's origin, foot axes."""
    along = across = 0.5
    if force[2] > _LEAST_LOAD:
        x = (sole.z * force[0] - moment[1]) / force[2]
        y = (sole.z * force[1] + moment[0]) / force[2]
        along = min(max((x - sole.heel_x) / (sole.toe_x - sole.heel_x), 0.0), 1.0)
        across = min(max(0.5 + 0.5 * (y - sole.centre_y) / sole.half_width, 0.0), 1.0)
    return np.outer([1.0 - along, along], [across, 1.0 - across]).ravel()
