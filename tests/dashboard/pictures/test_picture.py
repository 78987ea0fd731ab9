"""Pictures: written whole, not blank, with the robot in them."""

from pathlib import Path

import imageio.v3 as imageio
import numpy as np
import pytest

from biped_control.dashboard.pictures.picture import Camera, draw, save_picture
from biped_control.dashboard.pictures.picture_scene import Figure
from biped_control.dashboard.pictures.png import write_png
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

WIDTH, HEIGHT = 48, 64
CAMERA = Camera((2.5, -2.5, 1.3), (0.0, 0.0, 0.85), 0.5)


def test_a_png_is_read_back_by_another_library(tmp_path: Path) -> None:
    image = np.random.default_rng(1).integers(0, 256, (7, 11, 3), dtype=np.uint8)
    write_png(tmp_path / "new" / "noise.png", image)
    np.testing.assert_array_equal(imageio.imread(tmp_path / "new" / "noise.png"), image)


def test_a_picture_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "noise.png").mkdir()
    with pytest.raises(OSError, match=r"noise\.png"):
        write_png(tmp_path / "noise.png", np.zeros((2, 2, 3), dtype=np.uint8))
    assert list(tmp_path.iterdir()) == [tmp_path / "noise.png"]


def test_a_picture_shows_the_robot(robot: RobotModel, standing: FloatArray, tmp_path: Path) -> None:
    save_picture(tmp_path / "robot.png", robot, [Figure(standing)], CAMERA, WIDTH, HEIGHT)
    image = imageio.imread(tmp_path / "robot.png").astype(float)
    assert image.shape == (HEIGHT, WIDTH, 3)
    away = standing.copy()
    away[0] = -50.0
    empty = draw(robot, [Figure(away)], CAMERA, WIDTH, HEIGHT).astype(float)
    changed = np.abs(image - empty).max(axis=2) > 25
    assert 0.05 < changed.mean() < 0.5
    rows, columns = np.nonzero(changed)
    assert abs(columns.mean() - WIDTH / 2) < 0.1 * WIDTH  # the camera looks at the robot
    assert np.ptp(rows) > 0.6 * HEIGHT
    assert image.min() < 60 < 200 < image.max()  # dark joints, light shells


def test_a_force_is_drawn_in_red(robot: RobotModel, standing: FloatArray) -> None:
    point, force = np.array([[0.3, -0.4, 0.0]]), np.array([[0.0, 0.0, 900.0]])
    with_force = draw(robot, [Figure(standing, 1.0, point, force)], CAMERA, WIDTH, HEIGHT).astype(int)
    without = draw(robot, [Figure(standing)], CAMERA, WIDTH, HEIGHT).astype(int)
    redness = (with_force - without)[:, :, 0] - (with_force - without)[:, :, 2]
    assert redness.max() > 100


def test_a_fading_figure_is_paler(robot: RobotModel, standing: FloatArray) -> None:
    full, faded = (draw(robot, [Figure(standing, share)], CAMERA, WIDTH, HEIGHT) for share in (1.0, 0.4))
    assert np.percentile(full, 3) + 40 < np.percentile(faded, 3)
