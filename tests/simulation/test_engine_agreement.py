"""The engines agree: the same experiment in each, with the settings of a walk, comes out as mechanics says.

Where an engine is not installed its tests are skipped with the reason that it gives.
"""

from collections.abc import Callable
from math import cos, pi, radians, sin, sqrt, tan

import numpy as np
import pinocchio as pin
import pytest
from gazebo_bindings import require_gazebo

from biped_control.analysis.assembly import WalkParts
from biped_control.robot.chain_root import ROOT_DOF, with_chain_root
from biped_control.robot.model import GRAVITY, RobotModel
from biped_control.robot.state import FloatArray, State
from biped_control.settings import load_settings
from biped_control.simulation.engines import create_engine
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Simulator
from biped_control.simulation.terrain import FLAT, REACH, Stretch, Terrain

ENGINES = ("lcp", "dart", "gazebo")
TICK = 1.0 / 120.0
SLED_HEIGHT = 0.1  # [m] as in conftest
Balance = Callable[[State], FloatArray]
MakeEngine = Callable[..., Simulator]

HINGE_HEIGHT, ROD_MASS, ROD_CENTRE, ROD_INERTIA = 1.0, 0.5, 0.4, 0.02  # [m, kg, m, kg m^2 about its centre]
_PENDULUM = f"""
  <link name="rod"><inertial>
    <origin xyz="0 0 {-ROD_CENTRE}"/><mass value="{ROD_MASS}"/>
    <inertia ixx="{ROD_INERTIA}" ixy="0" ixz="0" iyy="{ROD_INERTIA}" iyz="0" izz="0.001"/>
  </inertial></link>
  <joint name="hinge" type="revolute">
    <parent link="base_link"/><child link="rod"/><origin xyz="0 0 {HINGE_HEIGHT}"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="10" velocity="50"/>
  </joint>
</robot>"""


def make(name: str, robot: RobotModel, friction: float = 1.0, terrain: Terrain = FLAT) -> Simulator:
    """An engine with the settings of a walk."""
    if name == "gazebo":
        require_gazebo()
    physics_rate_hz = load_settings().physics_rate_of(name)
    settings = EngineSettings(physics_rate_hz=physics_rate_hz, friction=friction, terrain=terrain)
    return create_engine(name, robot, settings)


@pytest.fixture(params=ENGINES)
def engine_name(request: pytest.FixtureRequest) -> str:
    """Each engine of rigid bodies."""
    return str(request.param)


@pytest.fixture(scope="module")
def pendulum(sled: RobotModel) -> RobotModel:
    """A rod that swings on a sled of forty times its mass."""
    urdf = sled.urdf.replace("</robot>", _PENDULUM)
    model = pin.buildModelFromXML(with_chain_root(urdf))
    model.gravity.linear = np.array([0.0, 0.0, -GRAVITY])
    return RobotModel(urdf, sled.limbs, model)


def test_free_fall(engine_name: str, robot: RobotModel, standing: State) -> None:
    engine, ticks, height = make(engine_name, robot), 60, 5.0
    q = standing.q.copy()
    q[2] += height
    state = engine.reset(State(q, standing.v)).state
    for _ in range(ticks):
        state = engine.step(np.zeros(robot.nu)).state
    seconds = ticks * TICK
    assert state.v[2] == pytest.approx(-GRAVITY * seconds, rel=1e-5)
    fallen = q[2] - state.q[2]
    exact = 0.5 * GRAVITY * seconds**2
    # Semi-implicit steps fall ahead of the parabola, by less the shorter they are; the longest is a tick.
    assert exact <= fallen <= exact * (1.0 + 1.001 / ticks)
    np.testing.assert_allclose(np.delete(state.v, 2), 0.0, atol=1e-6)
    engine.close()


def test_pendulum_swings_with_its_period(engine_name: str, pendulum: RobotModel) -> None:
    engine, amplitude = make(engine_name, pendulum), 0.3
    q = np.zeros(ROOT_DOF + 1)
    q[2], q[-1] = SLED_HEIGHT, amplitude
    state = engine.reset(State(q, np.zeros_like(q))).state
    crossings: list[float] = []
    for tick in range(400):
        before, state = state, engine.step(np.zeros(1)).state
        if before.q[-1] < 0.0 <= state.q[-1]:
            crossings.append((tick + before.q[-1] / (before.q[-1] - state.q[-1])) * TICK)
    about_hinge = ROD_INERTIA + ROD_MASS * ROD_CENTRE**2
    small = 2.0 * pi * sqrt(about_hinge / (ROD_MASS * GRAVITY * ROD_CENTRE))
    expected = small * (1.0 + amplitude**2 / 16.0 + 11.0 * amplitude**4 / 3072.0)
    assert len(crossings) >= 2
    assert np.diff(crossings) == pytest.approx(expected, rel=1e-3)
    assert np.abs(state.q[:ROOT_DOF] - q[:ROOT_DOF]).max() < 2e-3  # the sled carries it and stays
    engine.close()


