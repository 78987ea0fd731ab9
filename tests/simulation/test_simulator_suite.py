"""What every engine must do. Each test runs on each engine; numbers come from mechanics, not from engines."""

from collections.abc import Callable
from math import atan, cos, radians, sin, tan

import numpy as np
import pinocchio as pin
import pytest

from biped_control.errors import EngineError
from biped_control.robot.chain_root import ROOT_DOF
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.sdf_world import step_nanoseconds
from biped_control.simulation.simulator import Push, Simulator
from biped_control.simulation.terrain import FLAT, REACH, Stretch, Terrain

TICK = 1.0 / 120.0
SLED_HEIGHT = 0.1
EngineMaker = Callable[..., Simulator]
Balance = Callable[[State], FloatArray]
Momentum = Callable[[State], FloatArray]


def lifted(state: State, height: float) -> State:
    q = state.q.copy()
    q[2] += height
    return State(q, state.v.copy())


def swinging(robot: RobotModel, standing: State) -> State:
    """High above the ground, turning and with all joints moving."""
    rng = np.random.default_rng(5)
    v = np.concatenate([[0.3, -0.2, 1.0], 0.5 * rng.normal(size=3), rng.normal(size=robot.nu)])
    return State(lifted(standing, 5.0).q, v)


def energy(robot: RobotModel, state: State) -> float:
    data = robot.pinocchio.createData()
    potential = pin.computePotentialEnergy(robot.pinocchio, data, state.q)
    return float(potential + pin.computeKineticEnergy(robot.pinocchio, data, state.q, state.v))


def run(engine: Simulator, start: State, torques: FloatArray, ticks: int) -> State:
    state = engine.reset(start).state
    for _ in range(ticks):
        state = engine.step(torques).state
    return state


def incline(angle: float) -> Terrain:
    """A plane through the origin that falls towards +x."""
    return Terrain("incline", (Stretch(-REACH, REACH * tan(angle), -tan(angle)),))


def sled_on_incline(angle: float) -> State:
    """The sled at rest at the origin of an incline, its x axis pointing downhill."""
    q = np.zeros(ROOT_DOF)
    q[:3] = SLED_HEIGHT * np.array([sin(angle), 0.0, cos(angle)])
    q[4] = angle
    return State(q, np.zeros(ROOT_DOF))


def test_reset_returns_the_state_it_was_given(engine: Simulator, robot: RobotModel, standing: State) -> None:
    given = swinging(robot, standing)
    state = engine.reset(given).state
    np.testing.assert_array_equal(state.q, given.q)
    np.testing.assert_array_equal(state.v, given.v)


def test_free_fall_is_exact_for_the_semi_implicit_scheme(
    engine_name: str, make_engine: EngineMaker, robot: RobotModel, standing: State, ticks_a_second: float
) -> None:
    rate, steps = 1200.0, 120
    step = 1e-9 * step_nanoseconds(rate) if engine_name == "gazebo" else 1.0 / rate
    start = lifted(standing, 3.0)
    state = run(make_engine(step_hz=rate), start, np.zeros(robot.nu), round(0.1 * ticks_a_second))
    expected_q, expected_v = start.q.copy(), start.v.copy()
    expected_v[2] = -GRAVITY * steps * step
    expected_q[2] -= GRAVITY * steps * (steps + 1) / 2 * step**2
    np.testing.assert_allclose(state.v, expected_v, atol=1e-9)
    np.testing.assert_allclose(state.q, expected_q, atol=1e-9)


def test_flight_keeps_momentum_and_energy_better_with_shorter_steps(
    engine_name: str, make_engine: EngineMaker, robot: RobotModel, standing: State, momentum: Momentum
) -> None:
    start, seconds = swinging(robot, standing), 0.2
    expected = momentum(start)
    expected[2] -= robot.mass * GRAVITY * seconds
    drifts = []
    for rate in (600.0, 1200.0, 2400.0):
        ticks = seconds * (rate if engine_name == "lcp" else 120.0)
        end = run(make_engine(step_hz=rate), start, np.zeros(robot.nu), round(ticks))
        drifts.append(
            [
                np.abs(momentum(end) - expected).max(),
                abs(energy(robot, end) - energy(robot, start)),
            ]
        )
    coarse, middle, fine = np.array(drifts)
    assert (middle < [0.2, 1.0]).all()  # of 70 N s and 2.6 kJ that are at work
    # First-order scheme: half the step, half the drift.
    assert (middle < 0.6 * coarse).all()
    assert (fine < 0.6 * middle).all()


