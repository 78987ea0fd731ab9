"""A change to another clip that is waited for."""

from dataclasses import dataclass

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.parameters import EditParameters
from biped_control.motion.editing.passage import FARTHEST, Part, Passage, Passages

_ENTRANCE = 4  # what a clip that is no cycle is there for comes after the first so-maniest part


@dataclass
class ClipChange:
    """Another clip that is to take over.

    Attributes:
        target: that clip.
        passage: when, and at which moment of it.
        pace: with which it begins.
        wanted: what comes of that ...
        over_s: ... and in how long [s].
        wait: frames until then.
    """

    target: Clip
    passage: Passage
    pace: EditParameters
    wanted: EditParameters
    over_s: float
    wait: float

    @property
    def in_words(self) -> str:
        """For people."""
        return f"clip '{self.target.name}' takes over in {max(0.0, self.wait) / self.target.rate_hz:.2f} s"


def rest_of(clip: Clip, hub: Clip, track: GaitTrack, frame: float, pace: EditParameters) -> Part:
    """Where a clip may be left from a frame on: until a cycle of the hub that it ends in is over, too."""
    return Part(track, frame, float(clip.steps + hub.steps), pace)


def entrance_of(clip: Clip, track: GaitTrack, pace: EditParameters) -> Part:
    """Where a clip may be begun."""
    return Part(track, 0.0, float(clip.steps - 2 if clip.cyclic else clip.steps // _ENTRANCE), pace)


def require_passage(passages: Passages, clip: Clip, here: Part, target: Clip, there: Part) -> Passage:
    """The best passage from one clip to another.

    Raises:
        MotionError: there is none that a robot can be asked to follow.
    """
    passage = passages.best(here, there, clip.rate_hz)
    if passage is not None and passage.fits:
        return passage
    why = "never the same feet stand"
    if passage is not None:
        apart = f"{1e2 * passage.capture:.0f} cm apart at best, more than {1e2 * FARTHEST:.0f}"
        why = f"capture points are {apart}"
    raise MotionError(
        f"edit: clip '{target.name}' cannot take over from '{clip.name}': {why}; "
        "expected one of about the same speed, or one that begins as this one ends"
    )
