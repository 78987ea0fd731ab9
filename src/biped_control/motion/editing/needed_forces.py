"""Ground forces and torques that a motion needs, where those of a clip are another motion's.

Inverse dynamics tells the generalized force w on the root that only the ground can exert. The points that
touch share it out, as near to the forces of the clip as possible:

    minimize |D (A f - w)|^2 + s |f - f_clip|^2,

where A are the root columns of the points' Jacobians, transposed, D is `_ROWS` and s `_NEARNESS`. Forces may
pull or ask for more than friction: whoever plans keeps to the cones. Points on one line cannot turn the robot
about it, and a motion may need more than the ground can give: what is missing is left to whoever plans.
"""

from typing import NamedTuple

import numpy as np
import pinocchio as pin

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import BoolArray, FloatArray

_ROWS = np.array([1.0, 1.0, 1.0, 3.0, 3.0, 3.0])
"""What newtons and newton metres count for: feet are a tenth of a metre long and more."""
_NEARNESS = 1e-4


class Needed(NamedTuple):
    """What moves the robot in one tick.

    Attributes:
        forces: (4, 3) at the anticipated points [N].
        torques: (nu,) of the joints [N m].
    """

    forces: FloatArray
    torques: FloatArray


class NeededForces:
    """Inverse dynamics of one robot. Owns pinocchio's work space: one instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        """
        Args:
            robot: of the motions.
        """
        self._terms, self._points = DynamicsTerms(robot), anticipated_points(robot)

    def of(
        self, q: FloatArray, v: FloatArray, a: FloatArray, contacts: BoolArray, near: FloatArray
    ) -> Needed:
        """What a tick needs.

        Args:
            q, v: (nv,) pose and velocity at its beginning.
            a: (nv,) acceleration during it.
            contacts: (4,) anticipated points that touch.
            near: (4, 3) forces of the clip [N].
        """
        needed: FloatArray = pin.rnea(self._terms.model, self._terms.data, q, v, a).copy()
        forces = np.zeros((4, 3))
        if contacts.any():
            jacobian = self._terms.jacobians_at(q, self._points)[np.repeat(contacts, 3)]
            planned = near[contacts].ravel()
            matrix = _ROWS[:, None] * jacobian[:, :ROOT_DOF].T
            missing = _ROWS * needed[:ROOT_DOF] - matrix @ planned
            planned += matrix.T @ np.linalg.solve(matrix @ matrix.T + _NEARNESS * np.eye(ROOT_DOF), missing)
            needed -= planned @ jacobian
            forces[contacts] = planned.reshape(-1, 3)
        return Needed(forces, needed[ROOT_DOF:])
