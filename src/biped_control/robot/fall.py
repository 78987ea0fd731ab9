"""When a robot counts as fallen."""

import numpy as np

from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import sole_corners
from biped_control.robot.state import FloatArray, State

_LOWEST_SHARE_OF_HEIGHT = 0.45  # a deep squat keeps more than half
_STEEPEST_TILT = 1.0  # [rad] of pitch or roll


class FallWatch:
    """Judges the poses of one run. Owns pinocchio's work space: one instance a thread.

    Height is that of the base over the lowest point of the soles: whoever has gone down a slope has not
    fallen. What the motion wants at the moment does not matter: every part of a graph must come to the same
    answer.
    """

    def __init__(self, robot: RobotModel, upright: State) -> None:
        """
        Args:
            robot: that walks.
            upright: how high and how upright it should be: the state that the run began with.
        """
        self._terms, self._corners = DynamicsTerms(robot), sole_corners(robot)
        self._tilt, self._height = upright.q[4:6].copy(), self._height_over_soles(upright.q)

    def fallen(self, state: State) -> bool:
        """The base is far lower or far more tilted than in the beginning, or a number is not finite."""
        if not (np.isfinite(state.q).all() and np.isfinite(state.v).all()):
            return True
        if np.abs(state.q[4:6] - self._tilt).max() > _STEEPEST_TILT:
            return True
        return self._height_over_soles(state.q) < _LOWEST_SHARE_OF_HEIGHT * self._height

    def _height_over_soles(self, q: FloatArray) -> float:
        return float(q[2] - self._terms.positions_at(q, self._corners)[:, 2].min())
