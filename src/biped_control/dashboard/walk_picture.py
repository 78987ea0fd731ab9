"""The picture of the README: a walk as a row of poses, older ones paler.

`python -m biped_control.dashboard.walk_picture docs/images/walk.png` draws it.
"""

from pathlib import Path

import numpy as np

from biped_control.dashboard.picture import Camera, save_picture
from biped_control.dashboard.picture_scene import Figure
from biped_control.motion.clip import Clip
from biped_control.robot.dynamics import DynamicsTerms
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.soles import anticipated_points

_PALEST = 0.35
_STRIDE_M = 0.74  # between poses: a bit more than a step, so that each pose shows another moment of the gait


def poses_of_walk(robot: RobotModel, clip: Clip, count: int) -> list[Figure]:
    """Poses of a cyclic clip with its ground forces, evenly spaced along the way, the last in full colour."""
    ticks = np.round(np.arange(count) * _STRIDE_M / clip.speed_mps * clip.rate_hz).astype(int)
    terms, points = DynamicsTerms(robot), anticipated_points(robot)
    figures = []
    for tick, presence in zip(ticks, np.linspace(_PALEST, 1.0, count), strict=True):
        placement = Placement()
        for _ in range(tick // clip.steps):
            placement = placement.compose(clip.advance)
        step = int(tick % clip.steps)
        state = placement.to_world(clip.state(step))
        terms.compute(state.q, state.v)
        forces = placement.rotate_vectors(clip.forces[step])
        figures.append(Figure(state.q, float(presence), terms.point_positions(points), forces))
    return figures


def save_walk_picture(
    path: Path, robot: RobotModel, clip: Clip, count: int = 6, width: int = 1600, height: int = 640
) -> None:
    """Draws a cyclic clip from the side.

    Raises:
        OSError: the file cannot be written.
    """
    figures = poses_of_walk(robot, clip, count)
    first, last = figures[0].q, figures[-1].q
    middle = 0.5 * (first[0] + last[0])
    away = 1.3 * (last[0] - first[0]) + 1.2
    camera = Camera((middle + 0.25 * away, first[1] - away, 1.7), (middle, first[1], 0.8), 0.36)
    save_picture(path, robot, figures, camera, width, height)
