"""The estimator on readings of a robot whose motion is known."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import EstimationError
from biped_control.estimation.estimator import StateEstimator
from biped_control.estimation.imu import ImuReading
from biped_control.estimation.sensor_reading import SensorReading
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.soles import anticipated_points
from biped_control.robot.state import State

DT = 1.0 / 120.0
LOADS = np.array([400.0, 400.0])


@pytest.fixture
def standing(robot: RobotModel) -> State:
    """Upright with straight legs, soles on the floor, looking to the left."""
    q = np.zeros(robot.nv)
    terms = DynamicsTerms(robot)
    terms.compute(q, q)
    q[2] = -terms.point_positions(anticipated_points(robot))[:, 2].min()
    q[3] = 0.5
    return State(q, np.zeros(robot.nv))


def at_rest(standing: State, gyro_bias: float = 0.0) -> SensorReading:
    """What a robot that stands upright senses."""
    bias = np.array([gyro_bias, 0.0, 0.0])
    imu = ImuReading(DT * bias, np.array([0.0, 0.0, 9.81 * DT]), bias)
    return SensorReading(imu, standing.q[6:], standing.v[6:], LOADS)


def test_a_standing_robot_stays_where_it_is_and_learns_its_gyro_bias(
    robot: RobotModel, standing: State
) -> None:
    estimator = StateEstimator(robot, DT)
    estimator.reset(standing)
    for _ in range(1200):
        state = estimator.update(at_rest(standing, 4e-4))
    np.testing.assert_allclose(state.q[2:], standing.q[2:], atol=2e-3)
    np.testing.assert_allclose(state.v, 0.0, atol=5e-3)
    assert estimator.belief.biases[0, 0] == pytest.approx(4e-4, rel=0.1)


def test_the_ground_corrects_a_wrong_height_but_nothing_corrects_place_and_heading(
    robot: RobotModel, standing: State
) -> None:
    wrong = standing.q.copy()
    wrong[:4] += [0.02, -0.01, 0.005, 0.01]
    estimator = StateEstimator(robot, DT)
    estimator.reset(State(wrong, standing.v))
    for _ in range(600):
        state = estimator.update(at_rest(standing))
    assert state.q[2] == pytest.approx(standing.q[2], abs=1e-3)
    np.testing.assert_allclose(state.q[[0, 1, 3]], wrong[[0, 1, 3]], atol=1e-3)


def test_in_the_air_it_falls_as_the_force_says(robot: RobotModel, standing: State) -> None:
    estimator = StateEstimator(robot, DT)
    estimator.reset(standing)
    flying = replace(
        at_rest(standing), imu=ImuReading(np.zeros(3), np.zeros(3), np.zeros(3)), foot_loads=np.zeros(2)
    )
    for _ in range(12):
        state = estimator.update(flying)
    assert state.v[2] == pytest.approx(-0.981)
    assert state.q[2] == pytest.approx(standing.q[2] - 0.5 * 9.81 * 0.01)


def test_unusable_readings_are_refused_and_change_nothing(robot: RobotModel, standing: State) -> None:
    estimator = StateEstimator(robot, DT)
    with pytest.raises(EstimationError, match="call reset"):
        estimator.update(at_rest(standing))
    estimator.reset(standing)
    before = estimator.belief
    with pytest.raises(EstimationError, match="NaN"):
        estimator.update(replace(at_rest(standing), foot_loads=np.array([np.nan, 0.0])))
    with pytest.raises(EstimationError, match="shapes"):
        estimator.update(replace(at_rest(standing), joints=np.zeros(3)))
    assert estimator.belief is before
