"""The robot's place on the floor, as REP 120 defines `base_footprint`."""

import numpy as np
import pinocchio as pin

from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


class Footprint:
    """Finds the footprint of one robot. Owns pinocchio's work space: one instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        self._model = robot.pinocchio
        self._data = robot.pinocchio.createData()
        self._soles = [robot.frame_id(side.sole) for side in robot.limbs.sides]

    def locate(self, q: FloatArray) -> FloatArray:
        """(6,) root coordinates of the footprint for the pose `q` (nv,).

        x and y are midway between the soles, z is the lower sole's, yaw is the base's; pitch and roll are
        zero.
        """
        pin.forwardKinematics(self._model, self._data, q)
        soles = np.array([self._origin(sole) for sole in self._soles])
        x, y, _ = soles.mean(axis=0)
        return np.array([x, y, soles[:, 2].min(), q[3], 0.0, 0.0])

    def _origin(self, frame: int) -> FloatArray:
        return np.array(pin.updateFramePlacement(self._model, self._data, frame).translation)
