"""Which clip follows which while nobody steers: there and back again between the hubs of one clip."""

from dataclasses import dataclass

from biped_control.motion.clip import Clip
from biped_control.robot.placement import Placement


@dataclass(frozen=True)
class Leg:
    """One clip of an itinerary.

    Attributes:
        clip: its name.
        reason: why it is its turn, in words for a person.
    """

    clip: str
    reason: str


@dataclass(frozen=True)
class Itinerary:
    """An endless sequence of clips that depends on nothing but how many were started.

    Attributes:
        legs: the clips in their order.
        resumes_at: index of the leg that follows the last one.
    """

    legs: tuple[Leg, ...]
    resumes_at: int = 0

    @property
    def halves(self) -> dict[str, Placement]:
        """It leaves no hub amid its cycle."""
        return {}

    @property
    def first(self) -> str:
        """The clip that everything begins with."""
        return self.legs[0].clip

    def leg(self, number: int) -> Leg:
        """The `number`-th clip, counted from 1."""
        index = number - 1
        if index < len(self.legs):
            return self.legs[index]
        again = self.legs[self.resumes_at :]
        return again[(index - len(self.legs)) % len(again)]


def repeating(clip: str) -> Itinerary:
    """A cyclic clip again and again."""
    return Itinerary((Leg(clip, f"'{clip}' is cyclic and goes on"),))


def itinerary_with(clip: Clip, way_back: str | None = None) -> Itinerary:
    """The itinerary on which a clip is played as often as possible.

    Args:
        clip: a cyclic one repeats itself. One that is not comes after a cycle of its start hub and before
            one of its end hub.
        way_back: clip from the end hub to the start hub. Without it, a clip between two different hubs is
            played once and its end hub goes on.
    """
    start, end, name = clip.start_hub, clip.end_hub, clip.name
    if clip.cyclic:
        return repeating(name)
    chosen = Leg(name, f"'{name}' was asked for")
    if start == end:
        return Itinerary((Leg(start, f"a cycle of '{start}' before '{name}'"), chosen))
    there = (Leg(start, f"'{start}' is what '{name}' begins with"), chosen)
    if way_back is None:
        return Itinerary((*there, Leg(end, f"'{name}' ends in '{end}', and no clip leads back")), 2)
    arrived = Leg(end, f"'{name}' ends in '{end}'")
    return Itinerary((*there, arrived, Leg(way_back, f"'{way_back}' leads back to '{start}'")))
