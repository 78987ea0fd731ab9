"""Which part of a sole is carried: a foot may stand across the edge of a ledge.

On ground without edges a flat sole is carried at its ends. A force within it comes from an edge, and an end
of the sole that hangs below that edge and carries nothing has nothing under it.
"""

import numpy as np

from biped_control.robot.state import FloatArray

WHOLE_SOLE = (0.0, 1.0)
"""Carried from heel to toe."""

_END = 0.05  # share of a sole; what is nearer to heel or toe is at the heel or at the toe
_BELOW_M = 0.002  # contacts sink into the ground by less


def support_of_sole(corners: FloatArray, points: FloatArray) -> tuple[float, float]:
    """Where the carried part of a sole begins and ends, as shares of the way from heel to toe.

    Args:
        corners: (4, 3) of the sole in the world: heel left, heel right, toe left, toe right [m].
        points: (n, 3) contacts of this foot that carry force [m].
    """
    heel, toe = corners[:2].mean(axis=0), corners[2:].mean(axis=0)
    sole = toe - heel
    shares = (points - heel) @ sole / float(sole @ sole)
    at_heel, at_toe = shares <= _END, shares >= 1.0 - _END
    within = ~at_heel & ~at_toe
    if not within.any():
        return WHOLE_SOLE
    edge = float(points[within, 2].max()) - _BELOW_M
    begins = float(shares[within].min()) if heel[2] < edge and not at_heel.any() else 0.0
    ends = float(shares[within].max()) if toe[2] < edge and not at_toe.any() else 1.0
    return begins, ends


def moved_along(corners: FloatArray, supports: FloatArray) -> FloatArray:
    """Corners of the carried part.

    Args:
        corners: (f, 4, 3) of f soles.
        supports: (f, 2) of each, see `support_of_sole`.

    Returns:
        (f, 4, 3) in the same order.
    """
    heels, toes = corners[:, :2], corners[:, 2:]
    begins, ends = supports[:, 0, None, None], supports[:, 1, None, None]
    return np.concatenate([heels + begins * (toes - heels), heels + ends * (toes - heels)], axis=1)
