"""Ground that somebody knows: level, then one grade after another, each from a line across the way on."""

from dataclasses import dataclass, field

import numpy as np

from biped_control.robot.state import FloatArray

_ROUNDING = 0.2  # [m] before and behind a line, over which the pelvis goes from one grade to the next
_SOLE = 0.1  # [m] the same for the tilt of soles


@dataclass(frozen=True)
class _Bend:
    place: FloatArray  # (2,) a point of the line
    heading: FloatArray  # (2,) unit, across the line
    grade: float  # by how much the ground is steeper beyond it


@dataclass
class Ramps:
    """Heights and slopes, in the world.

    Attributes:
        grade: beyond the last line.
    """

    grade: float = 0.0
    _bends: list[_Bend] = field(default_factory=list)

    @property
    def level(self) -> bool:
        """Nothing was added."""
        return not self._bends

    def add(self, place: FloatArray, heading: FloatArray, grade: float) -> None:
        """From a line through (2,) `place` on, the ground rises by `grade` along the (2,) unit heading."""
        self._bends.append(_Bend(place, heading, grade - self.grade))
        self.grade = grade

    def height(self, place: FloatArray) -> float:
        """[m] at (2,) place."""
        return sum((bend.grade * max(0.0, _beyond(bend, place)) for bend in self._bends), 0.0)

    def rounded_height(self, place: FloatArray) -> float:
        """The same with its bends rounded off: a way for the pelvis."""
        total = 0.0
        for bend in self._bends:
            beyond = _beyond(bend, place)
            rounded = (beyond + _ROUNDING) ** 2 / (4.0 * _ROUNDING)
            total += bend.grade * (rounded if abs(beyond) < _ROUNDING else max(0.0, beyond))
        return total

    def slope(self, place: FloatArray) -> FloatArray:
        """(2,) metres up per metre along x and y at (2,) place, that a sole there lies along."""
        slope = np.zeros(2)
        for bend in self._bends:
            share = (_beyond(bend, place) + _SOLE) / (2.0 * _SOLE)
            slope += min(max(share, 0.0), 1.0) * bend.grade * bend.heading
        return slope


def _beyond(bend: _Bend, place: FloatArray) -> float:
    return float((place - bend.place) @ bend.heading)
