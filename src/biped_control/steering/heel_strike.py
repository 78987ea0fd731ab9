"""Hubs may be left amid a cycle where their second half is the mirror image of the first.

At the left heel strike, T / 2, such a hub is in the mirror image of its frame 0: what may follow there may
follow here, mirrored.
"""

from collections.abc import Mapping

import numpy as np

from biped_control.motion.clip import Clip
from biped_control.robot.mirror import Mirror, mirror_forces
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.steering.steering_settings import SteeringSettings, load_steering_settings

_SAME_POSE = 1e-9  # [m, rad]
_SAME_TORQUE = 1e-6  # [N m], [N]: what is left of the mirror when a clip was optimized


def half_cycles(
    clips: Mapping[str, Clip], robot: RobotModel, settings: SteeringSettings | None = None
) -> dict[str, Placement]:
    """Where the frame of a clip that follows at half the cycle lies in the frame of its hub.

    Args:
        clips: by name; those that are no symmetric cycles are left out.
        robot: theirs.
        settings: of steering, which may forbid it; those that ship with the library unless given.

    Raises:
        RobotError: the robot is not symmetric.
        ConfigurationError: the settings are broken.
    """
    if not (settings or load_steering_settings()).cut_at_heel_strike:
        return {}
    mirror = Mirror.of(robot)
    found = {name: half_cycle(clip, mirror) for name, clip in clips.items()}
    return {name: half for name, half in found.items() if half is not None}


def half_cycle(clip: Clip, mirror: Mirror) -> Placement | None:
    """The same for one clip; None unless its second half is the mirror image of the first."""
    half = clip.steps // 2
    if not clip.cyclic or clip.steps % 2:
        return None
    start, middle = clip.positions[0], clip.positions[half]
    turned = Placement(yaw=float(middle[3] + start[3]), mirror=mirror)
    shift = middle[:2] - turned.move(start)[:2]
    placement = Placement(float(shift[0]), float(shift[1]), turned.yaw, mirror)
    first, second = slice(0, half), slice(half, clip.steps)
    same = (
        np.allclose(
            clip.positions[half:], placement.move(clip.positions[: half + 2]), rtol=0, atol=_SAME_POSE
        )
        and np.allclose(clip.torques[second], mirror.torques(clip.torques[first]), rtol=0, atol=_SAME_TORQUE)
        and np.allclose(clip.forces[second], mirror_forces(clip.forces[first]), rtol=0, atol=_SAME_TORQUE)
        and np.array_equal(clip.contacts[second], mirror.contacts(clip.contacts[first]))
    )
    return placement if same else None
