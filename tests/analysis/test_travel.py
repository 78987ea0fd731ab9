"""Time, distance and speed of a run."""

import numpy as np
import pytest

from biped_control.analysis.travel import Travel
from biped_control.robot.state import State


def state_at(x: float, y: float, z: float) -> State:
    q = np.zeros(10)
    q[:3] = x, y, z
    return State(q, np.zeros(10))


def test_horizontal_distance_over_time() -> None:
    travel = Travel(state_at(1.0, 1.0, 0.9), state_at(4.0, -3.0, 0.5), 7.0, ticks=240, dt=1.0 / 120.0)
    assert travel.seconds == pytest.approx(2.0)
    assert travel.speed == pytest.approx(3.5)
    assert travel.summary() == {"survived_s": 2.0, "distance_m": 7.0, "speed_mps": travel.speed}


def test_before_the_first_tick() -> None:
    here = state_at(1.0, 2.0, 0.9)
    assert Travel(here, here, 0.0, ticks=0, dt=0.01).summary() == {
        "survived_s": 0.0,
        "distance_m": 0.0,
        "speed_mps": 0.0,
    }
