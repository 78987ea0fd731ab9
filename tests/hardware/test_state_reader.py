"""States from answers of a robot that stands and turns: what is not measured is put right later."""

from dataclasses import replace

import numpy as np
import pytest

from biped_control.errors import HardwareError
from biped_control.estimation.estimator import StateEstimator
from biped_control.hardware.bus.joint_signals import BodyReading, Feedback
from biped_control.hardware.emulated_robot.standing import standing_state
from biped_control.hardware.state_reader import StateReader
from biped_control.robot.model import GRAVITY, RobotModel

DT = 1.0 / 120.0


class Answers:
    """A robot in the air that falls freely, its joints turning at 1 rad/s."""

    def __init__(self, robot: RobotModel) -> None:
        self.state, self._nu = standing_state(robot, height=5.0), robot.nu

    def of_tick(self, tick: int, body_tick: int | None = None, silent: int | None = None) -> Feedback:
        """Answers of `tick`; the IMU's is that of `body_tick`, joint `silent` is a tick behind."""
        ticks = np.full(self._nu, tick)
        if silent is not None:
            ticks[silent] -= 1
        body_tick = tick if body_tick is None else body_tick
        body = BodyReading(
            turned=np.array([0.0, 0.0, 0.3 * DT * body_tick]),
            accelerated=np.zeros(3),
            rate=np.array([0.0, 0.0, 0.3]),
            time=DT * body_tick,
            foot_forces=np.zeros(4),
            received=DT * body_tick,
        )
        joints = self.state.q[6:] + DT * ticks
        return Feedback(joints, np.ones(self._nu), np.zeros(self._nu), np.zeros(self._nu), DT * ticks, body)


@pytest.fixture
def answers(robot: RobotModel) -> Answers:
    return Answers(robot)


@pytest.fixture
def reader(robot: RobotModel, answers: Answers) -> StateReader:
    reader = StateReader(robot, StateEstimator(robot, DT), DT)
    reader.begin(answers.state, answers.of_tick(0))
    return reader


def test_it_begins_in_a_known_state(robot: RobotModel, answers: Answers) -> None:
    reader = StateReader(robot, StateEstimator(robot, DT), DT)
    with pytest.raises(HardwareError, match="begin in a known one"):
        reader.read(answers.of_tick(0))


def test_it_falls_and_turns(reader: StateReader, answers: Answers) -> None:
    for tick in range(1, 13):
        sensed = reader.read(answers.of_tick(tick))
    state = sensed.observation.state
    assert (sensed.unmeasured_joints, sensed.unmeasured_body, sensed.observation.unmeasured) == (
        0,
        False,
        None,
    )
    assert state.v[2] == pytest.approx(-0.1 * GRAVITY, rel=1e-6)
    assert state.q[2] == pytest.approx(answers.state.q[2] - 0.005 * GRAVITY, rel=1e-6)
    assert state.q[3] == pytest.approx(0.03)
    np.testing.assert_allclose(state.q[6:], answers.state.q[6:] + 0.1)
    assert len(sensed.observation.contact_points) == 0


def test_a_lost_joint_moves_on(reader: StateReader, answers: Answers) -> None:
    sensed = reader.read(answers.of_tick(1, silent=3))
    assert sensed.unmeasured_joints == 1
    assert sensed.observation.unmeasured is not None
    np.testing.assert_array_equal(np.flatnonzero(sensed.observation.unmeasured), [3])
    np.testing.assert_allclose(sensed.observation.state.q[6:], answers.state.q[6:] + DT)


def test_a_lost_sample_is_made_up_and_forgotten(robot: RobotModel, answers: Answers) -> None:
    def end(lost: tuple[int, ...]) -> np.ndarray:
        reader = StateReader(robot, StateEstimator(robot, DT), DT)
        reader.begin(answers.state, answers.of_tick(0))
        for tick in range(1, 11):
            heard = max(t for t in range(tick + 1) if t not in lost)
            sensed = reader.read(answers.of_tick(tick, body_tick=heard))
            assert sensed.unmeasured_body == (tick in lost)
            assert sensed.observation.state.v[2] == pytest.approx(-GRAVITY * DT * tick, rel=1e-6)
        return np.concatenate([sensed.observation.state.q, sensed.observation.state.v])

    np.testing.assert_allclose(end((4, 7)), end(()), atol=1e-9)


def test_where_nobody_has_answered_joints_and_base_go_on_together(
    robot: RobotModel, answers: Answers
) -> None:
    """Else the base would be a tick ahead of the joints, and the robot of what it thinks."""
    for late in ((5,), (5, 6)):
        reader = StateReader(robot, StateEstimator(robot, DT), DT)
        reader.begin(answers.state, answers.of_tick(0))
        for tick in range(1, 9):
            sensed = reader.read(answers.of_tick(max(t for t in range(tick + 1) if t not in late)))
            state = sensed.observation.state
            assert (sensed.unmeasured_joints, sensed.unmeasured_body) == (
                (robot.nu, True) if tick in late else (0, False)
            )
            np.testing.assert_allclose(state.q[6:], answers.state.q[6:] + DT * tick)
            assert state.v[2] == pytest.approx(-GRAVITY * DT * tick)


def test_a_tick_that_comes_late_is_one_tick(reader: StateReader, answers: Answers) -> None:
    """The answers of tick 3 come half a tick late; those after it are as punctual as before."""
    for stamp in (1.0, 2.0, 3.55, 4.0, 5.0, 6.0):
        feedback = answers.of_tick(round(stamp))
        assert feedback.body is not None
        late = replace(
            feedback,
            received=np.full_like(feedback.received, DT * stamp),
            body=replace(feedback.body, received=DT * stamp),
        )
        sensed = reader.read(late)
    assert (sensed.unmeasured_joints, sensed.unmeasured_body) == (0, False)
    assert sensed.observation.state.v[2] == pytest.approx(-6.0 * GRAVITY * DT)


def test_an_imu_that_is_always_behind_is_heard(reader: StateReader, answers: Answers) -> None:
    """It begins to turn faster; what its last sample says goes on until the joints' time."""
    for tick in range(1, 9):
        feedback = answers.of_tick(tick, body_tick=tick - 1)
        assert feedback.body is not None
        faster = replace(feedback.body, rate=np.array([0.0, 0.0, 0.6]))
        sensed = reader.read(replace(feedback, body=faster))
    assert sensed.unmeasured_body
    assert sensed.observation.state.q[3] == pytest.approx(DT * (0.3 * 7 + 0.6))
    assert sensed.observation.state.v[2] == pytest.approx(-8.0 * GRAVITY * DT)


def test_feet_that_carry_are_contacts(reader: StateReader, answers: Answers) -> None:
    feedback = answers.of_tick(1)
    assert feedback.body is not None
    loaded = replace(feedback.body, foot_forces=np.array([0.0, 300.0, 200.0, 0.5]))
    observation = reader.read(replace(feedback, body=loaded)).observation
    np.testing.assert_array_equal(observation.contact_forces, [[0, 0, 300], [0, 0, 200]])
    toe, heel = observation.contact_points
    assert toe[1] < 0.0 < heel[1], "right toe, left heel"
    assert toe[0] > heel[0] + 0.1


def test_without_an_imu_there_is_no_state(robot: RobotModel, answers: Answers) -> None:
    reader = StateReader(robot, StateEstimator(robot, DT), DT)
    with pytest.raises(HardwareError, match="nothing has come from the IMU"):
        reader.begin(answers.state, replace(answers.of_tick(0), body=None))