def test_standing_robot_weighs_its_mass(
    engine: Simulator, robot: RobotModel, standing: State, balance: Balance
) -> None:
    observation = engine.reset(standing)
    vertical = []
    for _ in range(120):
        observation = engine.step(balance(observation.state))
        vertical.append(observation.contact_forces[:, 2].sum())
    assert np.mean(vertical[60:]) == pytest.approx(robot.mass * GRAVITY, rel=0.005)
    assert np.abs(observation.state.q - standing.q).max() < 1e-3
    assert np.abs(observation.contact_points[:, 2]).max() < 1e-4


def test_contact_forces_explain_the_change_of_momentum(
    make_engine: EngineMaker, sled: RobotModel, ticks_a_second: float
) -> None:
    engine, dt = make_engine(sled), 1.0 / ticks_a_second
    start = State(np.array([0.0, 0.0, SLED_HEIGHT + 0.01, 0.0, 0.0, 0.0]), np.array([0.7, 0.2, 0, 0, 0, 0]))
    before = engine.reset(start).state
    touched = False
    for _ in range(round(0.2 / dt)):
        observation = engine.step(np.zeros(0))
        force = observation.contact_forces.sum(axis=0) - np.array([0.0, 0.0, sled.mass * GRAVITY])
        change = sled.mass * (observation.state.v[:3] - before.v[:3])
        if np.abs(observation.state.v[3:]).max() < 1e-9:  # turning, the base is not the centre of mass
            # The root's carriers weigh half a gram.
            np.testing.assert_allclose(change, force * dt, rtol=1e-4, atol=1e-4)
        touched |= bool(observation.contact_forces[:, 2].max(initial=0.0) > 1.0)
        before = observation.state
    assert touched


def test_friction_stays_in_its_cone(engine_name: str, make_engine: EngineMaker, sled: RobotModel) -> None:
    friction = 0.4
    engine = make_engine(sled, friction=friction)
    rng = np.random.default_rng(2)
    q, v = np.array([0.0, 0.0, SLED_HEIGHT, 0.0, 0.0, 0.0]), np.array([1.0, -0.5, 0.0, 1.0, 0.0, 0.0])
    engine.reset(State(q, v))
    saturated = 0
    for _ in range(120):
        engine.push(Push("base_link", np.array([*(80.0 * rng.normal(size=2)), -50.0]), 1))
        forces = engine.step(np.zeros(0)).contact_forces
        assert (forces[:, 2] >= 0.0).all()
        if engine_name in ("dart", "gazebo"):
            # DART's cone is a square along x and y around the round one. The bounds come from normal forces
            # before friction has shifted them between contacts: they hold for the body, not for each
            # contact.
            bounds = friction * forces[:, 2].sum()
            excess = np.abs(forces[:, :2].sum(axis=0)) - bounds
        else:
            bounds = friction * forces[:, 2]
            excess = np.hypot(*forces[:, :2].T) - bounds
        # Gazebo's DART, an older one, leaves the cone by up to a thousandth.
        slack = 2e-3 * np.max(bounds, initial=0.0) if engine_name == "gazebo" else 1e-6
        assert (excess <= slack).all()
        saturated += int((excess > -0.3 * bounds).any())
    assert saturated > 10  # the test has teeth only while the sled slides


@pytest.mark.parametrize(("degrees", "friction"), [(10.0, 0.1), (20.0, 0.3), (15.0, 0.0)])
def test_sled_slides_down_an_incline_as_friction_says(
    make_engine: EngineMaker, sled: RobotModel, ticks_a_second: float, degrees: float, friction: float
) -> None:
    angle, seconds = radians(degrees), 0.5
    engine = make_engine(sled, friction=friction, terrain=incline(angle))
    state = run(engine, sled_on_incline(angle), np.zeros(0), round(seconds * ticks_a_second))
    downhill, normal = np.array([cos(angle), 0.0, -sin(angle)]), np.array([sin(angle), 0.0, cos(angle)])
    acceleration = GRAVITY * (sin(angle) - friction * cos(angle))
    assert state.v[:3] @ downhill == pytest.approx(acceleration * seconds, rel=0.005)
    assert state.q[:3] @ downhill == pytest.approx(0.5 * acceleration * seconds**2, rel=0.01)
    assert state.q[:3] @ normal == pytest.approx(SLED_HEIGHT, abs=1e-4)


def test_sled_stays_on_an_incline_below_the_friction_angle(
    make_engine: EngineMaker, sled: RobotModel
) -> None:
    angle = 0.9 * atan(0.5)
    engine = make_engine(sled, friction=0.5, terrain=incline(angle))
    start = sled_on_incline(angle)
    state = run(engine, start, np.zeros(0), 120)
    assert np.abs(state.q - start.q).max() < 1e-3


