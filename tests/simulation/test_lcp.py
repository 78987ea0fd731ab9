"""What only the engine `lcp` must see to: its ticks are long."""

import numpy as np
import pytest

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.simulation.lcp import LcpSimulator
from biped_control.simulation.settings import EngineSettings

LEVEL = 0.1  # [m] of the sled that stands on the ground, see conftest


@pytest.mark.parametrize("rate_hz", [60.0, 120.0, 240.0])
def test_what_comes_down_fast_is_stopped_by_the_ground(sled: RobotModel, rate_hz: float) -> None:
    engine = LcpSimulator(sled, EngineSettings(rate_hz, 10.0 * rate_hz))
    q, v = np.zeros(ROOT_DOF), np.zeros(ROOT_DOF)
    v[2] = -11.0
    q[2] = LEVEL - 0.9 * v[2] / rate_hz  # less than it goes in a tick
    engine.reset(State(q, v))
    state = engine.step(np.zeros(0)).state
    np.testing.assert_allclose(state.q[2], LEVEL, atol=1e-9)
