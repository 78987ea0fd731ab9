"""Pictures of a capture: moments in a row, an animation, and clear words for what is no picture."""

from pathlib import Path

import imageio.v3 as imageio
import numpy as np
import pytest

from biped_control.dashboard.pictures import comparison_picture
from biped_control.dashboard.pictures.comparison_picture import row_of_moments, save_comparison
from biped_control.dashboard.pictures.picture import Camera, draw
from biped_control.dashboard.pictures.picture_scene import Figure
from biped_control.errors import ConfigurationError
from biped_control.motion.retargeting.comparison import Comparison
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray


def _orange(image: np.ndarray) -> np.ndarray:
    red, green, blue = np.moveaxis(image.astype(int), 2, 0)
    return (red > green + 40) & (green > blue + 20)


def test_sticks_are_drawn_where_they_are(robot: RobotModel, standing: FloatArray) -> None:
    camera = Camera((4.0, 0.0, 1.0), (0.0, 0.0, 1.0), 0.6)
    sticks = np.array([[[0.0, 0.8, 0.5], [0.0, 0.8, 1.5]]])  # upright, to the left of the robot
    image = _orange(draw(robot, [Figure(standing, sticks=sticks)], camera, 120, 90))
    rows, columns = np.nonzero(image)
    assert columns.min() > 70  # the camera looks against x: its right is the robot's left
    assert np.ptp(columns) < 5
    assert np.ptp(rows) > 30


def test_moments_stand_side_by_side(comparison: Comparison) -> None:
    figures = row_of_moments(comparison)
    places = [figure.q[0] for figure in figures]
    np.testing.assert_allclose(np.diff(places), places[1])
    for figure in figures:
        assert figure.sticks is not None
        # Each stick figure stands between its robot and the next, not where it was captured.
        between = figure.sticks[..., 0].mean() - figure.q[0]
        assert 0.3 < between / places[1] < 0.7


def test_an_animation_lasts_as_long_as_the_motion(
    robot: RobotModel, comparison: Comparison, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(comparison_picture, "_GIF_SIZE", (32, 24))
    save_comparison(tmp_path / "moving.gif", robot, comparison)
    frames = imageio.imread(tmp_path / "moving.gif")
    assert frames.shape[0] == 13  # 121 frames at 120 Hz, shown at 12 Hz
    assert [path.name for path in tmp_path.iterdir()] == ["moving.gif"]


def test_what_is_no_picture(robot: RobotModel, comparison: Comparison, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"film\.mp4: a picture is a \.png .* or a \.gif"):
        save_comparison(tmp_path / "film.mp4", robot, comparison)
