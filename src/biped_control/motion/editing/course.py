"""Where an edited reference is in the clips: how fast, how far drifted, with what of the motion before."""

from collections.abc import Callable
from dataclasses import replace

from biped_control.motion.clip import Clip
from biped_control.motion.editing.blend import Blend
from biped_control.motion.editing.edited_pose import ClipPoint
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.parameters import EditParameters, Transition
from biped_control.motion.editing.playing import Playing
from biped_control.motion.editing.stretched_steps import Drift, StretchedSteps
from biped_control.motion.editing.takeover import Takeover
from biped_control.robot.placement import Placement


class Course:
    """Where the reference is in the clips of one player, and where it will be.

    Attributes:
        transition: of the parameters.
    """

    def __init__(self, track_of: Callable[[Clip], GaitTrack]) -> None:
        """
        Args:
            track_of: gives the track of a clip.
        """
        self._track_of = track_of
        self.transition = Transition()
        self._steps = StretchedSteps()
        self._share = 0.0  # of a frame, that time warping is ahead of the player
        self._blend: Blend | None = None
        self._since = 0  # ticks since another clip took over

    @property
    def parameters(self) -> EditParameters:
        """Of now."""
        return self.transition.now

    @property
    def drift(self) -> Drift:
        """Of now."""
        return self._steps.drift

    @property
    def as_the_clip(self) -> bool:
        """Whether poses are those of the clip, and stay so."""
        edited = self.parameters != EditParameters() or self.transition.target != EditParameters()
        return not edited and self._blend is None and self._steps.settled

    def frame(self, player: Playing) -> float:
        """Of the running clip."""
        return player.frame + self._share

    def drifted(self, placement: Placement) -> Placement:
        """Where the frame of a clip lies that the player has placed."""
        x, y = self.drift.pelvis
        return replace(placement, x=placement.x + float(x), y=placement.y + float(y))

    def point(self, player: Playing, ticks: int = 0) -> ClipPoint:
        """Now or before; then parameters are taken to have been as they are."""
        now, track = self.parameters, self._track_of(player.clip)
        frame, since = self.frame(player) + ticks * now.tempo, float(self._since + ticks)
        return ClipPoint(track, frame, self.drift, now, self._blend, since)

    def coming(self, player: Playing, window: int) -> list[ClipPoint]:
        """Now and each of the ticks ahead, as `walk` will come to it."""
        points, steps = [self.point(player)], self._steps.copy()
        for ticks in range(1, window + 1):
            last, then = points[-1], self.transition.later(ticks)
            frame = last.frame + then.tempo
            steps.walk(last.track, player.placement, last.frame, frame, then.stretch)
            points.append(
                replace(last, frame=frame, drift=steps.drift, parameters=then, ticks=last.ticks + 1.0)
            )
        return points

    def walk(self, player: Playing, step: Callable[[], None]) -> None:
        """Goes on by a tick, and takes the player along by as many steps as the tempo says.

        Args:
            player: of the clips.
            step: takes it on by one step.
        """
        self.transition.advance()
        now, frame = self.parameters, self.frame(player)
        track = self._track_of(player.clip)
        self._steps.walk(track, player.placement, frame, frame + now.tempo, now.stretch)
        self._share += now.tempo
        self._since += 1
        steps = 0
        while self._share >= 1.0 and not (steps and player.at_decision):
            step()
            self._share -= 1.0
            steps += 1
        if self._blend is not None and self._since >= self._blend.ticks:
            self._blend = None

    def enter(self, taken: Takeover, frame: float) -> None:
        """Another clip has taken over, at a frame of it."""
        self._steps, self._blend = taken.steps, taken.blend
        self._since, self._share = 0, frame % 1.0
