"""What only the engine `lcp` must see to: its ticks are long."""

import numpy as np

from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.simulation.lcp import LcpSimulator
from biped_control.simulation.settings import EngineSettings

LEVEL = 0.1  # [m] of the sled that stands on the ground, see conftest


def test_what_comes_down_fast_is_stopped_by_the_ground(sled: RobotModel) -> None:
    engine = LcpSimulator(sled, EngineSettings(120.0))
    q, v = np.zeros(ROOT_DOF), np.zeros(ROOT_DOF)
    q[2], v[2] = LEVEL + 0.08, -11.0  # farther than that in a tick
    engine.reset(State(q, v))
    state = engine.step(np.zeros(0)).state
    np.testing.assert_allclose(state.q[2], LEVEL, atol=1e-9)
