"""Which heels and toes stand on the ground."""

import numpy as np

from biped_control.robot.state import BoolArray, FloatArray

LOAD = 20.0  # [N] a foot with less is in the air; anything from 2 to 100 N walks the same
FLAT = 3e-3  # [m] a point this much above its foot's other one does not touch


def standing_points(heights: FloatArray, loads: FloatArray) -> BoolArray:
    """(4,) right heel and toe, left heel and toe.

    A loaded foot stands on its lowest point, and on the other one if that is about as low. Were both held
    while the foot rolls over the toe, the filter would take the rolling for a motion of the base.

    Args:
        heights: (4,) of these points above any level [m].
        loads: (2,) force on the right and the left foot [N].
    """
    feet = heights.reshape(2, 2)
    low = feet <= feet.min(axis=1, keepdims=True) + FLAT
    return np.asarray((low & (loads[:, None] > LOAD)).ravel())
