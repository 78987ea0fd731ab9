"""Scenarios as data, and what they do to a run."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from biped_control.configuration_file import read_yaml
from biped_control.errors import BipedError, ConfigurationError, EngineError
from biped_control.resources import share_path
from biped_control.robot.model import RobotModel
from biped_control.robot.observation import Observation
from biped_control.robot.state import FloatArray, State
from biped_control.simulation.late_torques import LateTorques
from biped_control.simulation.scenario import Scenario, load_scenario
from biped_control.simulation.scenario_conditions import ScenarioConditions
from biped_control.simulation.scenario_engine import scaled_mass, scenario_engine
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.simulator import Push
from biped_control.simulation.terrain import TERRAINS

PUSH = {"body": "torso", "newtons": 50.0, "start_s": 1.0, "duration_s": 0.1, "period_s": 2.0}


class Recorder:
    """Keeps the torques it is given."""

    def __init__(self) -> None:
        self.given: list[float] = []

    def reset(self, state: State) -> Observation:
        self.given.clear()
        return Observation(state, np.zeros((0, 3)), np.zeros((0, 3)))

    def step(self, torques: FloatArray) -> Observation:
        self.given.append(float(torques[0]))
        return Observation(State(torques, torques), np.zeros((0, 3)), np.zeros((0, 3)))

    def push(self, push: Push) -> None: ...

    def close(self) -> None: ...


def sent(delay: int, lost: float, ticks: int = 400) -> FloatArray:
    recorder = Recorder()
    line = LateTorques(recorder, delay, lost, seed=3)
    line.reset(State(np.zeros(1), np.zeros(1)))
    for tick in range(ticks):
        line.step(np.array([float(tick)]))
    return np.array(recorder.given)


def test_every_named_scenario_loads() -> None:
    names = read_yaml(share_path("config/scenarios.yaml"))
    assert isinstance(names, dict)
    assert len({load_scenario(name).model_dump_json() for name in names}) == len(names)


def test_no_scenario_has_the_name_of_a_terrain() -> None:
    names = read_yaml(share_path("config/scenarios.yaml"))
    assert isinstance(names, dict)
    assert not set(names) & set(TERRAINS)


def test_torques_act_late() -> None:
    np.testing.assert_array_equal(sent(2, 0.0, 6), [0, 0, 0, 1, 2, 3])
    np.testing.assert_array_equal(sent(0, 0.0, 3), [0, 1, 2])


def test_what_is_lost_leaves_the_torques_before_at_work() -> None:
    given = sent(0, 0.25)
    held = np.diff(given) == 0.0
    assert 0.18 < held.mean() < 0.32
    np.testing.assert_array_equal(given[1:][~held], np.arange(1.0, 400.0)[~held])
    np.testing.assert_array_equal(given, sent(0, 0.25))


def test_mass_error_is_the_engines_alone(robot: RobotModel) -> None:
    heavy = scaled_mass(robot, 1.1)
    assert heavy.mass == pytest.approx(1.1 * robot.mass)
    for true, believed in zip(
        list(heavy.pinocchio.inertias)[6:], list(robot.pinocchio.inertias)[6:], strict=True
    ):
        np.testing.assert_allclose(true.inertia, 1.1 * believed.inertia, rtol=1e-6)
        np.testing.assert_allclose(true.lever, believed.lever, atol=1e-9)
    assert scaled_mass(robot, 1.0) is robot


@pytest.mark.parametrize("name", ["dart", "lcp"])
def test_push_accelerates_a_heavy_robot_less(
    name: str, robot: RobotModel, standing: State, momentum: Callable[[State], FloatArray]
) -> None:
    """Impulse = change of momentum of the true mass; the pelvis gains speed by the reverse of the scale."""
    flying = State(standing.q + np.eye(robot.nv)[2] * 5.0, standing.v)
    speeds = []
    for scale in (1.0, 1.25):
        engine = scenario_engine(name, robot, EngineSettings(), Scenario(mass_scale=scale))
        engine.reset(flying)
        engine.push(Push("torso", np.array([40.0, 0.0, 0.0]), 3))
        for _ in range(3):
            state = engine.step(np.zeros(robot.nu)).state
        speeds.append(momentum(state)[0])
    assert speeds[0] == pytest.approx(1.0, rel=0.02)  # 40 N for 3 of 120 ticks, by the believed mass
    assert speeds[1] == pytest.approx(speeds[0] / 1.25, rel=0.01)


def test_pushes_come_on_time_in_their_direction() -> None:
    run = ScenarioConditions(0, Scenario.model_validate({"push": PUSH | {"direction_deg": 90.0}}), 120.0)
    begun = {tick: push for tick in range(700) if (push := run.push_at(tick)) is not None}
    assert list(begun) == [120, 360, 600]
    assert begun[120].ticks == 12
    np.testing.assert_allclose(begun[120].force, [0.0, 50.0, 0.0], atol=1e-12)


def test_noise_has_its_size_and_comes_again_with_the_seed() -> None:
    run = ScenarioConditions(2, Scenario(position_noise=0.01, velocity_noise=0.1), 120.0)
    zero = State(np.zeros(5000), np.zeros(5000))
    run.start(zero)
    first = run.measured(zero)
    assert first.q.std() == pytest.approx(0.01, rel=0.05)
    assert first.v.std() == pytest.approx(0.1, rel=0.05)
    run.start(zero)
    np.testing.assert_array_equal(run.measured(zero).q, first.q)
    assert not run.exact_sensors
    assert ScenarioConditions(2, Scenario(), 120.0).exact_sensors


def test_engine_that_cannot_refuses(robot: RobotModel) -> None:
    with pytest.raises(EngineError, match="slippery patches"):
        scenario_engine("lcp", robot, EngineSettings(), load_scenario("patch"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("frictoin: 0.4", r"at 'frictoin': unknown key \(did you mean 'friction'\?\); expected one of "),
        ("terrain: {kind: slope, degres: 2}", r"'terrain\.slope\.degres': unknown .*mean 'degrees'"),
        ("patches: [{start_m: 1, end_m: 2, fricion: 0}]", r"'patches\.0\.fricion': .*mean 'friction'"),
        ("friction: -1", r"at 'friction'.*greater than or equal to 0"),
        ("mass_scale: .nan", r"at 'mass_scale'"),
        ("lost_ticks: 1.0", r"at 'lost_ticks'.*less than 1"),
        (
            "terrain: {kind: slope, degrees: 50}",
            r"at '[^']*': slope: expected at most 30 degrees",
        ),
        ("terrain: {kind: moon}", r"at 'terrain'.*'ledges'"),
        (
            "push: {body: torso, newtons: 5, start_s: 0, duration_s: 2, period_s: 1}",
            r"at 'push'.*below period",
        ),
        (
            "push: {body: torso, newtons: 5, start_s: 1.0e+308, duration_s: 1, period_s: 2}",
            r"'push\.start_s'",
        ),
        ("velocity_noise: 1.0e+200", r"at 'velocity_noise'.*less than or equal to 1000"),
        ("[]", r"at 'top level'"),
        ("friction: true", r"at 'friction': expected a number, got true"),
        (
            "terrain: {kind: ledges, rises_m: [on], spacing_m: 1}",
            r"at 'terrain\.rises_m\.0': expected a number",
        ),
        ("terrain: {kind: ledges, rises_m: [-2], spacing_m: 1}", r"rises_m\.0'.*greater than or equal to -1"),
        (
            "push: {body: torso, newtons: 5, direction_deg: 1.0e+9, start_s: 0, duration_s: 1, period_s: 2}",
            r"'push\.direction_deg'.*equal to 360",
        ),
        (f"patches: [{101 * '{start_m: 1, end_m: 2, friction: 0}, '}]", r"at 'patches'.*at most 100"),
        ("ice: {friction: 0.1}", r"by name \(ice\).*expected the keys of one scenario at the top level"),
        ("terain: {kind: flat}", r"at 'terain': unknown key \(did you mean 'terrain'\?\)"),
        ("terrain: {degrees: 3}", r"at 'terrain': key 'kind' is missing"),
        ("friction: -1\nmass_scale: -1", r"at 'friction'.*; wrong, too: 'mass_scale'$"),
    ],
)
def test_bad_files_are_refused_with_the_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(text)
    with pytest.raises(ConfigurationError, match=message):
        load_scenario(str(file))


def test_unknown_name_lists_the_known() -> None:
    with pytest.raises(BipedError, match=r"'ledgse' is unknown.*uphill"):
        load_scenario("ledgse")
