"""The simulated joint encoders on motions in closed form."""

import numpy as np
import pytest

from biped_control.robot.state import State
from biped_control.simulation.encoders import Encoders

DT = 1.0 / 120.0


def swing(time: float) -> State:
    """One joint on a cubic; the root rests."""
    q, v = 1.0 + 2.0 * time - 3.0 * time**2 + 40.0 * time**3, 2.0 - 6.0 * time + 120.0 * time**2
    return State(np.array([0.0] * 6 + [q]), np.array([0.0] * 6 + [v]))


def test_positions_are_whole_counts() -> None:
    encoders = Encoders(bits=10)
    joints, _ = encoders.read(swing(0.0), swing(DT), DT)
    counts = joints / encoders.resolution
    assert counts == pytest.approx(np.round(counts))
    assert joints == pytest.approx(swing(DT).q[6:], abs=encoders.resolution / 2)


@pytest.mark.parametrize("window", [DT / 5, DT])
def test_velocity_is_the_difference_over_the_window(window: float) -> None:
    _, velocities = Encoders(bits=40, window=window).read(swing(0.0), swing(DT), DT)
    expected = (swing(DT).q - swing(DT - window).q)[6:] / window
    assert velocities == pytest.approx(expected, abs=1e-7)
