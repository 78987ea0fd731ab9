"""A change to another clip: looked for when it is asked for, waited for until it fits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from biped_control.did_you_mean import did_you_mean
from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.editing.edited_pose import EditedPose
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.pace import pace_of
from biped_control.motion.editing.parameters import EditParameters
from biped_control.motion.editing.passage import LARGEST_CAPTURE_GAP, Part, Passage, Passages
from biped_control.motion.editing.reach import lowered
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement

_ENTRY_SHARE = 0.25  # what a clip that is no cycle is there for comes after its first quarter
_OVERRUN = 2  # frames that a tick may go beyond the moment that was waited for
_WIDEST = 0.6  # share by which steps may be longer or quicker than the clip's
_SHORTEST_S = 0.4  # a body that has to be elsewhere sooner is thrown there ...
_SHORTEST_PACE_S = 1.0  # ... and one that has to go at another speed
_PACE_SHARES = (1.0, 0.75, 0.5, 0.25)


@dataclass
class ClipChange:
    """Another clip that is to take over.

    Attributes:
        target: that clip.
        passage: when, and at which moment of it.
        pace: with which it is thought to begin.
        wanted: what comes of that ...
        over_s: ... and in how long, as was asked for [s].
        wait: frames until then.
        kept_pace: share of the pace of before that legs can keep.
    """

    target: Clip
    passage: Passage
    pace: EditParameters
    wanted: EditParameters
    over_s: float
    wait: float
    kept_pace: float

    @property
    def lasts_s(self) -> float:
        """Over how long it really goes: no sooner than a robot can follow [s]."""
        return max(self.over_s, _SHORTEST_PACE_S if self.kept_pace else _SHORTEST_S)

    def in_words(self, tempo: float) -> str:
        """For people: when it takes over and over how long, and why not as soon as was asked for.

        Args:
            tempo: frames in a tick until then.
        """
        seconds = self.wait / (tempo * self.target.rate_hz)
        when = f"in {seconds:.2f} s" if seconds > 0.0 else "at once"
        words = f"clip '{self.target.name}' takes over {when}, over {self.lasts_s:g} s"
        if self.lasts_s > self.over_s:
            words += f" instead of {self.over_s:g} s, which would throw the robot"
        return words


@dataclass(frozen=True)
class Running:
    """What is left for another clip.

    Attributes:
        clip: that runs.
        frame: of it.
        placement: of its frame.
        pace: with which it is played.
    """

    clip: Clip
    frame: float
    placement: Placement
    pace: EditParameters


class ClipChanges:
    """Looks for changes between the clips of one robot.

    Attributes:
        mirror: of the robot; None if it is not symmetric.
    """

    def __init__(
        self,
        robot: RobotModel,
        poses: EditedPose,
        clips: Mapping[str, Clip],
        track_of: Callable[[Clip], GaitTrack],
    ) -> None:
        """
        Args:
            robot: of the clips.
            poses: its edited ones.
            clips: all that may be played, by name.
            track_of: gives the track of a clip.
        """
        self._poses, self._clips, self._track_of = poses, clips, track_of
        self._passages = Passages(robot, poses.feet)

    @property
    def mirror(self) -> Mirror | None:
        """See the class."""
        return self._passages.mirror

    def named(self, name: str) -> Clip:
        """A clip that may take over.

        Raises:
            MotionError: there is none of that name.
        """
        if name not in self._clips:
            meant, known = did_you_mean(name, self._clips), ", ".join(sorted(self._clips))
            raise MotionError(f"edit: no clip '{name}'{meant} that is built; there are {known}")
        return self._clips[name]

    def find(
        self, running: Running, target: Clip, wanted: EditParameters, grade: float, over_s: float
    ) -> ClipChange:
        """The change to a clip that asks least of the robot.

        A clip that leads somewhere else than its mirror image is played as it is.

        Args:
            running: what it takes over from.
            target: the clip.
            wanted: parameters in the end.
            grade: of the ground.
            over_s: how long it takes to go over to them [s].

        Raises:
            MotionError: there is none that a robot can be asked to follow.
        """
        clip, hub = running.clip, self._clips[running.clip.end_hub]
        start = self._clips[target.start_hub]
        if hub.flies != start.flies:
            raise self._refusal(target, clip, "only one of the two gaits has flights")
        pace, kept = self._pace(hub, start, target, running.pace, grade)
        last = float(clip.steps + hub.steps)
        # A turn is made to its end: from its middle the way to elsewhere is too far for a walking robot.
        first = running.frame if clip.cyclic or clip.straight else max(running.frame, float(clip.steps))
        here = Part(self._track_of(clip), first, last, running.pace)
        entrance = target.steps - _OVERRUN if target.cyclic else _ENTRY_SHARE * target.steps
        there = Part(self._track_of(target), 0.0, max(1.0, float(entrance)), pace)
        mirrored = None if target.straight else running.placement.mirrored
        passage = self._passages.best(here, there, running.frame, clip.rate_hz, mirrored)
        if passage is None:
            raise self._refusal(target, clip, "never the same feet stand")
        if not passage.fits:
            gap = f"{1e2 * passage.capture:.0f} cm apart at best, more than {1e2 * LARGEST_CAPTURE_GAP:.0f}"
            raise self._refusal(target, clip, f"capture points are {gap}")
        return ClipChange(target, passage, pace, wanted, over_s, passage.wait, kept)

    def pace_of_now(self, change: ClipChange, clip: Clip, now: EditParameters) -> EditParameters:
        """With which the clip that takes over begins: an edit may have changed the pace meanwhile.

        Args:
            change: that is due.
            clip: that is left.
            now: parameters with which it is played.
        """
        if change.kept_pace == 0.0:
            return now
        hub, start = self._clips[clip.end_hub], self._clips[change.target.start_hub]
        return replace(now.mixed(pace_of(hub, start, now), change.kept_pace), lower=change.pace.lower)

    def _pace(
        self, hub: Clip, start: Clip, target: Clip, now: EditParameters, grade: float
    ) -> tuple[EditParameters, float]:
        """As much of the pace of before as the new clip's legs can reach, and which share that is."""
        whole, poses, track = pace_of(hub, start, now), self._poses, self._track_of(target)
        for share in _PACE_SHARES if whole != now else ():
            pace = now.mixed(whole, share)
            if max(abs(pace.tempo - 1.0), abs(pace.stretch)) > _WIDEST:
                continue
            try:
                return lowered(poses.feet, poses.arms, target, track, pace, grade), share
            except MotionError:
                continue
        return now, 0.0

    def _refusal(self, target: Clip, clip: Clip, why: str) -> MotionError:
        return MotionError(
            f"edit: clip '{target.name}' cannot take over from '{clip.name}': {why}; "
            "expected one of about the same speed, or one that begins as this one ends"
        )
