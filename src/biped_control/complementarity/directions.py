"""Directions in which a contact pushes."""

import numpy as np

from biped_control.compiled import kernel
from biped_control.robot.state import FloatArray


@kernel
def contact_directions(normals: FloatArray, yaw: float) -> FloatArray:
    """(c, 3, 3) normal, tangent along the heading, tangent to its left.

    The friction directions follow the robot's heading, so that the four-sided cone looks the same wherever
    it walks.
    """
    count = len(normals)
    directions = np.empty((count, 3, 3))
    heading = np.array([np.cos(yaw), np.sin(yaw), 0.0])
    for i in range(count):
        normal = normals[i]
        along = heading - (heading[0] * normal[0] + heading[1] * normal[1]) * normal
        along /= np.sqrt(along[0] ** 2 + along[1] ** 2 + along[2] ** 2)
        directions[i, 0] = normal
        directions[i, 1] = along
        directions[i, 2, 0] = normal[1] * along[2] - normal[2] * along[1]
        directions[i, 2, 1] = normal[2] * along[0] - normal[0] * along[2]
        directions[i, 2, 2] = normal[0] * along[1] - normal[1] * along[0]
    return directions
