"""Notices joints that are faster than their actuators allow."""

import numpy as np

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State

_TICKS = 5  # one or two fast samples are an impact, not a runaway


class OverspeedLatch:
    """Trips when a joint exceeds its velocity limit for several ticks in a row, and stays so until reset.

    Attributes:
        joints: names of the joints that tripped it; empty while it has not.
    """

    def __init__(self, robot: RobotModel, ticks: int = _TICKS) -> None:
        """
        Args:
            robot: the robot; its URDF gives the limits [rad/s].
            ticks: how many ticks in a row are too many.
        """
        self._limits = np.array(robot.pinocchio.upperVelocityLimit[ROOT_DOF:])
        self._names = robot.joint_names
        self._ticks = ticks
        self.reset()

    def reset(self) -> None:
        """Forgets everything."""
        self._fast_ticks = np.zeros(len(self._names), dtype=np.int64)
        self.joints: tuple[str, ...] = ()

    def update(self, state: State) -> bool:
        """Looks at the state of a tick; True when the latch has tripped, now or before."""
        fast = np.abs(state.v[ROOT_DOF:]) > self._limits
        self._fast_ticks = np.where(fast, self._fast_ticks + 1, 0)
        if not self.joints and self._fast_ticks.max() >= self._ticks:
            self.joints = tuple(
                self._names[joint] for joint in np.flatnonzero(self._fast_ticks >= self._ticks)
            )
        return bool(self.joints)
