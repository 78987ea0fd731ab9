"""Table 2 as configuration."""

from pathlib import Path

import pytest

from biped_control.errors import ConfigurationError
from biped_control.policies.weights import LookAheadWeights, load_regulator_table, load_table
from biped_control.resources import share_path
from biped_control.robot.model import RobotModel

SHIPPED = share_path("config/weights.yaml").read_text(encoding="utf-8")


def test_rows_of_table_2_reach_their_coordinates(robot: RobotModel, weights: LookAheadWeights) -> None:
    knee = robot.joint_index["l_knee_pitch"]
    assert weights.state[2] == 10.0
    assert weights.state[0] == 4.0
    assert weights.state[3] == 12.0
    assert weights.state[6 + knee] == 10.0
    assert weights.state[robot.nv + 6 + knee] == pytest.approx(6.0e-2)
    assert weights.deviation[knee] == pytest.approx(0.40e-7)
    assert weights.magnitude[knee] == pytest.approx(0.30e-5)
    assert weights.deviation[robot.nu :].max() == 0.0
    assert weights.magnitude[robot.nu] == pytest.approx(0.060e-5)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("knee: {position: 10.0", "knee: {position: -10.0", "knee.position"),
        ("torque: 0.40e-5", "torque: .nan", "trunk.torque"),
        ("  height: {position: 10.0, velocity: 12.0e-2}\n", "", "height"),
        ("height: {position: 10.0", "height: {positoin: 10.0", "height"),
        ("look_ahead:", "look_behind:", "top level"),
    ],
)
def test_wrong_weights_are_named(tmp_path: Path, old: str, new: str, place: str) -> None:
    assert old in SHIPPED
    path = tmp_path / "weights.yaml"
    path.write_text(SHIPPED.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=rf"weights\.yaml \(look_ahead\): at '{place}"):
        load_table(path)


def test_a_file_that_is_no_yaml_is_named(tmp_path: Path) -> None:
    path = tmp_path / "weights.yaml"
    path.write_text("look_ahead: [", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=r"weights\.yaml: cannot be read as YAML"):
        load_table(path)


def test_adjusted_steps_change_the_rows_that_hold_the_robot_to_its_path_and_no_others() -> None:
    plain, adjusting = load_regulator_table(False), load_regulator_table(True)
    assert plain == load_table()
    assert adjusting.location.position == 0.0
    assert adjusting.heel.force == adjusting.toe.force < plain.heel.force
    same = {"location", "heel", "toe"}
    assert adjusting.model_dump(exclude=same) == plain.model_dump(exclude=same)
