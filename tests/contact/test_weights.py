"""Table 3 as configuration."""

from pathlib import Path

import pytest

from biped_control.contact.weights import adaptation_weights, load_table
from biped_control.errors import ConfigurationError
from biped_control.resources import share_path
from biped_control.robot.model import RobotModel

SHIPPED = share_path("config/weights.yaml").read_text(encoding="utf-8")


def test_rows_of_table_3_reach_their_features(robot: RobotModel) -> None:
    weights = adaptation_weights(robot, load_table())
    assert weights.body.tolist() == [6.0, 6.0, 0.010, 0.50, 0.50, 0.0010, 0.50, 0.50, 0.0010]
    assert weights.joints[robot.joint_index["r_knee_pitch"]] == 0.20
    assert weights.joints[robot.joint_index["torso_roll"]] == 0.64


def test_only_the_ankle_roll_deviates_from_the_paper(robot: RobotModel) -> None:
    weights = adaptation_weights(robot, load_table())
    for side in "lr":
        assert weights.joints[robot.joint_index[f"{side}_ankle_pitch"]] == 0.090
        assert weights.joints[robot.joint_index[f"{side}_ankle_roll"]] == 0.0090


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("knee: 0.20", "knee: -0.20", "knee"),
        ("  trunk: 0.64\n", "", "trunk"),
        ("elbow: 0.54", "elbow: much", "elbow"),
    ],
)
def test_wrong_weights_are_named(tmp_path: Path, old: str, new: str, place: str) -> None:
    assert old in SHIPPED
    path = tmp_path / "weights.yaml"
    path.write_text(SHIPPED.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=rf"weights\.yaml \(adaptation\): at '{place}"):
        load_table(path)
