"""Ground that is told as a plane under each foot, for whoever asks for the ground under sole corners."""

import numpy as np

from biped_control.contact.constraints import Ground, GroundAt
from biped_control.robot.ground_planes import of_corners, upward_normals
from biped_control.robot.state import FloatArray


def ground_under_feet(planes: FloatArray | None) -> GroundAt | None:
    """The ground under the (8, 3) sole corners, right foot first; None where nothing was told.

    Args:
        planes: (2, 3) z = g_0 + g_1 x + g_2 y under right and left foot, in the world.
    """
    if planes is None:
        return None
    under = of_corners(planes)
    normals = upward_normals(under[:, 1:])

    def ground_at(points: FloatArray) -> Ground:
        heights = under[:, 0] + np.einsum("ij,ij->i", under[:, 1:], points[:, :2])
        return Ground(heights, normals)

    return ground_at
