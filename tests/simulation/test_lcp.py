"""What only the engine `lcp` can: a tick may come from contact adaptation."""

from collections.abc import Callable

import numpy as np
import pytest

from biped_control.contact.adaptation import ContactAdaptation
from biped_control.contact.weights import adaptation_weights, load_table
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.settings import load_settings
from biped_control.simulation.lcp import LcpSimulator
from biped_control.simulation.settings import EngineSettings


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
