"""What tests of the modal policy hand to each other."""

import numpy as np

from biped_control.motion.clip import Clip
from biped_control.robot.state import State

DT = 1.0 / 120.0
FRAME = 41
"""Of the walk, in mid-stride."""


def disturbed(walk: Clip, speed: float) -> State:
    """The walk at `FRAME`, off by 4 mm and 4 mrad, and by so many m/s and rad/s (standard deviations)."""
    random, state = np.random.default_rng(12), walk.state(FRAME)
    return State(
        state.q + random.normal(scale=0.004, size=state.q.shape),
        state.v + random.normal(scale=speed, size=state.v.shape),
    )
