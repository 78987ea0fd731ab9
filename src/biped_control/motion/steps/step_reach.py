"""Lowers the pelvis where a planned foothold would be out of reach of a leg."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import pinocchio as pin
from scipy.ndimage import maximum_filter1d, uniform_filter1d
from scipy.spatial.transform import Rotation

from biped_control.errors import MotionError
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.motion.proportions import proportions_of
from biped_control.motion.steps.step_clock import smooth
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

# A leg this straight, hip to ankle, has its knee bent by 5 degrees, about the least that clips may have.
_REACH = 0.9992
_LARGEST_DROP = 0.12  # [m]
_SPREAD = 0.08  # [s] before and after a short leg during which the pelvis is down


class Steps(Protocol):
    """What is stepped."""

    def step_at(self, frame: int) -> int:
        """Number of the step that is under way, counted from 1."""


def pelvis_drop(
    robot: RobotModel,
    plan: Steps,
    positions: FloatArray,
    feet: Mapping[Foot, Sequence[pin.SE3]],
    rate_hz: float,
) -> FloatArray:
    """(F,) how far the pelvis must come down so that both legs are long enough, smooth in time [m].

    The first two and the last two frames stay as they are.

    Args:
        robot: the humanoid.
        plan: what is stepped, for messages.
        positions: (F, nv) with the base where it should be.
        feet: F poses of the foot links.
        rate_hz: frames per second.

    Raises:
        MotionError: no reasonable height will do; the message names the step.
    """
    proportions = proportions_of(robot)
    length = _REACH * proportions.leg_length
    rotations = Rotation.from_euler("ZYX", positions[:, 3:ROOT_DOF]).as_matrix()
    needed = np.zeros(len(positions))
    for foot in FEET:
        hips = positions[:, :3] + rotations @ proportions.zero_pose[f"{foot}_hip"]
        legs = hips - np.array([pose.translation for pose in feet[foot]])
        apart = np.hypot(legs[:, 0], legs[:, 1])
        drop = legs[:, 2] - np.sqrt(np.maximum(length**2 - apart**2, 0.0))
        worst = int(np.argmax(drop))
        if apart.max() > length or drop[worst] > _LARGEST_DROP:
            worst = int(np.argmax(apart)) if apart.max() > length else worst
            raise MotionError(
                f"step {plan.step_at(worst)}: at frame {worst} the {foot} foot is {apart[worst]:.2f} m away "
                f"from below its hip; legs of {proportions.leg_length:.2f} m reach that only with the pelvis "
                f"{max(drop[worst], 0.0):.2f} m lower than in the hub, {_LARGEST_DROP} m are possible; "
                "expected shorter steps"
            )
        needed = np.maximum(needed, drop)
    # Twice the mean over half the span of the maximum over the span: smooth, and nowhere too little. Only at
    # both ends, where the hubs have their say, the pelvis is at their height.
    half = round(_SPREAD * rate_hz)
    lowered = maximum_filter1d(needed, 2 * half + 1, mode="nearest")
    for _ in range(2):
        lowered = uniform_filter1d(lowered, half // 2 * 2 + 1, mode="nearest")
    inside = np.arange(len(needed)) - 1
    return np.asarray(lowered * [smooth(frame / half) for frame in np.minimum(inside, inside[::-1])])
