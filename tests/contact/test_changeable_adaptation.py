"""Another gamma while the robot walks: no torque steps."""

import numpy as np
import pytest

from biped_control.contact.adaptation import ContactAdaptation
from biped_control.contact.changeable_adaptation import ChangeableAdaptation
from biped_control.contact.weights import AdaptationWeights, adaptation_weights, load_table
from biped_control.errors import ConfigurationError
from biped_control.policies.crossfade import FADE_TICKS
from biped_control.policies.look_ahead import PredictedControls
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.settings import load_settings

SETTINGS = load_settings()


@pytest.fixture(scope="module")
def weights(robot: RobotModel) -> AdaptationWeights:
    return adaptation_weights(robot, load_table())


@pytest.fixture(scope="module")
def predicted(robot: RobotModel) -> PredictedControls:
    """Far from what the contacts of the pose allow, so that gamma matters."""
    torques = np.random.default_rng(8).normal(scale=300.0, size=robot.nu)
    forces = np.array([[20.0, 5.0, 150.0], [-10.0, 3.0, 300.0], [5.0, 0.0, 180.0], [0.0, 0.0, 0.0]])
    return PredictedControls(torques, forces, np.array([True, True, True, False]))


@pytest.mark.parametrize("gamma", [0.0, 1.0, 100.0])
def test_no_torque_steps_whatever_the_new_gamma(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls, gamma: float
) -> None:
    limits = robot.effort_limits
    before = ContactAdaptation(robot, weights, SETTINGS).adapt(touching, predicted)
    after = ContactAdaptation(robot, weights, SETTINGS.replaced(gamma=gamma)).adapt(touching, predicted)
    assert np.abs((after.torques - before.torques) / limits).max() > 0.1, "a step without the change's fade"
    adaptation = ChangeableAdaptation(robot, weights, SETTINGS)
    np.testing.assert_array_equal(adaptation.adapt(touching, predicted).torques, before.torques)
    adaptation.change_gamma(gamma)
    torques = [np.clip(before.torques, -limits, limits)]
    torques += [adaptation.adapt(touching, predicted).torques for _ in range(FADE_TICKS)]
    np.testing.assert_array_equal(torques.pop(), after.torques)
    torques.append(np.clip(after.torques, -limits, limits))
    assert np.abs(np.diff(torques, axis=0) / limits).max() < 0.1


def test_a_new_run_begins_with_the_gamma_that_was_wanted(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls
) -> None:
    adaptation = ChangeableAdaptation(robot, weights, SETTINGS)
    adaptation.change_gamma(0.5)
    adaptation.reset()
    expected = ContactAdaptation(robot, weights, SETTINGS.replaced(gamma=0.5)).adapt(touching, predicted)
    np.testing.assert_array_equal(adaptation.adapt(touching, predicted).torques, expected.torques)


@pytest.mark.parametrize("gamma", [-0.1, float("nan")])
def test_a_gamma_that_is_none_is_refused_and_changes_nothing(
    robot: RobotModel, weights: AdaptationWeights, touching: State, predicted: PredictedControls, gamma: float
) -> None:
    adaptation = ChangeableAdaptation(robot, weights, SETTINGS)
    before = adaptation.adapt(touching, predicted).torques
    with pytest.raises(ConfigurationError, match="gamma"):
        adaptation.change_gamma(gamma)
    np.testing.assert_array_equal(adaptation.adapt(touching, predicted).torques, before)