def test_standing_weight(engine_name: str, robot: RobotModel, standing: State, balance: Balance) -> None:
    engine = make(engine_name, robot)
    observation, vertical = engine.reset(standing), []
    for _ in range(90):
        observation = engine.step(balance(observation.state))
        vertical.append(observation.contact_forces[:, 2].sum())
    assert np.mean(vertical[45:]) == pytest.approx(robot.mass * GRAVITY, rel=2e-3)
    centre = (observation.contact_forces[:, 2] @ observation.contact_points[:, :2]) / vertical[-1]
    data = robot.pinocchio.createData()
    above = pin.centerOfMass(robot.pinocchio, data, observation.state.q)[:2]
    np.testing.assert_allclose(centre, above, atol=2e-3)
    engine.close()


@pytest.mark.parametrize(("degrees", "friction"), [(20.0, 0.2), (15.0, 0.6)])
def test_sliding_on_an_incline(engine_name: str, sled: RobotModel, degrees: float, friction: float) -> None:
    angle, seconds = radians(degrees), 0.5
    incline = Terrain("incline", (Stretch(-REACH, REACH * tan(angle), -tan(angle)),))
    engine = make(engine_name, sled, friction, incline)
    q = np.zeros(ROOT_DOF)
    q[:3] = SLED_HEIGHT * np.array([sin(angle), 0.0, cos(angle)])
    q[4] = angle
    state = engine.reset(State(q, np.zeros(ROOT_DOF))).state
    for _ in range(round(seconds / TICK)):
        state = engine.step(np.zeros(0)).state
    downhill = np.array([cos(angle), 0.0, -sin(angle)])
    expected = max(0.0, GRAVITY * (sin(angle) - friction * cos(angle))) * seconds
    assert state.v[:3] @ downhill == pytest.approx(expected, rel=2e-3, abs=1e-3)
    engine.close()


@pytest.mark.parametrize(
    ("joint", "torque"),
    [("l_knee_pitch", 2.0), ("r_hip_roll", -2.0), ("torso_yaw", 2.0), ("l_elbow_pitch", -0.2)],
)
def test_torque_of_one_tick_is_torque_times_time(
    engine_name: str, robot: RobotModel, standing: State, joint: str, torque: float
) -> None:
    engine, torques = make(engine_name, robot), np.zeros(robot.nu)
    torques[robot.joint_index[joint]] = torque
    q = standing.q.copy()
    q[2] += 5.0
    start = State(q, standing.v)
    engine.reset(start)
    with_torque = engine.step(torques).state.v
    engine.reset(start)
    without = engine.step(np.zeros(robot.nu)).state.v
    mass = pin.crba(robot.pinocchio, robot.pinocchio.createData(), q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    impulse = mass @ (with_torque - without)
    expected = np.concatenate([np.zeros(ROOT_DOF), torques * TICK])
    np.testing.assert_allclose(impulse, expected, atol=0.01 * abs(torque) * TICK)
    engine.close()


def walked(engine_name: str, parts: WalkParts, ticks: int) -> tuple[float, float]:
    """Mean cost and distance [m] of the walk."""
    engine = make(engine_name, parts.robot)
    record = parts.loop("nqr", engine).run(parts.itinerary, ticks).record
    engine.close()
    assert not record.fell
    summary = record.summary()
    return float(str(summary["mean_cost"])), float(str(summary["distance_m"]))


@pytest.mark.parametrize("engine_name", ["lcp", "gazebo"])
def test_walk_costs_as_much_as_in_dart(engine_name: str, walk_parts: WalkParts) -> None:
    ticks = 240
    cost, distance = walked(engine_name, walk_parts, ticks)
    expected_cost, expected_distance = walked("dart", walk_parts, ticks)
    assert distance == pytest.approx(expected_distance, rel=0.02)
    # In `lcp`, whose contacts are those that the adaptation believes in, the same walk costs half.
    assert 0.3 * expected_cost < cost < 1.5 * expected_cost
