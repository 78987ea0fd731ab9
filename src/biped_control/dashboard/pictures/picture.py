"""Pictures of the robot made by the project itself, without a graphics card or a window."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from biped_control.dashboard.body_poses import BodyPoses
from biped_control.dashboard.pictures.picture_scene import BACKGROUND, Figure, geometry_of
from biped_control.dashboard.pictures.png import write_png
from biped_control.dashboard.pictures.ray_marching import View, render
from biped_control.robot.model import RobotModel

_TOWARDS_LIGHT = np.array([0.35, -0.55, 0.95])
_RAYS_PER_PIXEL_SIDE = 2


@dataclass(frozen=True)
class Camera:
    """Where the picture is taken from.

    Attributes:
        eye: position of the camera in the world [m].
        target: point in the middle of the picture [m].
        field_of_view: vertical angle of the picture [rad].
    """

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    field_of_view: float = 0.5


def draw(
    robot: RobotModel, figures: Sequence[Figure], camera: Camera, width: int, height: int
) -> NDArray[np.uint8]:
    """(height, width, 3) picture of the robot in several poses on the ground: red, green, blue, 0 to 255."""
    rays = _RAYS_PER_PIXEL_SIDE
    linear = render(geometry_of(BodyPoses(robot), figures), _view(camera), rays * width, rays * height)
    averaged = linear.reshape(height, rays, width, rays, 3).mean(axis=(1, 3))
    screen: NDArray[np.uint8] = np.round(255.0 * np.clip(averaged, 0.0, 1.0) ** (1.0 / 2.2)).astype(np.uint8)
    return screen


def save_picture(
    path: Path,
    robot: RobotModel,
    figures: Sequence[Figure],
    camera: Camera,
    width: int = 1600,
    height: int = 640,
) -> None:
    """Writes what `draw` returns as a PNG file.

    Raises:
        OSError: the file cannot be written.
    """
    write_png(path, draw(robot, figures, camera, width, height))


def _view(camera: Camera) -> View:
    eye = np.array(camera.eye)
    forward = np.array(camera.target) - eye
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    axes = np.column_stack([right, np.cross(right, forward), forward])
    light = _TOWARDS_LIGHT / np.linalg.norm(_TOWARDS_LIGHT)
    return View(eye, axes, float(np.tan(0.5 * camera.field_of_view)), light, BACKGROUND)
