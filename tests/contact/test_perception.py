"""What is known of a tick: the same as from its parts, and what is sensed where torques act at once."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.contact.perception import Perception
from biped_control.contact.state_prediction import StatePrediction
from biped_control.contact.told_ground import ground_under_feet
from biped_control.robot.base_coordinates import as_sensed
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import State
from biped_control.settings import load_settings

LATE = load_settings().replaced(torque_delay_ticks=1)
SLOPE = np.array([[0.01, 0.05, 0.0], [0.01, 0.05, 0.0]])


@pytest.fixture
def sensed(touching: State) -> Observation:
    return Observation(touching, np.zeros((0, 3)), np.zeros((0, 3)))


def test_torques_that_act_at_once_need_no_foresight(robot: RobotModel, sensed: Observation) -> None:
    perception = Perception(robot, load_settings())
    for _ in range(2):
        perceived = perception.perceive(sensed)
        assert perceived.ahead is sensed.state
        assert perceived.foretold is None
        perception.answered(None, np.zeros(robot.nu))


def test_the_ground_that_the_policy_told_counts_from_the_next_tick_on_unless_it_is_felt(
    robot: RobotModel, sensed: Observation
) -> None:
    torques, told = np.zeros(robot.nu), ground_under_feet(SLOPE)
    for felt in (None, ground_under_feet(2.0 * SLOPE)):
        perception, expected = Perception(robot, LATE), StatePrediction(robot, LATE)
        assert perception.perceive(sensed, felt).foretold is None, "nobody knows what is at work"
        expected.ahead(sensed.state)
        perception.answered(SLOPE, torques)
        expected.sent(torques)
        perceived, foretold = perception.perceive(sensed, felt), expected.ahead(sensed.state, felt or told)
        assert perceived.ground_at is felt
        assert perceived.foretold is not None
        np.testing.assert_array_equal(perceived.foretold.v, foretold.v)
        np.testing.assert_array_equal(perceived.ahead.v, as_sensed(foretold).v)


def test_a_new_run_knows_nothing_of_the_one_before(robot: RobotModel, sensed: Observation) -> None:
    perception = Perception(robot, LATE)
    perception.rehearse(sensed.state)
    assert perception.perceive(sensed).foretold is None
    perception.answered(SLOPE, np.zeros(robot.nu))
    perception.reset()
    assert perception.perceive(sensed).foretold is None
    perception.answered(None, np.zeros(robot.nu))
    level = perception.perceive(sensed).ahead
    fresh = Perception(robot, LATE)
    fresh.perceive(sensed)
    fresh.answered(None, np.zeros(robot.nu))
    np.testing.assert_array_equal(fresh.perceive(sensed).ahead.v, level.v)


def test_a_tick_without_torques_leaves_those_before_it_at_work(
    robot: RobotModel, sensed: Observation
) -> None:
    perception, expected = Perception(robot, LATE), StatePrediction(robot, LATE)
    torques = np.full(robot.nu, 5.0)
    for answer in (torques, None):
        perception.perceive(sensed)
        perception.answered(None, answer)
    perception.missed(1)
    expected.ahead(sensed.state)
    expected.sent(torques)
    expected.ahead(sensed.state)
    expected.missed(1)
    late = replace(sensed, torques_late=1)
    ahead = expected.ahead(sensed.state, torques_late=1)
    np.testing.assert_array_equal(perception.perceive(late).ahead.v, as_sensed(ahead).v)
