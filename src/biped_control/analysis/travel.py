"""How long, how far and how fast a robot has walked: what every kind of run reports alike."""

from dataclasses import dataclass

from biped_control.robot.state import State


@dataclass(frozen=True)
class Travel:
    """From the first state of a run to the last one before the end or the fall.

    Attributes:
        start, end: these two states, in the world.
        distance: length of the path between them over the ground [m].
        ticks: control ticks between them.
        dt: control period [s].
    """

    start: State
    end: State
    distance: float
    ticks: int
    dt: float

    @property
    def seconds(self) -> float:
        """Simulated time [s]."""
        return self.ticks * self.dt

    @property
    def speed(self) -> float:
        """Mean speed along that path [m/s]; zero before the first tick."""
        return self.distance / self.seconds if self.ticks else 0.0

    def summary(self) -> dict[str, float]:
        """The documented JSON keys."""
        return {
            "survived_s": round(self.seconds, 4),
            "distance_m": self.distance,
            "speed_mps": self.speed,
        }
