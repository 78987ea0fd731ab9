"""Whether one clip goes on where another ends."""

from math import pi

import numpy as np

from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.robot.chain_root import YAW

TOLERANCE = 1e-6
"""Largest difference of the two poses that clips share [m, rad]; good clips have 1e-9."""


def require_no_jump(before: Clip, after: Clip) -> None:
    """Checks that the last state of a clip is the first one of the next.

    Raises:
        ClipError: the poses differ; the message says where and by how much.
    """
    if before.positions.shape[1] != after.positions.shape[1]:
        raise ClipError(f"clips '{before.name}' and '{after.name}' are for robots with different joints")
    jump = np.abs(_jump(before, after))
    if jump.max() > TOLERANCE:
        pose, coordinate = np.unravel_index(np.argmax(jump), jump.shape)
        raise ClipError(
            f"clip '{after.name}' does not go on where '{before.name}' ends: pose {pose}, coordinate "
            f"{coordinate} is {jump[pose, coordinate]:.2e} off, expected at most {TOLERANCE:.0e}; build both "
            "from the same hubs"
        )


def _jump(before: Clip, after: Clip) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """(2, nv) first two poses of `after`, placed where `before` ends, minus the last two of `before`."""
    difference = before.advance.move(after.positions[:2]) - before.positions[-2:]
    difference[:, YAW] = np.remainder(difference[:, YAW] + pi, 2.0 * pi) - pi
    return difference
