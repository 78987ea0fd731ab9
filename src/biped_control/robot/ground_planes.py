"""The ground as a plane z = g_0 + g_1 x + g_2 y under each foot, right foot first."""

import numpy as np

from biped_control.robot.state import FloatArray

_CORNERS = 4  # of a sole


def of_corners(planes: FloatArray) -> FloatArray:
    """(8, 3) the plane under each sole corner, from the (2, 3) under the feet."""
    return np.repeat(planes, _CORNERS, axis=0)


def upward_normals(slopes: FloatArray) -> FloatArray:
    """(n, 3) unit normals of ground that rises along x and y as (n, 2) slopes say."""
    normals = np.column_stack([-slopes, np.ones(len(slopes))])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return normals
