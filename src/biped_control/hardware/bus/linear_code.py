"""Physical quantities as unsigned integers of a few bits."""

import math
from dataclasses import dataclass

from biped_control.errors import HardwareError


@dataclass(frozen=True)
class LinearCode:
    """Numbers between two bounds in equal steps: code 0 is `lower`, the largest code is `upper`.

    Attributes:
        lower, upper: bounds, in the unit of the quantity.
        bits: width of the code.
    """

    lower: float
    upper: float
    bits: int

    @property
    def largest(self) -> int:
        """The largest code."""
        return (1 << self.bits) - 1

    @property
    def step(self) -> float:
        """Distance of neighbouring codes, in the unit of the quantity."""
        return (self.upper - self.lower) / self.largest

    def encode(self, value: float) -> int:
        """The nearest code; values outside the bounds become the bound.

        Raises:
            HardwareError: NaN. (Infinity saturates.)
        """
        if math.isnan(value):
            raise HardwareError("a drive was to be sent NaN; expected a number")
        inside = min(max(value, self.lower), self.upper)
        return round((inside - self.lower) / self.step)

    def decode(self, code: int) -> float:
        """The value of a code."""
        return self.lower + code * self.step
