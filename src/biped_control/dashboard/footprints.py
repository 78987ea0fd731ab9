"""Notices when a foot is set down, and where."""

import numpy as np
import pinocchio as pin

from biped_control.robot.model import RobotModel
from biped_control.robot.soles import Sole, sole_of
from biped_control.robot.state import FloatArray

_LOADED, _FREE = 0.5, 0.05  # shares of the body weight
_GRAVITY = 9.81


class FootprintWatch:
    """Assigns ground forces to the nearer foot; a foot that takes over the weight leaves a print."""

    def __init__(self, robot: RobotModel) -> None:
        self._model = robot.pinocchio
        self._data = self._model.createData()
        sides = (robot.limbs.right, robot.limbs.left)
        self._frames = [robot.frame_id(side.foot) for side in sides]
        self.soles: tuple[Sole, Sole] = (sole_of(robot, sides[0].foot), sole_of(robot, sides[1].foot))
        self._weight = robot.mass * _GRAVITY
        self._printed = [False, False]

    def forget(self) -> None:
        """Starts afresh, e.g. after a reset of the simulation."""
        self._printed = [False, False]

    def loads(self, q: FloatArray, points: FloatArray, forces: FloatArray) -> FloatArray:
        """(2,) vertical force on the right and the left foot as shares of the body weight."""
        centres = np.array([self._pose(q, foot).translation for foot in (0, 1)])
        nearer = np.linalg.norm(points[:, None] - centres, axis=2).argmin(axis=1)
        return np.bincount(nearer, weights=forces[:, 2], minlength=2) / self._weight

    def new_prints(self, q: FloatArray, points: FloatArray, forces: FloatArray) -> list[tuple[int, FloatArray, float]]:
        """Feet that took over the weight since the last call.

        Returns:
            For each: 0 for right or 1 for left, (3,) middle of its sole in the world [m], and its yaw [rad].
        """
        prints = []
        for foot, load in enumerate(self.loads(q, points, forces)):
            if load > _LOADED and not self._printed[foot]:
                self._printed[foot] = True
                pose, sole = self._pose(q, foot), self.soles[foot]
                middle = pose.act(np.array([0.5 * (sole.heel_x + sole.toe_x), sole.centre_y, sole.z]))
                forward = pose.rotation[:, 0]
                prints.append((foot, middle, float(np.arctan2(forward[1], forward[0]))))
            elif load < _FREE:
                self._printed[foot] = False
        return prints

    def _pose(self, q: FloatArray, foot: int) -> pin.SE3:
        if foot == 0:
            pin.forwardKinematics(self._model, self._data, q)
            pin.updateFramePlacements(self._model, self._data)
        return self._data.oMf[self._frames[foot]]