def test_ledges_carry_at_their_height(
    make_engine: EngineMaker, sled: RobotModel, ticks_a_second: float
) -> None:
    terrain = Terrain("two levels", (Stretch(-REACH, 0.0), Stretch(1.0, -0.05), Stretch(3.0, 0.07)))
    engine = make_engine(sled, terrain=terrain)
    for x in (0.0, 2.0, 4.0):
        height = float(terrain.height(np.array([x]), np.zeros(1))[0])
        start = State(np.array([x, 0.0, height + SLED_HEIGHT + 0.005, 0, 0, 0]), np.zeros(ROOT_DOF))
        state = run(engine, start, np.zeros(0), round(ticks_a_second))
        assert state.q[2] == pytest.approx(height + SLED_HEIGHT, abs=1e-4)


def test_push_changes_momentum_by_force_times_time(
    engine: Simulator, robot: RobotModel, standing: State, momentum: Momentum
) -> None:
    start, force, ticks = lifted(standing, 5.0), np.array([20.0, -10.0, 5.0]), 6
    still = momentum(run(engine, start, np.zeros(robot.nu), 10))
    data = robot.pinocchio.createData()
    for body in ("torso", "l_shank", "head"):
        engine.reset(start)
        engine.push(Push(body, force, ticks))
        states = [engine.step(np.zeros(robot.nu)).state for _ in range(10)]
        change = momentum(states[-1]) - still
        np.testing.assert_allclose(change[:3], force * ticks * TICK, rtol=0.01, atol=0.01)
        arm = centre_of_link(robot, body, start.q) - pin.centerOfMass(robot.pinocchio, data, start.q)
        np.testing.assert_allclose(change[3:], np.cross(arm, force) * ticks * TICK, rtol=0.03, atol=0.02)
        # It acts for six ticks, neither more nor less.
        coasting = momentum(states[6]) - momentum(states[5])
        np.testing.assert_allclose(coasting[:2], 0.0, atol=1e-2)


def centre_of_link(robot: RobotModel, body: str, q: FloatArray) -> FloatArray:
    """World position of a link's own centre of mass, from a free-flyer model without welded joints merged."""
    model = pin.buildModelFromXML(
        robot.urdf.replace('type="fixed"', 'type="continuous"'), pin.JointModelFreeFlyer()
    )
    by_name = dict(zip(robot.joint_names, q[ROOT_DOF:], strict=True))
    configuration = pin.neutral(model)
    configuration[:3] = q[:3]  # the root angles are zero in these tests
    for joint, name in enumerate(model.names):
        if name in by_name:
            configuration[model.joints[joint].idx_q] = by_name[name]
    data = model.createData()
    pin.forwardKinematics(model, data, configuration)
    joint = model.frames[model.getFrameId(body)].parentJoint
    return np.array(data.oMi[joint].act(model.inertias[joint].lever))


def test_pushes_add_up(engine: Simulator, robot: RobotModel, standing: State, momentum: Momentum) -> None:
    engine.reset(lifted(standing, 5.0))
    for force in ([10.0, 0.0, 0.0], [20.0, 0.0, 0.0], [0.0, 5.0, 0.0]):
        engine.push(Push("torso", np.array(force), 1))
    change = momentum(engine.step(np.zeros(robot.nu)).state)
    np.testing.assert_allclose(change[:2], np.array([30.0, 5.0]) * TICK, rtol=0.01)


