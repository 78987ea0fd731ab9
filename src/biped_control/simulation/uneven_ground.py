"""Ground of level pieces at random heights: small steps up and down wherever the robot goes along x."""

import numpy as np

from biped_control.simulation.terrain import FLAT, REACH, Stretch, Terrain

_UNEVEN_M = 60.0  # so far from the start in either direction; further away the ground is flat


def uneven_ground(seed: int, height: float, gaps: tuple[float, float]) -> Terrain:
    """Random pieces.

    Args:
        seed: the same seed gives the same ground.
        height: pieces lie up to this far above or below zero [m]; 0 gives flat ground.
        gaps: shortest and longest piece along x [m].
    """
    if height == 0.0:
        return FLAT
    random = np.random.default_rng((seed, 5))
    starts = [-_UNEVEN_M]
    while starts[-1] < _UNEVEN_M:
        starts.append(starts[-1] + random.uniform(*gaps))
    heights = random.uniform(-height, height, len(starts) - 1)
    pieces = [Stretch(start, float(z)) for start, z in zip(starts, heights, strict=False)]
    return Terrain("uneven", (Stretch(-REACH, 0.0), *pieces, Stretch(starts[-1], 0.0)))
