"""The interface of everything that decides which clip comes next."""

from dataclasses import dataclass
from typing import Protocol

from biped_control.steering.situation import Situation


@dataclass(frozen=True)
class Choice:
    """A decision.

    Attributes:
        clip: name of the next clip; it begins in the hub of the situation.
        reason: why this one, in words for a person.
        mirrored: it is played as its mirror image; planners leave that to who asks them.
    """

    clip: str
    reason: str
    mirrored: bool = False


class Planner(Protocol):
    """Chooses clips. The same situation gives the same choice."""

    @property
    def name(self) -> str:
        """What it is called."""

    def choose(self, situation: Situation) -> Choice:
        """The next clip.

        Raises:
            ClipError: the situation names a hub that the motion graph does not have.
        """
