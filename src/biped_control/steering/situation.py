"""What a planner knows when it decides which clip comes next."""

from dataclasses import dataclass
from math import degrees, pi, remainder

from biped_control.steering.intent import Intent


@dataclass(frozen=True)
class Situation:
    """The moment in which the running clip ends.

    Attributes:
        hub: in which it ends.
        heading: yaw in the world that the frame of the next clip will have [rad]. The robot's own yaw swings
            about it; it follows the reference, so what it is off by now is no concern of the next turn.
        cost: what following has cost lately, see `analysis.recent_cost`; 0 is perfect.
        intent: what the operator wants.
        wanted_hub: the hub that the wanted speed means, see `wanted_hub`.
        mirrored: the next clip is played as its mirror image; planners know clips as they are, so that they
            are told errors as the mirror shows them.
    """

    hub: str
    heading: float
    cost: float
    intent: Intent
    wanted_hub: str
    mirrored: bool = False

    @property
    def heading_error(self) -> float:
        """How far is still to turn, within +-pi [rad]; 0 where no heading is wanted.

        Positive to the side that the clips call left, which is the right one where they are mirrored.
        """
        if self.intent.heading is None:
            return 0.0
        return self.in_world(remainder(self.intent.heading - self.heading, 2.0 * pi))

    def in_world(self, angle: float) -> float:
        """An angle of the clips as it is in the world, and the other way round [rad]."""
        return -angle if self.mirrored else angle

    def degrees(self, angle: float) -> str:
        """An angle of the clips [rad] as it is in the world, in whole degrees with their sign."""
        return f"{round(degrees(self.in_world(angle))):+d}"

    def name(self, clip: str) -> str:
        """What a clip is called in a reason."""
        return f"'{clip}' mirrored" if self.mirrored else f"'{clip}'"
