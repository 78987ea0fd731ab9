"""Plays clips one after the other and places each where the one before it ended."""

from collections.abc import Mapping
from math import cos, sin

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import ClipError
from biped_control.motion.clip import Clip
from biped_control.motion.reference import Reference
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray


def is_decision(clip: Clip, frame: int, halves: Mapping[str, Placement]) -> bool:
    """Whether another clip may follow after a step: the last one, or the last before the mirrored half."""
    return frame + 1 == clip.steps or (clip.name in halves and frame + 1 == clip.steps // 2)


def end_after(clip: Clip, frame: int, halves: Mapping[str, Placement]) -> Placement:
    """Where the frame of the clip that follows after such a step lies in the frame of this one."""
    return clip.advance if frame + 1 == clip.steps else halves[clip.name]


class ClipPlayer:
    """Walks through clips frame by frame.

    The player knows nothing of time or of the robot: it moves when it is told to, so a rollout in one process
    and a graph of processes that call it the same number of times see the same references.

    Attributes:
        clip: the running clip.
        frame: step of the running clip, 0 <= frame < clip.steps.
        placement: where the frame of the running clip lies in the world.
        clip_count: clips started so far, the running one included.
    """

    def __init__(
        self,
        clips: Mapping[str, Clip],
        first: str,
        placement: Placement | None = None,
        halves: Mapping[str, Placement] | None = None,
    ) -> None:
        """Starts at frame 0 of clip `first`.

        Args:
            clips: all clips that may be played, by name.
            first: the clip to start with.
            placement: where its frame lies in the world; the world frame itself unless given.
            halves: hubs that may be left at half their cycle, see `half_cycles`; none unless given.

        Raises:
            ClipError: `first` is not among the clips, or their rates differ.
        """
        rates = {clip.rate_hz for clip in clips.values()}
        if len(rates) > 1:
            listed = ", ".join(f"{name} {clip.rate_hz:g} Hz" for name, clip in sorted(clips.items()))
            raise ClipError(
                f"clips of different rates cannot follow each other: {listed}; build them at one rate"
            )
        self._clips, self._halves = dict(clips), dict(halves or {})
        self.clip = self._named(first)
        self.frame = 0
        self.placement = placement or Placement()
        self.clip_count = 1

    @property
    def at_last_frame(self) -> bool:
        """The next `advance` starts another clip."""
        return self.frame + 1 == self.clip.steps

    @property
    def at_decision(self) -> bool:
        """The next `advance` starts another clip, or may start one."""
        return is_decision(self.clip, self.frame, self._halves)

    def reference(self) -> Reference:
        """What to follow during the present step."""
        return self.clip.reference(self.frame, self.placement)

    def advance(self, next_clip: str | None = None) -> None:
        """Goes to the next step.

        Args:
            next_clip: the clip that follows when the running one is at its last frame or where it may be
                left, ignored elsewhere. Without it the hub that the running clip ends in; a cyclic clip is
                its own, and goes on at half its cycle.

        Raises:
            ClipError: see `require_following`.
        """
        following = next_clip or self.clip.end_hub
        if self.at_last_frame:
            self._begin(following, self.clip.advance)
        elif self.at_decision and following != self.clip.name:
            self.cut(following)
        else:
            self.frame += 1

    def cut(self, next_clip: str) -> None:
        """Leaves the running hub at half its cycle for the mirror image of a clip, be it its own.

        Raises:
            ClipError: see `require_following`; or this is no such place.
        """
        if self.at_last_frame or not self.at_decision:
            raise ClipError(
                f"clip '{self.clip.name}' cannot be left at frame {self.frame} of {self.clip.steps}; "
                "expected the middle of a hub that is its own mirror image"
            )
        self._begin(next_clip, self._halves[self.clip.name])

    def hold(self) -> None:
        """Stays at its step for one more tick; the clip goes along, as fast as it goes there."""
        reference = self.reference()
        self._carry(reference.state.q, reference.next_state.q)

    def skip_to(self, frame: int) -> None:
        """Goes to a later step of the running clip, which stays where it is: nobody is to catch up.

        Raises:
            ClipError: the step is not ahead, or beyond the clip.
        """
        if not self.frame < frame < self.clip.steps:
            raise ClipError(
                f"clip '{self.clip.name}' cannot skip from step {self.frame} to {frame}; expected a "
                f"later one before {self.clip.steps}"
            )
        before = self.reference().state.q
        self.frame = frame
        self._carry(self.reference().state.q, before)

    def go_over(self, clip: str, frame: int, placement: Placement) -> None:
        """Leaves the running clip for a step of another, which need not go on where this one is.

        Args:
            clip: its name.
            frame: its step.
            placement: of its frame in the world.

        Raises:
            ClipError: it is not known, or has no such step.
        """
        following = self._named(clip)
        if not 0 <= frame < following.steps:
            raise ClipError(f"clip '{clip}' has no step {frame}; expected 0 to {following.steps - 1}")
        self.clip, self.frame, self.placement = following, frame, placement
        self.clip_count += 1

    def _carry(self, here: FloatArray, there: FloatArray) -> None:
        """Moves the clip by the way from one of its poses to another, along the heading of the first.

        Sideways it stays: the pelvis sways between feet that stand where they stand.
        """
        heading = float(here[3])
        along = (there[0] - here[0]) * cos(heading) + (there[1] - here[1]) * sin(heading)
        self.placement = self.placement.compose(Placement(along * cos(heading), along * sin(heading)))

    def _begin(self, name: str, advance: Placement) -> None:
        following = self.require_following(name)
        self.placement = self.placement.compose(advance)
        self.clip, self.frame = following, 0
        self.clip_count += 1

    def require_following(self, name: str) -> Clip:
        """The clip of that name, if it may follow the running one.

        Raises:
            ClipError: it is not known, or begins elsewhere than the running clip ends.
        """
        following = self._named(name)
        if following.start_hub != self.clip.end_hub:
            raise ClipError(
                f"clip '{name}' starts from '{following.start_hub}' but clip '{self.clip.name}' ends in "
                f"'{self.clip.end_hub}'; expected a clip that starts from there"
            )
        return following

    def _named(self, name: str) -> Clip:
        if name not in self._clips:
            meant = did_you_mean(name, self._clips)
            raise ClipError(f"no clip '{name}'{meant}; there are {sorted(self._clips)}")
        return self._clips[name]
