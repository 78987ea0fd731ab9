"""Pictures of a capture beside its clip: a row of moments (PNG) or an animation (GIF)."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from biped_control.atomic_write import atomic_write
from biped_control.dashboard.pictures.picture import Camera, draw, save_picture
from biped_control.dashboard.pictures.picture_scene import Figure
from biped_control.dashboard.scene.stick_figure import sticks_at
from biped_control.errors import ConfigurationError
from biped_control.motion.retargeting.comparison import Comparison
from biped_control.robot.model import RobotModel

_BEHIND = np.array([0.0, 1.0, 0.0])  # [m] the captured person from the robot, in an animation
_MOMENTS, _SPACING = 6, 1.5  # in a row, [m]
_BETWEEN = np.array([0.75, 0.2, 0.0])  # [m] the same in a row
_GIF_RATE_HZ, _GIF_SIZE = 12.0, (360, 270)


def require_picture_name(path: Path) -> None:
    """Raises ConfigurationError unless the name of the file says what kind of picture it shall be."""
    if path.suffix.lower() not in (".png", ".gif"):
        raise ConfigurationError(f"{path}: a picture is a .png (a row of moments) or a .gif (an animation)")


def save_comparison(path: Path, robot: RobotModel, comparison: Comparison) -> None:
    """Writes the picture that the name of the file asks for.

    Raises:
        ConfigurationError: the name ends neither in .png nor in .gif, the file cannot be written, or a GIF is
            asked for without Pillow.
    """
    require_picture_name(path)
    try:
        if path.suffix.lower() == ".gif":
            _save_animation(path, robot, comparison)
        else:
            _save_row(path, robot, comparison)
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be written ({error.strerror or error})") from error


def row_of_moments(comparison: Comparison) -> list[Figure]:
    """The robot at evenly spaced moments, side by side, the captured person next to it.

    Every moment stands on a place of its own: they are moved apart along x.
    """
    frames = np.linspace(0, comparison.frames - 1, _MOMENTS + 1).astype(int)[:-1]
    figures = []
    for place, frame in enumerate(frames):
        q = comparison.positions[frame].copy()
        shift = np.array([_SPACING * place - q[0], -q[1], 0.0])
        q[:2] += shift[:2]
        figures.append(Figure(q, sticks=sticks_at(comparison.landmarks, int(frame)) + shift + _BETWEEN))
    return figures


def _save_row(path: Path, robot: RobotModel, comparison: Comparison) -> None:
    middle = 0.5 * (_SPACING * (_MOMENTS - 1) + _BETWEEN[0])
    camera = Camera((middle + 1.0, -9.6, 2.8), (middle, 0.1, 0.85), 0.36)
    save_picture(path, robot, row_of_moments(comparison), camera)


def _save_animation(path: Path, robot: RobotModel, comparison: Comparison) -> None:
    try:
        from PIL import Image
    except ImportError as error:
        raise ConfigurationError(
            f"{path}: a GIF needs Pillow ({error}); run `pip install pillow`, or ask for a .png"
        ) from error
    every = comparison.rate_hz / _GIF_RATE_HZ
    frames = np.arange(0.0, comparison.frames, every).astype(int)
    pictures = [Image.fromarray(_moment(robot, comparison, int(frame))) for frame in frames]
    with atomic_write(path) as unfinished:
        pictures[0].save(
            unfinished,
            format="GIF",
            save_all=True,
            append_images=pictures[1:],
            duration=round(1e3 / _GIF_RATE_HZ),
            loop=0,
        )


def _moment(robot: RobotModel, comparison: Comparison, frame: int) -> NDArray[np.uint8]:
    q = comparison.positions[frame]
    x, y = q[:2]
    figure = Figure(q, sticks=sticks_at(comparison.landmarks, frame) + _BEHIND)
    camera = Camera((x + 3.2, y - 3.4, 1.6), (x, y + 0.45, 0.85), 0.5)
    return draw(robot, [figure], camera, *_GIF_SIZE)