def test_torque_of_one_tick_is_momentum_of_the_joints(
    engine: Simulator, robot: RobotModel, standing: State
) -> None:
    start = lifted(standing, 5.0)
    torques = 0.01 * np.random.default_rng(3).choice([-1.0, 1.0], size=robot.nu)
    with_torques = run(engine, start, torques, 1).v
    without = run(engine, start, np.zeros(robot.nu), 1).v
    data = robot.pinocchio.createData()
    mass = pin.crba(robot.pinocchio, data, start.q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    impulse = mass @ (with_torques - without)
    np.testing.assert_allclose(impulse[ROOT_DOF:], torques * TICK, rtol=0.01)
    np.testing.assert_allclose(impulse[:ROOT_DOF], 0.0, atol=5e-6)


def test_torque_above_the_effort_limit_is_not_clamped(
    engine: Simulator, robot: RobotModel, standing: State
) -> None:
    start = lifted(standing, 5.0)
    joint = robot.joint_index["torso_yaw"]  # carries enough inertia to stay below its velocity limit
    turned = []
    for factor in (0.25, 1.25):
        torques = np.zeros(robot.nu)
        torques[joint] = factor * robot.effort_limits[joint]
        turned.append(run(engine, start, torques, 1).v[ROOT_DOF + joint])
    assert turned[1] == pytest.approx(5.0 * turned[0], rel=0.05)


def test_joints_stop_at_their_limits(engine: Simulator, robot: RobotModel, standing: State) -> None:
    torques = np.zeros(robot.nu)
    for name in ("l_knee_pitch", "r_elbow_pitch", "torso_roll", "l_hip_roll"):
        torques[robot.joint_index[name]] = 0.05 * robot.effort_limits[robot.joint_index[name]]
    observation, violations = engine.reset(lifted(standing, 20.0)), []
    for _ in range(150):
        observation = engine.step(torques)
        joints = observation.state.q[ROOT_DOF:]
        violations.append(np.maximum(joints - robot.upper_limits, robot.lower_limits - joints).max())
    # A stopping thigh whips the light foot through one tick of the papers' scheme.
    assert max(violations) < 0.1
    assert np.median(violations) < 1e-3
    assert violations[-1] < 5e-3
    elbow = robot.joint_index["r_elbow_pitch"]
    assert joints[elbow] == pytest.approx(robot.upper_limits[elbow], abs=0.02)


def noisy_stand(engine: Simulator, start: State, balance: Balance, seed: int, ticks: int = 60) -> bytes:
    """Every bit of a stand under random torques and a push."""
    rng = np.random.default_rng(seed)
    observations = [engine.reset(start)]
    engine.push(Push("torso", np.array([20.0, 10.0, 0.0]), 12))
    for _ in range(ticks):
        torques = balance(observations[-1].state) + 2.0 * rng.normal(size=len(start.q) - ROOT_DOF)
        observations.append(engine.step(torques))
    return b"".join(bits(observation) for observation in observations)


def bits(observation: Observation) -> bytes:
    state = observation.state
    arrays = (state.q, state.v, observation.contact_points, observation.contact_forces)
    return b"".join(array.tobytes() for array in arrays)


def test_two_instances_agree_to_the_bit(make_engine: EngineMaker, standing: State, balance: Balance) -> None:
    first, second = make_engine(), make_engine()
    result = noisy_stand(first, standing, balance, seed=1)
    assert noisy_stand(second, standing, balance, seed=1) == result
    assert noisy_stand(second, standing, balance, seed=2) != result


def test_reset_forgets_everything(make_engine: EngineMaker, standing: State, balance: Balance) -> None:
    used = make_engine()
    noisy_stand(used, standing, balance, seed=7)
    used.push(Push("torso", np.array([0.0, 30.0, 0.0]), 1000))
    noisy = noisy_stand(used, standing, balance, seed=1)
    assert noisy == noisy_stand(make_engine(), standing, balance, seed=1)


def test_observations_stay_what_they_were(engine: Simulator, standing: State, balance: Balance) -> None:
    first = engine.reset(standing)
    second = engine.step(balance(first.state))
    kept = bits(first), bits(second)
    for _ in range(3):
        engine.step(balance(second.state))
    assert (bits(first), bits(second)) == kept


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_refused(
    engine: Simulator, robot: RobotModel, standing: State, bad: float
) -> None:
    engine.reset(standing)
    torques, force = np.zeros(robot.nu), np.zeros(3)
    torques[4], force[1] = bad, bad
    with pytest.raises(EngineError, match="23 finite torques"):
        engine.step(torques)
    with pytest.raises(EngineError, match="three finite newtons"):
        engine.push(Push("torso", force, 1))
    q, v = standing.q.copy(), standing.v.copy()
    q[7], v[8] = bad, bad
    with pytest.raises(EngineError, match="29 finite positions"):
        engine.reset(State(q, standing.v))
    with pytest.raises(EngineError, match="29 finite velocities"):
        engine.reset(State(standing.q, v))
    engine.step(np.zeros(robot.nu))  # none of it did any harm


def test_wrong_sizes_and_wrong_pushes_are_refused(
    engine: Simulator, robot: RobotModel, standing: State
) -> None:
    engine.reset(standing)
    with pytest.raises(EngineError, match="23 finite torques"):
        engine.step(np.zeros(robot.nu + 1))
    with pytest.raises(EngineError, match=r"no body 'tail'.*torso"):
        engine.push(Push("tail", np.ones(3), 1))
    with pytest.raises(EngineError, match="no body 'root_x_carrier'"):
        engine.push(Push("root_x_carrier", np.ones(3), 1))
    with pytest.raises(EngineError, match="one tick or more"):
        engine.push(Push("torso", np.ones(3), 0))
    with pytest.raises(EngineError, match="three finite newtons"):
        engine.push(Push("torso", np.ones(2), 1))


def test_close_may_come_twice(make_engine: EngineMaker, standing: State, balance: Balance) -> None:
    engine, other = make_engine(), make_engine()
    before = noisy_stand(other, standing, balance, 1, 10)
    engine.reset(standing)
    engine.close()
    engine.close()
    assert noisy_stand(other, standing, balance, 1, 10) == before  # closing one leaves the others alone


def test_flat_is_the_default_ground(make_engine: EngineMaker, standing: State, balance: Balance) -> None:
    plain, explicit = make_engine(), make_engine(terrain=FLAT)
    assert noisy_stand(plain, standing, balance, 1, 10) == noisy_stand(explicit, standing, balance, 1, 10)
