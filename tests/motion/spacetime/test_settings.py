"""Settings of the optimization."""

from pathlib import Path

import numpy as np
import pytest
import yaml

from biped_control.errors import ConfigurationError
from biped_control.motion.spacetime.settings import load_spacetime_settings
from biped_control.resources import share_path
from biped_control.robot.model import RobotModel


def test_deviation_weights_reach_their_joints(robot: RobotModel) -> None:
    deviation = load_spacetime_settings().deviation.model_copy(update={"knee": 123.0, "height": 77.0})
    diagonal = deviation.diagonal(robot)
    knees = [6 + robot.joint_index[name] for name in ("l_knee_pitch", "r_knee_pitch")]
    np.testing.assert_array_equal(np.flatnonzero(diagonal == 123.0), sorted(knees))
    np.testing.assert_array_equal(np.flatnonzero(diagonal == 77.0), [2])


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"torque": -1.0}, "torque"),
        ({"friction_forward": 0.0}, "friction_forward"),
        ({"spring": 1.0}, "spring"),
    ],
)
def test_bad_settings_name_file_and_place(tmp_path: Path, change: dict[str, float], place: str) -> None:
    content = yaml.safe_load(share_path("config/spacetime.yaml").read_text(encoding="utf-8"))
    path = tmp_path / "spacetime.yaml"
    path.write_text(yaml.safe_dump({**content, **change}), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=f"spacetime.yaml: at '{place}'"):
        load_spacetime_settings(path)
