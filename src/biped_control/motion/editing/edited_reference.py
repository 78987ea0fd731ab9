"""References edited while they are followed (Jain & Liu 2011, section 6).

The clip stays as it is. In every tick its pose is taken where time warping has come to, pelvis and feet are
shifted, and the legs follow by inverse kinematics: for this tick, the next, and the end of the window that
the policy plans ahead. Another clip takes over at a moment in which the two are most alike; from then on
ground forces and torques are those that the motion needs, for all of the window.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from math import cos, sin
from typing import Protocol

import numpy as np

from biped_control.motion.clip import Clip
from biped_control.motion.editing.blend import Blend
from biped_control.motion.editing.clip_change import ClipChange, ClipChanges, Running
from biped_control.motion.editing.edit import ReferenceEdit
from biped_control.motion.editing.edited_pose import ClipPoint, EditedPose, Sample
from biped_control.motion.editing.force_window import ForceWindow
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.pace import pace_of
from biped_control.motion.editing.parameters import EditParameters, Transition
from biped_control.motion.editing.ramps import Ramps
from biped_control.motion.editing.reach import lowered, parameters_of, require_friction
from biped_control.motion.editing.stretched_steps import StretchedSteps
from biped_control.motion.editing.takeover import take_over
from biped_control.motion.reference import Preview, Reference
from biped_control.robot.chain_root import YAW
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State

_SLOPE_AHEAD = 0.5  # [m] ahead of the pelvis: no foot stands there yet


class Playing(Protocol):
    """What an editor needs of whoever plays the clips."""

    clip: Clip
    frame: int
    placement: Placement

    @property
    def at_decision(self) -> bool:
        """Whether the next step may begin another clip."""

    def go_over(self, clip: str, frame: int, placement: Placement) -> None:
        """Leaves the running clip for a frame of another, placed in the world."""


class ReferenceEditor:
    """Edits the references of one player, for a policy that plans with what it is shown.

    Attributes:
        active: something has been edited once; references are made here.
        parameters: of now.
        ramps: the ground that was told.
        change: of clips, that is waited for.
        gone_over: what was to be played is of no use any more: another clip has taken over, or waits for its
            moment beyond a decision.
    """

    def __init__(
        self,
        robot: RobotModel,
        clips: Mapping[str, Clip],
        window: int,
        friction: float,
        known: Collection[str] | None = None,
    ) -> None:
        """
        Args:
            robot: of the clips.
            clips: all that may be played, by name.
            window: ticks that the policy plans ahead.
            friction: of the ground, for the check of edits.
            known: names of clips that policies have gains for; all unless given.
        """
        self._clips, self._window, self._friction = clips, window, friction
        self._known = clips.keys() if known is None else known
        self._poses = EditedPose(robot)
        self._tracks: dict[str, GaitTrack] = {}
        self._needed = ForceWindow(robot)
        self._changes = ClipChanges(robot, self._poses, clips, self._track)
        self.reset()

    def reset(self) -> None:
        """A new run begins, as the clips say."""
        self.active = self.gone_over = False
        self.ramps = Ramps()
        self.change: ClipChange | None = None
        self._blend: Blend | None = None
        self._since = 0  # ticks since another clip took over
        self._tick = 0
        # What is left of the motion before needs other forces than those of the clip, whose frames are no
        # longer met in the tick either. Edits alone keep the clip's: forces that the ground can give, while a
        # motion that is quicker than its clip may need others.
        self._taken_over = False
        self._followed: tuple[Clip, Placement] | None = None  # that forces are known for
        self._transition, self._steps = Transition(), StretchedSteps()
        self._now: FloatArray | None = None  # poses in the world, once somebody has asked for them
        self._before: FloatArray | None = None
        self._share = 0.0  # of a frame, that time warping is ahead of the player

    @property
    def parameters(self) -> EditParameters:
        """See the class."""
        return self._transition.now

    def _as_the_clip(self, clip: Clip) -> bool:
        edited = self.parameters != EditParameters() or self._transition.target != EditParameters()
        changes = self.change is not None or self._blend is not None or not self._steps.settled
        return not edited and not changes and self.ramps.level and clip.name in self._known

    def edit(self, edit: ReferenceEdit, player: Playing) -> str:
        """Edits from now on: all of it or, where it raises, nothing.

        Returns:
            What it will come to, for people.

        Raises:
            MotionError: a limb would be too short or the ground too smooth, the clip makes no steps, or no
                moment of the one to go over to is near enough.
        """
        target = None if edit.clip in (None, player.clip.name) else self._changes.named(str(edit.clip))
        waiting = self.change if edit.clip is None else None
        after = target or (waiting.target if waiting else player.clip)
        hub = self._clips[after.end_hub]
        grade = self.ramps.grade if edit.grade is None else edit.grade
        wanted = parameters_of(edit, hub, waiting.wanted if waiting else self._transition.target)
        require_friction(hub, wanted, grade, self._friction)
        wanted = lowered(self._poses.feet, self._poses.arms, hub, self._track(hub), wanted, grade)
        change = None
        if target is not None:
            frame, pace = player.frame + self._share, self._transition.target
            running = Running(player.clip, frame, player.placement, pace)
            change = self._changes.find(running, target, wanted, grade, edit.over_s)
        elif waiting is not None:
            change = replace(waiting, wanted=wanted, over_s=edit.over_s)
        if grade != self.ramps.grade:
            self._add_ramp(grade, player)
        if change is None:
            self._transition.go_to(wanted, edit.over_s, hub.rate_hz)
        self.change = change
        self.active, self._followed = True, None
        words = wanted.in_words(hub.name)
        return words if change is None else f"{change.in_words(self.parameters.tempo)}; then {words}"

    def advance(self, player: Playing, step: Callable[[], None]) -> None:
        """Takes the player on by a tick: by as many steps as the tempo says.

        Args:
            player: whose references are edited.
            step: takes it on by one step.
        """
        if not self.active:
            step()
            return
        self._transition.advance()
        now, frame = self.parameters, player.frame + self._share
        self._before, self._now = self._now, None
        track, placement = self._track(player.clip), player.placement
        self._steps.walk(track, placement, frame, frame + now.tempo, now.stretch)
        self._share += now.tempo
        self._since += 1
        self._tick += 1
        steps = 0
        while self._share >= 1.0 and not (steps and player.at_decision):
            step()
            self._share -= 1.0
            steps += 1
        if self._blend is not None and self._since >= self._blend.ticks:
            self._blend = None
        if self.change is not None:
            self.change.wait -= now.tempo
            if self.change.wait <= 0.0:
                self._go_over(self.change, player)

    def reference(self, player: Playing, planned: Reference) -> Reference:
        """What to follow instead of what is planned."""
        if not self.active:
            return planned
        n, frame_of_now, clip = self._window, self._drifted(player.placement), player.clip
        coming, poses = self._coming(player), dict[int, FloatArray]()
        here = self._sample(player, coming[0])
        poses[0] = self._poses.solved(here)
        poses[-1] = self._pose_before(player, poses[0])
        self._now = frame_of_now.move(poses[0])

        def pose(ticks: int) -> FloatArray:
            if ticks not in poses:
                poses[ticks] = self._poses.solved(self._sample(player, coming[ticks]))
            return poses[ticks]

        def state(ticks: int) -> State:
            return State(pose(ticks), (pose(ticks) - pose(ticks - 1)) * clip.rate_hz)

        track, edited = self._track(clip), not self._as_the_clip(clip)
        rows = [track.row(point.frame) for point in coming[:n]]
        contacts, forces, torques = track.contacts[rows], track.forces[rows], planned.torques
        if self._taken_over:
            self._forget_another_motion(player)
            needed = self._needed.of(self._tick, pose, contacts, forces, clip.rate_hz)
            forces, torques = np.array([tick.forces for tick in needed]), needed[0].torques
        return replace(
            planned,
            placement=frame_of_now,
            state=state(0),
            next_state=state(1),
            torques=torques,
            forces=forces[0] if self._taken_over else planned.forces,
            contacts=contacts[0] if self._taken_over else planned.contacts,
            ground=None if self.ramps.level else here.planes,
            edited=edited,
            ahead=Preview(state(n), contacts, forces),
        )

    def _forget_another_motion(self, player: Playing) -> None:
        if self._followed is None or any(
            now is not before
            for now, before in zip(self._followed, (player.clip, player.placement), strict=True)
        ):
            self._needed.forget()
        self._followed = player.clip, player.placement

    def _pose_before(self, player: Playing, here: FloatArray) -> FloatArray:
        """(nv,) what was asked for a tick ago; what would have been, if nobody asked."""
        if self._before is None:
            return self._poses.solved(self._sample(player, self._point(player, -1)))
        still = State(self._before, np.zeros(len(here)))
        return self._drifted(player.placement).to_clip(still, float(here[YAW])).q

    def _point(self, player: Playing, ticks: int) -> ClipPoint:
        """Now or before; then parameters are taken to have been as they are."""
        now = self.parameters
        frame = player.frame + self._share + ticks * now.tempo
        track, since = self._track(player.clip), float(self._since + ticks)
        return ClipPoint(track, frame, self._steps.drift, now, self._blend, since)

    def _coming(self, player: Playing) -> list[ClipPoint]:
        """Now and the n ticks ahead, each as `advance` will come to it."""
        points, placement = [self._point(player, 0)], player.placement
        steps = self._steps.copy()
        for ticks in range(1, self._window + 1):
            last, then = points[-1], self._transition.later(ticks)
            frame = last.frame + then.tempo
            steps.walk(last.track, placement, last.frame, frame, then.stretch)
            points.append(
                replace(last, frame=frame, drift=steps.drift, parameters=then, ticks=last.ticks + 1.0)
            )
        return points

    def _sample(self, player: Playing, point: ClipPoint) -> Sample:
        return self._poses.sample(
            point, self._drifted(player.placement), self._steps.drift.pelvis, self.ramps
        )

    def _track(self, clip: Clip) -> GaitTrack:
        if clip.name not in self._tracks:
            self._tracks[clip.name] = GaitTrack.of(clip, self._clips)
        return self._tracks[clip.name]

    def _drifted(self, placement: Placement) -> Placement:
        x, y = self._steps.drift.pelvis
        return replace(placement, x=placement.x + float(x), y=placement.y + float(y))

    def _add_ramp(self, grade: float, player: Playing) -> None:
        track, frame = self._track(player.clip), player.frame + self._share
        placement = self._drifted(player.placement)
        yaw = placement.heading(track.mean_yaw(frame, self._clips[player.clip.end_hub].steps))
        heading = np.array([cos(yaw), sin(yaw)])
        pelvis = placement.point(track.pose(frame)[:2])
        self.ramps.add(pelvis + _SLOPE_AHEAD * heading, heading, grade)

    def _pace(self, change: ClipChange, clip: Clip) -> EditParameters:
        """With which the clip that takes over begins: the one of now, which an edit may have changed."""
        if change.kept_pace == 0.0:
            return self.parameters
        hub, start = self._clips[clip.end_hub], self._clips[change.target.start_hub]
        pace = self.parameters.mixed(pace_of(hub, start, self.parameters), change.kept_pace)
        return replace(pace, lower=change.pace.lower)

    def _go_over(self, change: ClipChange, player: Playing) -> None:
        old = self._drifted(player.placement)
        here = self._poses.solved(self._sample(player, self._point(player, 0)))
        before = self._pose_before(player, here)
        target, frame = change.target, change.passage.frame - change.wait
        mirrored = player.placement.mirrored != change.passage.mirrored
        pace = self._pace(change, player.clip)
        self._transition.begin(pace, change.wanted, change.over_s, target.rate_hz)
        taken = take_over(
            self._poses,
            (old.move(here), old.move(before)),
            ClipPoint(self._track(target), frame, self._steps.drift, pace),
            self._changes.mirror if mirrored else None,
            self.ramps,
            max(pace.tempo, change.wanted.tempo),
            change.over_s,
        )
        self._steps, self._blend = taken.steps, taken.blend
        self._since, self._share, self.change = 0, frame % 1.0, None
        self.gone_over = self._taken_over = True
        player.go_over(target.name, int(frame), taken.placement)
