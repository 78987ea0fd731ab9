"""One thing that is measured of a clip, against its limit, and all of them together."""

from dataclasses import dataclass

import numpy as np

from biped_control.errors import MotionError
from biped_control.robot.soles import ANTICIPATED_POINTS
from biped_control.robot.state import FloatArray

ROUNDING = 1e-6  # of limits that the optimizer meets exactly: shares, N and rad


@dataclass(frozen=True)
class Check:
    """One thing that was measured of a clip.

    Attributes:
        name: key in JSON.
        title: for people.
        value: the worst that was found.
        limit: what it is compared with.
        above: the value must be above the limit, not below.
        unit: of both, for people.
        where: frame and part of the robot at which the worst was found.
    """

    name: str
    title: str
    value: float
    limit: float
    above: bool
    unit: str
    where: str

    @property
    def passed(self) -> bool:
        """Within the limit; a limit that the optimizer meets exactly may be missed by rounding."""
        return self.value >= self.limit - ROUNDING if self.above else self.value <= self.limit

    @property
    def expected(self) -> str:
        """The limit in words."""
        return f"{'at least' if self.above else 'at most'} {self.limit:.3g} {self.unit}".rstrip()

    @property
    def found(self) -> str:
        """The value in words."""
        return f"{self.value:.3g} {self.unit}".rstrip() + (f" at {self.where}" if self.where else "")


@dataclass(frozen=True)
class ClipChecks:
    """All checks of one clip."""

    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """All of them."""
        return not self.failures

    @property
    def failures(self) -> list[str]:
        """What is wrong, a phrase each."""
        return [
            f"{check.title} {check.found}, expected {check.expected}"
            for check in self.checks
            if not check.passed
        ]

    def __getitem__(self, name: str) -> Check:
        return next(check for check in self.checks if check.name == name)

    def summary(self) -> dict[str, object]:
        """For JSON: name to value, limit, where and whether it passed."""
        return {
            check.name: {
                "value": check.value,
                "limit": check.limit,
                "unit": check.unit,
                "where": check.where,
                "passed": check.passed,
            }
            for check in self.checks
        }

    def require(self, name: str) -> None:
        """Raises MotionError unless all checks have passed."""
        if not self.passed:
            raise MotionError(f"clip '{name}' is not kept: {'; '.join(self.failures)}")


def index_in(flat: np.intp, array: FloatArray) -> tuple[int, int]:
    """Row and column of an element, counted through the whole array."""
    row, column = np.unravel_index(flat, array.shape)
    return int(row), int(column)


def at_point(frame: int, point: int) -> str:
    """A frame and an anticipated point, for people."""
    return f"frame {frame}, {ANTICIPATED_POINTS[point].replace('_', ' ')}"


def at_most(name: str, title: str, value: float, limit: float, unit: str, where: str) -> Check:
    """The value must not be above the limit."""
    return Check(name, title, float(value), limit, False, unit, where)


def at_least(name: str, title: str, value: float, limit: float, unit: str, where: str) -> Check:
    """The value must not be below the limit."""
    return Check(name, title, float(value), limit, True, unit, where)
