"""Ground that is told as a plane under each foot, for whoever asks for the ground under sole corners."""

import numpy as np

from biped_control.contact.constraints import Ground, GroundAt
from biped_control.robot.state import FloatArray

_CORNERS = 4  # of a sole


def ground_under_feet(planes: FloatArray | None) -> GroundAt | None:
    """The ground under the (8, 3) sole corners, right foot first; None where nothing was told.

    Args:
        planes: (2, 3) z = g_0 + g_1 x + g_2 y under right and left foot, in the world.
    """
    if planes is None:
        return None
    of_corners = np.repeat(planes, _CORNERS, axis=0)
    normals = np.column_stack([-of_corners[:, 1:], np.ones(len(of_corners))])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)

    def ground_at(points: FloatArray) -> Ground:
        heights = of_corners[:, 0] + np.einsum("ij,ij->i", of_corners[:, 1:], points[:, :2])
        return Ground(heights, normals)

    return ground_at
