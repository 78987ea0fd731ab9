"""Leg angles that put a foot where it should be, for any robot whose legs have six joints.

Clips are built with it, and the regulators' reference is put on felt ground. `motion.editing.leg_solution`
solves the same problem while the robot walks, several times a tick. Neither rests on the other: this one
weighs a miss by the screw that leads to the target (log6), that one by distance and angle. In reach both come
to the same angles, within 1e-5 rad where a leg is nearly straight; out of reach up to 1e-3 rad lie between
them. Built clips, and walks on felt ground, would not be those that have been measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pinocchio as pin

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

_MAX_ITERATIONS = 60
_TOLERANCE = 1e-9  # squared length of the pose error, metres and radians mixed
_LARGEST_TURN = 0.3  # [rad] of any joint in one iteration


@dataclass(frozen=True)
class LegSolution:
    """Result for one foot pose.

    Attributes:
        angles: (6,) leg joints, hip first [rad].
        position_error: distance between foot and target [m].
        rotation_error: angle between foot and target [rad].
    """

    angles: FloatArray
    position_error: float
    rotation_error: float


class LegInverseKinematics:
    """Six-joint inverse kinematics of one leg: Levenberg-Marquardt steps with joints held at their limits.

    A pose out of reach is not an error: the nearest pose found is returned with its error, and the caller
    decides. Owns pinocchio's work space: one instance a thread.
    """

    def __init__(self, robot: RobotModel, foot: Foot, smallest_knee: float = 0.08) -> None:
        """Prepares a leg.

        Args:
            robot: any humanoid of the limb map.
            foot: which leg.
            smallest_knee: knees bend at least this much [rad]; a straight knee is singular.

        Raises:
            MotionError: the leg does not have six joints.
        """
        side = robot.limbs.side(foot)
        if len(side.leg) != 6:
            raise MotionError(
                f"{foot} leg: {len(side.leg)} joints {side.leg}; this inverse kinematics needs six"
            )
        indices = [robot.joint_index[name] for name in side.leg]
        self.columns = np.array(indices) + ROOT_DOF
        self.lower, self.upper = robot.lower_limits[indices].copy(), robot.upper_limits[indices].copy()
        self._bent = np.clip(np.zeros(6), self.lower, self.upper)
        for place, name in enumerate(side.leg):
            if robot.group_of_joint[name] == "knee":
                self.lower[place] = max(self.lower[place], smallest_knee)
                self._bent[place] = 0.5
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._frame = robot.frame_id(side.foot)

    def solve(self, q: FloatArray, target: pin.SE3) -> LegSolution:
        """Leg angles for one pose.

        Args:
            q: (nv,) positions of the whole robot; the leg's own entries are the starting point.
            target: wanted pose of the foot link in the world.
        """
        solution = self._descend(q, np.clip(q[self.columns], self.lower, self.upper), target)
        if solution.position_error > 1e-4:  # a poor start can end at the wrong joint limit
            again = self._descend(q, self._bent, target)
            if again.position_error < solution.position_error:
                return again
        return solution

    def _descend(self, q: FloatArray, start: FloatArray, target: pin.SE3) -> LegSolution:
        pose, angles = q.copy(), start.copy()
        error = self._error(pose, angles, target)
        size, damping = float(error @ error), 1e-4
        for _ in range(_MAX_ITERATIONS):
            if size < _TOLERANCE**2 or damping > 1e6:
                break
            jacobian = self._jacobian(pose)
            step = self._step(jacobian, error, angles, damping * (1e-6 + size))
            step *= min(1.0, _LARGEST_TURN / max(float(np.abs(step).max()), 1e-12))
            tried = np.clip(angles + step, self.lower, self.upper)
            error_there = self._error(pose, tried, target)
            size_there = float(error_there @ error_there)
            if size_there < size:
                stalled = size_there > (1.0 - 1e-9) * size
                angles, error, size, damping = tried, error_there, size_there, damping * 0.1
                if stalled:
                    break
            else:
                damping = max(damping, 1e-4) * 10.0
        self._error(pose, angles, target)  # leaves the kinematics at the best angles
        reached = self._data.oMf[self._frame].actInv(target)
        return LegSolution(
            angles,
            float(np.linalg.norm(reached.translation)),
            float(np.linalg.norm(pin.log3(reached.rotation))),
        )

    def _step(
        self, jacobian: FloatArray, error: FloatArray, angles: FloatArray, damping: float
    ) -> FloatArray:
        """Damped least-squares step; a joint that would leave through the limit it rests at is held."""
        free = np.ones(6, dtype=np.bool_)
        step = np.zeros(6)
        for _ in range(6):
            columns = jacobian[:, free]
            normal = columns.T @ columns + damping * np.eye(columns.shape[1])
            step[:] = 0.0
            step[free] = np.linalg.solve(normal, columns.T @ error)
            blocked = free & (
                ((angles <= self.lower) & (step < 0.0)) | ((angles >= self.upper) & (step > 0.0))
            )
            if not blocked.any():
                break
            free &= ~blocked
        return step

    def _error(self, pose: FloatArray, angles: FloatArray, target: pin.SE3) -> FloatArray:
        pose[self.columns] = angles
        pin.forwardKinematics(self._model, self._data, pose)
        pin.updateFramePlacement(self._model, self._data, self._frame)
        error: FloatArray = pin.log6(self._data.oMf[self._frame].actInv(target)).vector
        return error

    def _jacobian(self, pose: FloatArray) -> FloatArray:
        jacobian = pin.computeFrameJacobian(self._model, self._data, pose, self._frame, pin.LOCAL)
        columns: FloatArray = jacobian[:, self.columns]
        return columns


@dataclass(frozen=True)
class LegTrack:
    """Legs solved over a motion.

    Attributes:
        positions: (C, nv) with both legs replaced.
        position_errors: (C, 2) right and left foot [m].
    """

    positions: FloatArray
    position_errors: FloatArray


def solve_legs(
    robot: RobotModel,
    positions: FloatArray,
    right: Sequence[pin.SE3],
    left: Sequence[pin.SE3],
    smallest_knee: float = 0.08,
) -> LegTrack:
    """Puts both feet of every frame at their poses, each frame started from the one before.

    Args:
        robot: the humanoid.
        positions: (C, nv) base, trunk and arms of every frame; leg entries of frame 0 are the first starting
            point.
        right, left: C poses of the foot links in the world.
        smallest_knee: see `LegInverseKinematics`.
    """
    solved = positions.copy()
    errors = np.zeros((len(positions), 2))
    for place, (foot, targets) in enumerate(zip(FEET, (right, left), strict=True)):
        leg = LegInverseKinematics(robot, foot, smallest_knee)
        for frame, target in enumerate(targets):
            start = solved[frame].copy()
            start[leg.columns] = solved[max(frame - 1, 0), leg.columns]
            solution = leg.solve(start, target)
            solved[frame, leg.columns] = solution.angles
            errors[frame, place] = solution.position_error
    return LegTrack(solved, errors)
