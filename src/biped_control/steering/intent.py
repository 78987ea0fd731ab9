"""What an operator wants of the robot, whatever it was said with. All that planners know about operators."""

from dataclasses import dataclass
from math import isfinite

from biped_control.errors import MessageError


@dataclass(frozen=True)
class Intent:
    """Where to go and how fast.

    Attributes:
        heading: yaw in the world to walk towards [rad], within +-pi; None keeps the present direction.
        speed_mps: speed forward [m/s], at least 0; 0 means to stand. See `wanted_hub`.

    Raises:
        MessageError: a number is not finite, or the speed is negative.
    """

    heading: float | None
    speed_mps: float

    def __post_init__(self) -> None:
        if self.heading is not None and not isfinite(self.heading):
            raise MessageError(f"heading {self.heading} is not a finite number")
        if not isfinite(self.speed_mps) or self.speed_mps < 0.0:
            raise MessageError(f"speed {self.speed_mps} m/s: expected a finite number from 0")
