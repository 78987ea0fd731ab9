"""The ground as data: plane stretches along x, level across y.

Every engine takes a `Terrain`. An engine that collides shapes builds one slab a stretch; an engine that
works with contact points asks for heights and normals. An engine that cannot do one must refuse it
(EngineError), never ignore it.
"""

from dataclasses import dataclass
from math import radians, tan

import numpy as np

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import EngineError
from biped_control.robot.state import FloatArray

REACH = 2000.0  # [m] how far the named terrains go in either direction; a ten-minute walk is below 1 km


@dataclass(frozen=True)
class Stretch:
    """A plane from `start` to the start of the next stretch.

    Attributes:
        start: x where it begins [m].
        height: z at its start [m].
        grade: dz/dx, positive uphill.
        friction: Coulomb coefficient of a slippery patch; that of the engine's settings when None.
    """

    start: float
    height: float
    grade: float = 0.0
    friction: float | None = None


@dataclass(frozen=True)
class Terrain:
    """Ground made of stretches in order of their start; the first and the last go on for ever."""

    name: str
    stretches: tuple[Stretch, ...]

    def __post_init__(self) -> None:
        if not self.stretches:
            raise EngineError(f"terrain '{self.name}': expected one stretch or more")
        before = -np.inf
        for stretch in self.stretches:
            numbers = (stretch.start, stretch.height, stretch.grade)
            if not np.isfinite(numbers).all() or stretch.start <= before:
                raise EngineError(
                    f"terrain '{self.name}': expected finite, ordered stretches, got {stretch} after "
                    f"x = {before:g} m"
                )
            if stretch.friction is not None and not 0.0 <= stretch.friction < np.inf:
                raise EngineError(f"terrain '{self.name}': expected friction of 0 or more, got {stretch}")
            before = stretch.start

    @property
    def is_flat(self) -> bool:
        """The whole ground is the plane z = 0, without patches."""
        return not self.has_patches and all(
            stretch.grade == 0.0 and stretch.height == 0.0 for stretch in self.stretches
        )

    @property
    def has_patches(self) -> bool:
        """Friction differs from place to place."""
        return any(stretch.friction is not None for stretch in self.stretches)

    def height(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """(n,) height of the ground at (n,) places x, y [m]."""
        starts, heights, grades = self._columns()
        piece = self._piece(starts, x)
        return np.asarray(heights[piece] + grades[piece] * (x - starts[piece]) + 0.0 * y)

    def normal(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """(n, 3) unit normals of the ground, upward, at (n,) places x, y [m]."""
        starts, _, grades = self._columns()
        grade = grades[self._piece(starts, x)] + 0.0 * y
        upward = np.stack([-grade, np.zeros_like(grade), np.ones_like(grade)], axis=-1)
        return np.asarray(upward / np.linalg.norm(upward, axis=-1, keepdims=True))

    def _columns(self) -> FloatArray:
        return np.array([(stretch.start, stretch.height, stretch.grade) for stretch in self.stretches]).T

    @staticmethod
    def _piece(starts: FloatArray, x: FloatArray) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        return np.maximum(np.searchsorted(starts, x, side="right") - 1, 0)


FLAT = Terrain("flat", (Stretch(-REACH, 0.0),))
# Two centimetres down, two up, three metres apart: at these the walk must not trip.
LOW_LEDGES = Terrain(
    "low_ledges",
    (Stretch(-REACH, 0.0), *(Stretch(3.0 * (k + 1), -0.02 if k % 2 == 0 else 0.0) for k in range(250))),
)
SLOPE = Terrain("slope", (Stretch(-REACH, 0.0), Stretch(2.0, 0.0, tan(radians(-2.0)))))
TERRAINS = {terrain.name: terrain for terrain in (FLAT, LOW_LEDGES, SLOPE)}


def terrain_named(name: str) -> Terrain:
    """The terrain called `name`.

    Raises:
        EngineError: there is none; the message lists them.
    """
    if name not in TERRAINS:
        meant = did_you_mean(name, TERRAINS)
        raise EngineError(f"terrain '{name}' is unknown{meant}; choose one of {', '.join(TERRAINS)}")
    return TERRAINS[name]
