"""What only the engine `lcp` must see to: its ticks are long, and one may come from contact adaptation."""

from collections.abc import Callable

import numpy as np
import pytest

from biped_control.contact.adaptation import ContactAdaptation
from biped_control.contact.weights import adaptation_weights, load_table
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.settings import load_settings
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


@pytest.mark.parametrize("gamma", [0.0, 0.007])
def test_a_step_with_the_solution_of_contact_adaptation_is_that_with_its_torques(
    robot: RobotModel, standing: State, balance: Callable[[State], FloatArray], gamma: float
) -> None:
    """Where all that may touch is within the adaptation's own, smaller distance of the ground."""
    settings = load_settings().replaced(gamma=gamma)
    nothing = PredictedControls(balance(standing), np.zeros((4, 3)), np.zeros(4, dtype=np.bool_))
    weights = adaptation_weights(robot, load_table())
    controls = ContactAdaptation(robot, weights, settings).adapt(standing, nothing)
    assert (gamma > 0.0) == (np.abs(controls.torques - nothing.torques).max() > 1e-3)
    taken, solved = (LcpSimulator(robot, EngineSettings(settings.rate_hz)) for _ in range(2))
    for engine in (taken, solved):
        engine.reset(standing)
    adapted, held = taken.step_adapted(controls), solved.step(controls.torques)
    np.testing.assert_allclose(adapted.state.v, held.state.v, atol=1e-9)
    np.testing.assert_allclose(adapted.state.q, held.state.q, atol=1e-11)
    np.testing.assert_allclose(adapted.contact_forces.sum(axis=0), held.contact_forces.sum(axis=0), atol=1e-6)
    assert held.contact_forces[:, 2].sum() > 100.0
