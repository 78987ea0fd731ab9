"""How long, how far and how fast a robot has walked: what every kind of run reports alike."""

from dataclasses import dataclass

import numpy as np

from biped_control.robot.state import State


@dataclass(frozen=True)
class Travel:
    """From the first state of a run to the last one before the end or the fall.

    Attributes:
        start, end: these two states, in the world.
        ticks: control ticks between them.
        dt: control period [s].
    """

    start: State
    end: State
    ticks: int
    dt: float

    @property
    def seconds(self) -> float:
        """Simulated time [s]."""
        return self.ticks * self.dt

    @property
    def distance(self) -> float:
        """Horizontal distance between the two states [m]."""
        return float(np.hypot(*(self.end.q[:2] - self.start.q[:2])))

    @property
    def speed(self) -> float:
        """Mean speed over that distance [m/s]; zero before the first tick."""
        return self.distance / self.seconds if self.ticks else 0.0

    def summary(self) -> dict[str, float]:
        """The documented JSON keys."""
        return {
            "survived_s": round(self.seconds, 4),
            "distance_m": self.distance,
            "speed_mps": self.speed,
        }
