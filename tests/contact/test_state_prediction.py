"""The prediction against what the engine `lcp` really does behind a slow line."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from biped_control.contact.constraints import Ground
from biped_control.contact.expected_tick import ExpectedTicks
from biped_control.contact.state_prediction import StatePrediction
from biped_control.robot.base_coordinates import as_sensed
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import RobotModel
from biped_control.robot.state import BoolArray, FloatArray, State
from biped_control.settings import ControlSettings, load_settings
from biped_control.simulation.late_torques import LateTorques
from biped_control.simulation.lcp import LcpSimulator
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.terrain import FLAT, Terrain
from biped_control.simulation.terrain_shapes import slope

SETTINGS = load_settings().replaced(contact_distance_m=0.1)  # as far as the engine looks
FINDING = SETTINGS.replaced(find_delay=True)
UPHILL = slope(5.0)


def late(ticks: int) -> ControlSettings:
    return SETTINGS.replaced(torque_delay_ticks=ticks)


def felt(points: FloatArray) -> Ground:
    x, y = points[:, 0], points[:, 1]
    return Ground(UPHILL.height(x, y), UPHILL.normal(x, y))


def torques_of_ticks(robot: RobotModel) -> Iterator[FloatArray]:
    """Torques that wander, as those of a controller do."""
    random, torques = np.random.default_rng(6), np.zeros(robot.nu)
    while True:
        torques = 0.8 * torques + random.normal(scale=4.0, size=robot.nu)
        yield torques


def line(robot: RobotModel, delay: int, terrain: Terrain = FLAT, lost: float = 0.0) -> LateTorques:
    settings = EngineSettings(SETTINGS.rate_hz, friction=SETTINGS.friction, terrain=terrain)
    return LateTorques(LcpSimulator(robot, settings), delay, lost, seed=1)


@pytest.mark.parametrize("terrain", [FLAT, UPHILL], ids=["flat", "uphill"])
@pytest.mark.parametrize("delay", [1, 2, 4])
def test_prediction_is_what_the_engine_comes_to(
    robot: RobotModel, touching: State, delay: int, terrain: Terrain
) -> None:
    engine, prediction = line(robot, delay, terrain), StatePrediction(robot, late(delay))
    state, torques = engine.reset(touching).state, torques_of_ticks(robot)
    ground_at = None if terrain is FLAT else felt
    assert prediction.ahead(state, ground_at) is state  # nobody knows what is at work
    states, expected = [state], []
    for _ in range(25):
        command = next(torques)
        prediction.sent(command)
        states.append(engine.step(command).state)
        expected.append(prediction.ahead(states[-1], ground_at))
    for came, said in zip(states[1 + delay :], expected, strict=False):
        np.testing.assert_allclose(said.q, came.q, atol=1e-9)
        np.testing.assert_allclose(said.v, came.v, atol=1e-9)
    assert np.abs(states[-1].v - states[-1 - delay].v).max() > 0.1


def with_gaps(state: State, unmeasured: BoolArray) -> State:
    """As a bus tells it: these joints go on with a velocity that is wrong."""
    q, v = state.q.copy(), state.v.copy()
    q[ROOT_DOF:][unmeasured] += 0.05
    v[ROOT_DOF:][unmeasured] += 6.0
    return State(q, v)


@pytest.mark.parametrize("delay", [1, 2])
def test_joints_that_nobody_measured_are_where_the_model_expects_them(
    robot: RobotModel, touching: State, delay: int
) -> None:
    engine, prediction = line(robot, delay), StatePrediction(robot, late(delay))
    random, command = np.random.default_rng(3), next(torques_of_ticks(robot))
    states, said = [engine.reset(touching).state], []
    prediction.ahead(states[0])
    for tick in range(25):
        prediction.sent(command)
        states.append(engine.step(command).state)
        unmeasured = random.random(robot.nu) < 0.2 if tick > 0 else np.zeros(robot.nu, dtype=np.bool_)
        said.append(prediction.ahead(with_gaps(states[-1], unmeasured), unmeasured=unmeasured))
    for came, expected in zip(states[1 + delay :], said, strict=False):
        np.testing.assert_allclose(expected.q, came.q, atol=1e-9)
        np.testing.assert_allclose(expected.v, came.v, atol=1e-9)


def test_a_robot_that_nobody_hears_is_not_made_up_for_long(robot: RobotModel, touching: State) -> None:
    """A model that nothing holds to the truth runs away until it gives no numbers."""
    prediction, expected = StatePrediction(robot, late(1)), ExpectedTicks(robot, late(1))
    command = next(torques_of_ticks(robot))
    from_what_came = expected.beginning(touching).after(command)
    prediction.ahead(touching)
    trusted = list[bool]()
    for _ in range(9):
        prediction.sent(command)
        said = prediction.ahead(touching, unmeasured=np.ones(robot.nu, dtype=np.bool_))
        trusted.append(not np.allclose(said.v, from_what_came.v, atol=1e-9))
    assert trusted == [False] + 6 * [True] + 2 * [False], "there is no tick before the first"


@pytest.mark.parametrize("delay", [1, 2])
def test_a_drive_that_did_not_answer_may_not_have_been_asked(
    robot: RobotModel, touching: State, delay: int
) -> None:
    prediction, expected = StatePrediction(robot, late(delay)), ExpectedTicks(robot, late(delay))
    torques = list(islice(torques_of_ticks(robot), 3))
    for torque in torques:
        prediction.sent(torque)
    unmeasured = np.arange(robot.nu) == 3
    acting = torques[-delay].copy()
    acting[3] = 0.5 * (torques[-delay][3] + torques[-delay - 1][3])
    came = expected.beginning(touching).after(acting)
    for torque in torques[len(torques) - delay + 1 :]:
        came = expected.beginning(came).after(torque)
    np.testing.assert_allclose(prediction.ahead(touching, unmeasured=unmeasured).v, came.v, atol=1e-12)


def test_the_delay_is_found_by_the_joints_that_were_measured(robot: RobotModel, touching: State) -> None:
    engine, prediction = line(robot, 2), StatePrediction(robot, FINDING.replaced(torque_delay_ticks=1))
    random, torques = np.random.default_rng(3), torques_of_ticks(robot)
    state = engine.reset(touching).state
    for _ in range(25):
        unmeasured = random.random(robot.nu) < 0.2
        prediction.ahead(with_gaps(state, unmeasured), unmeasured=unmeasured)
        prediction.sent(command := next(torques))
        state = engine.step(command).state
    assert prediction.ticks == 2


def test_torques_that_went_out_late_are_not_taken_for_those_that_were_due(
    robot: RobotModel, touching: State
) -> None:
    engine, prediction = line(robot, 2), StatePrediction(robot, late(2))
    torques, commands = torques_of_ticks(robot), list[FloatArray]()
    states, said = [engine.reset(touching).state], []
    for age in (0, 0, 0, 1, 0, 1, 2, 0, 0, 0, 0, 0):
        commands.append(next(torques))
        prediction.sent(commands[-1])
        states.append(engine.step(commands[-1 - age]).state)
        said.append(prediction.ahead(states[-1], torques_late=age))
    for came, expected in zip(states[3:], said, strict=False):
        np.testing.assert_allclose(expected.v, came.v, atol=1e-9)


def test_without_a_delay_the_state_is_passed_on(robot: RobotModel, touching: State) -> None:
    engine, torques = line(robot, 0), torques_of_ticks(robot)
    told, finding = StatePrediction(robot, SETTINGS), StatePrediction(robot, FINDING)
    state = engine.reset(touching).state
    for _ in range(30):
        assert told.ahead(state) is state
        assert finding.ahead(state) is state
        command = next(torques)
        told.sent(command)
        finding.sent(command)
        state = engine.step(command).state


@pytest.mark.parametrize("lost", [0.0, 0.1])
@pytest.mark.parametrize("delay", [0, 1, 2])
@pytest.mark.parametrize("guess", [0, 2])
def test_the_delay_is_found(robot: RobotModel, touching: State, delay: int, guess: int, lost: float) -> None:
    engine, torques = line(robot, delay, lost=lost), torques_of_ticks(robot)
    prediction = StatePrediction(robot, FINDING.replaced(torque_delay_ticks=guess))
    state = engine.reset(touching).state
    for _ in range(30):
        prediction.ahead(state)
        command = next(torques)
        prediction.sent(command)
        state = engine.step(command).state
    assert prediction.ticks == delay


def test_a_delay_is_looked_for_on_the_ground_that_is_believed_in(robot: RobotModel, touching: State) -> None:
    asked: list[int] = []

    def flat(points: FloatArray) -> Ground:
        asked.append(len(points))
        return Ground.flat(len(points))

    prediction = StatePrediction(robot, FINDING)
    for _ in range(3):
        prediction.ahead(touching, flat)
        prediction.sent(np.zeros(robot.nu))
    assert len(asked) == 2  # in the first tick nothing is known of the torques at work


def test_after_a_tick_that_was_missed_the_torques_before_it_are_at_work(
    robot: RobotModel, touching: State
) -> None:
    told, missing = StatePrediction(robot, late(2)), StatePrediction(robot, late(2))
    torques = torques_of_ticks(robot)
    first, last = next(torques), next(torques)
    for prediction in (told, missing):
        prediction.sent(first)
        prediction.sent(last)
    told.sent(last)
    missing.missed(1)
    assert (told.ahead(touching).v == missing.ahead(touching).v).all()
    told.sent(last)
    missing.missed(1)
    assert (told.ahead(touching, torques_late=1).v == missing.ahead(touching, torques_late=1).v).all()
    missing.missed(10**12)
    told.sent(last)
    assert (told.ahead(touching).v == missing.ahead(touching).v).all()


def test_a_tick_that_was_missed_says_nothing_of_the_delay(robot: RobotModel, touching: State) -> None:
    engine, torques = line(robot, 1), torques_of_ticks(robot)
    prediction = StatePrediction(robot, FINDING)
    state = engine.reset(touching).state
    for _ in range(30):
        prediction.ahead(state)
        prediction.sent(command := next(torques))
        prediction.missed(0)
        state = engine.step(command).state
    assert prediction.ticks == 0


def test_a_prediction_that_is_no_number_is_not_used(robot: RobotModel, touching: State) -> None:
    prediction = StatePrediction(robot, late(1))
    prediction.sent(np.full(robot.nu, np.nan))
    assert prediction.ahead(touching) is touching


def test_reset_forgets_what_was_sent(robot: RobotModel, touching: State) -> None:
    prediction = StatePrediction(robot, late(1))
    prediction.sent(np.zeros(robot.nu))
    assert prediction.ahead(touching) is not touching
    prediction.reset()
    assert prediction.ahead(touching) is touching


def test_reset_forgets_what_was_found(robot: RobotModel, touching: State) -> None:
    engine, torques = line(robot, 1), torques_of_ticks(robot)
    prediction = StatePrediction(robot, FINDING)
    state = engine.reset(touching).state
    for _ in range(30):
        prediction.ahead(state)
        prediction.sent(command := next(torques))
        state = engine.step(command).state
    assert prediction.ticks == 1
    prediction.reset()
    assert prediction.ticks == 0


@pytest.mark.parametrize("delay", [0, 1])
def test_exact_measurements_are_the_state_however_little_is_believed(
    robot: RobotModel, touching: State, delay: int
) -> None:
    """The yaw passes half a turn on the way, where measurements jump by a whole one."""
    engine, torques = line(robot, delay), torques_of_ticks(robot)
    believing = StatePrediction(robot, late(delay))
    observing = StatePrediction(robot, late(delay).replaced(measured_share=0.3))
    start = State(touching.q.copy(), touching.v.copy())
    start.q[3], start.v[3] = np.pi - 0.01, 2.0
    state, jumped = engine.reset(start).state, False
    for _ in range(3):  # a foot that comes down flat has more than one answer; let it rest
        state = engine.step(np.zeros(robot.nu)).state
    for _ in range(25):
        sensed = as_sensed(state)
        jumped |= sensed.q[3] < 0.0
        told, observed = believing.ahead(sensed), observing.ahead(sensed)
        np.testing.assert_allclose(as_sensed(observed).q, as_sensed(told).q, atol=1e-5)
        np.testing.assert_allclose(observed.v, told.v, atol=1e-3)
        command = next(torques)
        believing.sent(command)
        observing.sent(command)
        state = engine.step(command).state
    assert jumped


def test_noise_is_held_back(robot: RobotModel, touching: State) -> None:
    engine, torques, random = line(robot, 0), torques_of_ticks(robot), np.random.default_rng(7)
    prediction = StatePrediction(robot, SETTINGS.replaced(measured_share=0.4))
    flying = State(touching.q + np.eye(robot.nv)[2], touching.v)
    state, errors = engine.reset(flying).state, []
    for _ in range(40):
        noise = random.normal(scale=0.004, size=robot.nv), random.normal(scale=0.06, size=robot.nv)
        observed = prediction.ahead(State(state.q + noise[0], state.v + noise[1]))
        errors.append([np.sqrt(np.mean((observed.q - state.q) ** 2)) / 0.004])
        errors[-1].append(np.sqrt(np.mean((observed.v - state.v) ** 2)) / 0.06)
        prediction.sent(command := next(torques))
        state = engine.step(command).state
    assert np.mean(errors[0]) > 0.8
    poses, velocities = np.mean(errors[10:], axis=0)
    assert poses < 0.6
    assert velocities < 1.0  # noise takes joints into their limits, which the model answers with a kick
