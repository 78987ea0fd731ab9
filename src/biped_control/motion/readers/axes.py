"""From the axes of animation files (x left, y up, z forward) to ours (x forward, y left, z up)."""

import numpy as np

from biped_control.robot.state import FloatArray


def z_up_from_y_up(positions: FloatArray) -> FloatArray:
    """(..., 3) positions with y up, in axes with z up: a cyclic exchange, so nothing is mirrored."""
    return np.ascontiguousarray(positions[..., [2, 0, 1]])
