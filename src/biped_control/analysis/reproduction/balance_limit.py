"""The strongest push that feet which stay where they are could balance.

The capture point of a linear inverted pendulum runs away from the centre of pressure, which soles cannot
have beyond their edge (Pratt et al. 2006). With the pressure there from the push's first moment on, which is
the most that soles can do, the push must end before the capture point has come as far. Turning trunk or arms
can win a little more; they are left out.
"""

import numpy as np
import pinocchio as pin

from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray, State


def strongest_push(distance: float, height: float, mass: float, seconds: float) -> float:
    """Constant force after which the capture point is at the edge of the soles [N].

    Args:
        distance: from the capture point to the edge when the push begins [m]; from beyond it, 0 or less, the
            answer is 0.
        height: of the centre of mass above the soles [m].
        mass: of the robot [kg].
        seconds: how long it is pushed [s].
    """
    omega = np.sqrt(GRAVITY / height)
    return float(max(distance, 0.0) * mass * omega**2 / -np.expm1(-omega * seconds))


class BalanceLimit:
    """Strongest pushes for states of one robot. Owns pinocchio's work space: one instance a thread."""

    def __init__(self, robot: RobotModel) -> None:
        self._model, self._data, self._mass = robot.pinocchio, robot.pinocchio.createData(), robot.mass
        self._terms, self._corners = DynamicsTerms(robot), sole_corners(robot)

    def newtons(self, state: State, force: FloatArray, seconds: float) -> float:
        """The strongest push in the direction of a force for a robot on both soles [N].

        Args:
            state: in the world.
            force: (3,) along the ground.
            seconds: how long it lasts [s].
        """
        pin.centerOfMass(self._model, self._data, state.q, state.v)
        corners = self._terms.positions_at(state.q, self._corners)
        center, velocity = self._data.com[0], self._data.vcom[0]
        height = float(center[2] - corners[:, 2].mean())
        direction = force[:2] / np.linalg.norm(force[:2])
        captured = center[:2] + velocity[:2] / np.sqrt(GRAVITY / height)
        distance = float((corners[:, :2] @ direction).max() - captured @ direction)
        return strongest_push(distance, height, self._mass, seconds)
