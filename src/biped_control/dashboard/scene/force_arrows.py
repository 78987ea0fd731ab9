"""Ground forces as arrows: where they start and end."""

import numpy as np

from biped_control.robot.state import FloatArray

METRES_PER_NEWTON = 0.8 / 700.0  # one body weight is a bit less than a metre
SHAFT_RADIUS, HEAD_RADIUS, HEAD_LENGTH = 0.012, 0.03, 0.08  # [m]
COLOUR = (0.95, 0.24, 0.02)
_FAINT_NEWTONS = 15.0


def arrow_ends(points: FloatArray, forces: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Arrows for the forces that are worth showing, the strongest first.

    Args:
        points: (n, 3) where the ground touches the robot [m].
        forces: (n, 3) force on the robot there [N].

    Returns:
        (m, 3) start and (m, 3) tip of each arrow [m]. Forces below 15 N are left out: they would be all head.
    """
    strength = np.linalg.norm(forces, axis=1)
    shown = np.argsort(-strength, kind="stable")[: int(np.count_nonzero(strength > _FAINT_NEWTONS))]
    return points[shown], points[shown] + METRES_PER_NEWTON * forces[shown]


def rotation_of_z_to(direction: FloatArray) -> FloatArray:
    """(3, 3) rotation that takes the z axis to a unit vector (3,)."""
    across = np.cross(np.eye(3)[np.abs(direction).argmin()], direction)
    across /= np.linalg.norm(across)
    return np.column_stack([across, np.cross(direction, across), direction])
