"""What one operator wants at one moment."""

from dataclasses import dataclass
from math import isfinite, pi, remainder

from biped_control.errors import MessageError
from biped_control.steering.operator.settings import OperatorSettings


@dataclass(frozen=True)
class Command:
    """Speed and direction: a heading, a turn rate, or neither to go straight on.

    Attributes:
        speed_mps: speed forward [m/s], at least 0; 0 means to stand.
        heading: yaw in the world to walk towards [rad].
        turn_rate: how fast to turn, positive to the left [rad/s]; 0 keeps the heading turned to so far.
        stop: stand, whatever other operators say.
        note: what of the wish cannot be done, in words; empty when all of it can.

    Raises:
        MessageError: a number is not finite, the speed is negative, there are two directions, or a stop has a
            speed.
    """

    speed_mps: float
    heading: float | None = None
    turn_rate: float | None = None
    stop: bool = False
    note: str = ""

    def __post_init__(self) -> None:
        if not isfinite(self.speed_mps) or self.speed_mps < 0.0:
            raise MessageError(f"speed {self.speed_mps} m/s: expected a finite number from 0")
        for name, value in (("heading", self.heading), ("turn rate", self.turn_rate)):
            if value is not None and not isfinite(value):
                raise MessageError(f"{name} {value} is not a finite number")
        if self.heading is not None and self.turn_rate is not None:
            raise MessageError("a heading and a turn rate contradict each other: expected one of them")
        if self.stop and self.speed_mps > 0.0:
            raise MessageError(f"a stop and a speed of {self.speed_mps} m/s contradict each other")


def heading_command(heading: float, settings: OperatorSettings, speed_mps: float | None = None) -> Command:
    """Walk towards a heading.

    Args:
        heading: yaw in the world [rad], any number of full turns.
        settings: gives the speed where none is said.
        speed_mps: speed [m/s].

    Raises:
        MessageError: a number is not finite, or the speed is negative.
    """
    if not isfinite(heading):
        raise MessageError(f"heading {heading} is not a finite number")
    speed = settings.cruise_mps if speed_mps is None else speed_mps
    return Command(speed, heading=remainder(heading, 2.0 * pi))
