"""Keeps feet and pelvis of a turn within what the hips can turn.

A person pivots on the ball of a foot; the robot's soles do not slip. So a foot stands in the middle of what
the pelvis turns above it, and the pelvis turns no further than the hips allow.
"""

from dataclasses import replace

import numpy as np
from scipy.ndimage import gaussian_filter1d

from biped_control.errors import MotionError
from biped_control.motion.joint_axes import joint_about
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.motion.retargeting.stances import Stance
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

_MARGIN = 0.1  # [rad] kept from the limits, for what other joints add to the heading of a foot
_SMOOTHING = 6.0  # frames, standard deviation


def hip_yaw_range(robot: RobotModel) -> float:
    """How far the feet may turn against the pelvis to either side, with some margin [rad]."""
    ranges = []
    for foot in FEET:
        try:
            column = joint_about(robot, robot.limbs.side(foot).leg, "hip", "z").column
        except MotionError:  # hips of another make: the inverse kinematics will tell
            return np.inf
        index = column - ROOT_DOF
        ranges += [-robot.lower_limits[index], robot.upper_limits[index]]
    return float(min(ranges)) - _MARGIN


def within_reach(stances: list[Stance], pelvis: FloatArray, reach: float) -> list[Stance]:
    """Stances of a foot, turned by as little as keeps them within `reach` of the pelvis while they last.

    The first and the last one stay: they are those of the straight walk. A foot turns about the middle of its
    heel edge.

    Args:
        stances: in order.
        pelvis: (F,) yaw at every frame [rad].
        reach: from `hip_yaw_range` [rad].
    """
    turned = list(stances)
    for place, stance in enumerate(stances[1:-1], start=1):
        meanwhile = pelvis[stance.strike : stance.strike + stance.timing[2]]
        low, high = meanwhile.max() - reach, meanwhile.min() + reach
        yaw = np.clip(stance.yaw, low, high) if low <= high else 0.5 * (low + high)
        turned[place] = replace(stance, yaw=float(yaw))
    return turned


def limited_pelvis(pelvis: FloatArray, stances: dict[Foot, list[Stance]], reach: float) -> FloatArray:
    """(F,) yaw of the pelvis [rad], kept within `reach` of the feet that stand, smoothly.

    Arguments as of `within_reach`.
    """
    limited = pelvis.copy()
    for frame, yaw in enumerate(pelvis):
        standing = [
            stance.yaw
            for foot in FEET
            for stance in stances[foot]
            if stance.strike <= frame < stance.strike + stance.timing[2]
        ]
        if standing:
            low, high = max(standing) - reach, min(standing) + reach
            limited[frame] = np.clip(yaw, low, high) if low <= high else 0.5 * (low + high)
    correction: FloatArray = gaussian_filter1d(limited - pelvis, _SMOOTHING, mode="nearest")
    return pelvis + correction
