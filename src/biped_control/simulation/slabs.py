"""The ground as boxes, one a stretch: for engines that collide shapes."""

from dataclasses import dataclass
from math import atan

import numpy as np

from biped_control.robot.state import FloatArray
from biped_control.simulation.terrain import REACH, Terrain

_THICKNESS = 1.0  # [m]


@dataclass(frozen=True)
class Slab:
    """A box whose upper face is a stretch of the ground.

    Attributes:
        size: (3,) along the grade, across it, thickness [m].
        centre: (3,) in the world [m].
        angle: of the grade, positive uphill [rad].
        friction: Coulomb coefficient.
    """

    size: FloatArray
    centre: FloatArray
    angle: float
    friction: float

    @property
    def rotation(self) -> FloatArray:
        """(3, 3) columns: along the grade, across it, out of the ground."""
        return _axes(self.angle)


def slabs(terrain: Terrain, friction: float) -> list[Slab]:
    """A slab of each stretch, in order.

    Args:
        terrain: the ground; its last stretch ends where the named terrains do.
        friction: Coulomb coefficient where the terrain has no patch.
    """
    starts = [stretch.start for stretch in terrain.stretches]
    ends = [*starts[1:], max(REACH, starts[-1] + REACH)]
    boxes = []
    for stretch, end in zip(terrain.stretches, ends, strict=True):
        angle = atan(stretch.grade)
        along, _, up = _axes(angle).T
        length = (end - stretch.start) / np.cos(angle)
        surface = np.array([stretch.start, 0.0, stretch.height])
        centre = surface + 0.5 * length * along - 0.5 * _THICKNESS * up
        slippery = friction if stretch.friction is None else stretch.friction
        boxes.append(Slab(np.array([length, 2.0 * REACH, _THICKNESS]), centre, angle, slippery))
    return boxes


def _axes(angle: float) -> FloatArray:
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, 0.0, -sine], [0.0, 1.0, 0.0], [sine, 0.0, cosine]])
