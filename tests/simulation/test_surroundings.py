"""What a run happens in, by name."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from biped_control.errors import BipedError, ConfigurationError, EngineError
from biped_control.robot.model import RobotModel
from biped_control.robot.state import State
from biped_control.simulation.disturbances import Disturbances
from biped_control.simulation.late_torques import LateTorques
from biped_control.simulation.scenario_conditions import ScenarioConditions
from biped_control.simulation.settings import EngineSettings
from biped_control.simulation.surroundings import Surroundings

SETTINGS = EngineSettings()


@pytest.mark.parametrize("engine", ["lcp", "dart"])
def test_engine_and_pushed_body_are_tried(robot: RobotModel, engine: str) -> None:
    Surroundings(push="torso,10,0.1,4").check(engine, robot, SETTINGS)
    with pytest.raises(EngineError, match=r"'tail'.*torso"):
        Surroundings(push="tail,10,0.1,4").check(engine, robot, SETTINGS)
    with pytest.raises(EngineError, match="unknown"):
        Surroundings().check("x" + engine, robot, SETTINGS)


def test_the_body_that_a_scenario_pushes_is_tried(robot: RobotModel, tmp_path: Path) -> None:
    path = tmp_path / "tail.yaml"
    path.write_text("push: {body: tail, newtons: 5, start_s: 0, duration_s: 0.1, period_s: 1}")
    with pytest.raises(EngineError, match=r"'tail'.*torso"):
        Surroundings(scenario=str(path)).check("lcp", robot, SETTINGS)


@pytest.mark.parametrize("beside", [{"terrain": "slope"}, {"push": "torso,10,0.1,4"}], ids=str)
def test_a_scenario_brings_ground_and_pushes_along(beside: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError, match=r"scenario 'noise' brings ground and pushes along"):
        Surroundings(scenario="noise", **beside)


def test_names_are_checked() -> None:
    with pytest.raises(EngineError, match="'swamp' is unknown"):
        Surroundings(terrain="swamp")
    with pytest.raises(BipedError, match=r"'noize' is unknown.*'noise'"):
        Surroundings(scenario="noize").disturbances(120.0)


def test_a_scenario_has_sensors_drives_and_a_robot_of_its_own(robot: RobotModel, standing: State) -> None:
    noisy, late, heavy = (Surroundings(scenario=name, seed=4) for name in ("noise", "late", "heavy"))
    assert type(Surroundings(seed=4).disturbances(120.0)) is Disturbances
    conditions = noisy.disturbances(120.0)
    assert isinstance(conditions, ScenarioConditions)
    assert not np.array_equal(conditions.measured(standing).q, standing.q)
    assert isinstance(late.engine("lcp", robot, SETTINGS), LateTorques)
    assert not heavy.disturbances(120.0).exact_model
    aloft = State(standing.q + np.eye(robot.nv)[2], standing.v)
    torques = np.zeros(robot.nu)
    torques[robot.joint_index["l_knee_pitch"]] = 10.0
    speeds = []
    for surroundings in (replace(heavy, scenario=""), heavy):
        engine = surroundings.engine("lcp", robot, SETTINGS)
        engine.reset(aloft)
        speeds.append(engine.step(torques).state.v[6 + robot.joint_index["l_knee_pitch"]])
    assert speeds[0] == pytest.approx(1.1 * speeds[1], rel=1e-3)


def test_in_words() -> None:
    assert str(Surroundings("slope")) == "on terrain 'slope'"
    assert str(Surroundings(scenario="noise")) == "in scenario 'noise'"
