"""Force sensors under heels and toes."""

import numpy as np
import pinocchio as pin

from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.soles import sole_of
from biped_control.robot.state import FloatArray

_NEAR = 0.05  # [m] contacts farther from a sole than this are not the foot's


class FootSensors:
    """Shares each ground force between heel and toe as a beam on two supports does."""

    def __init__(self, robot: RobotModel) -> None:
        self._model, self._data = robot.pinocchio, robot.pinocchio.createData()
        self._soles = [(robot.frame_id(side.foot), sole_of(robot, side.foot)) for side in robot.limbs.sides]

    def read(self, observation: Observation) -> FloatArray:
        """(4,) vertical force at right heel, right toe, left heel, left toe [N]."""
        forces = np.zeros(4)
        if not len(observation.contact_points):
            return forces
        pin.framesForwardKinematics(self._model, self._data, observation.state.q)
        for foot, (frame, sole) in enumerate(self._soles):
            pose = self._data.oMf[frame]
            local = (observation.contact_points - pose.translation) @ pose.rotation
            beside = np.abs(local[:, 1] - sole.centre_y) - sole.half_width
            ahead = np.maximum(sole.heel_x - local[:, 0], local[:, 0] - sole.toe_x)
            mine = np.maximum(np.maximum(beside, ahead), np.abs(local[:, 2] - sole.z)) < _NEAR
            toe_share = np.clip((local[:, 0] - sole.heel_x) / (sole.toe_x - sole.heel_x), 0.0, 1.0)
            vertical = np.where(mine, observation.contact_forces[:, 2], 0.0)
            forces[2 * foot] = np.sum(vertical * (1.0 - toe_share))
            forces[2 * foot + 1] = np.sum(vertical * toe_share)
        return forces
