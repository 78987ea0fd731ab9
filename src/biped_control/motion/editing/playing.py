"""What editing needs of whoever plays the clips."""

from typing import Protocol

from biped_control.motion.clip import Clip
from biped_control.robot.placement import Placement


class Playing(Protocol):
    """Plays clips one after the other.

    Attributes:
        clip: that runs.
        frame: step of it.
        placement: of its frame in the world.
    """

    clip: Clip
    frame: int
    placement: Placement

    @property
    def at_decision(self) -> bool:
        """Whether the next step may begin another clip."""

    def go_over(self, clip: str, frame: int, placement: Placement) -> None:
        """Leaves the running clip for a frame of another, placed in the world."""
