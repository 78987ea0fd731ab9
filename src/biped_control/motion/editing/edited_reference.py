"""References edited while they are followed (Jain & Liu 2011, section 6).

The clip stays as it is. In every tick its pose is taken where time warping has come to, pelvis and feet are
shifted, and the legs follow by inverse kinematics: for this tick, the next, and the end of the window that
the policy plans ahead. Another clip takes over at a moment in which the two are most alike; from then on
ground forces and torques are those that the motion needs, for all of the window.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from math import cos, sin

import numpy as np

from biped_control.motion.clip import Clip
from biped_control.motion.editing.clip_change import ClipChange, ClipChanges, Running
from biped_control.motion.editing.course import Course
from biped_control.motion.editing.edit import ReferenceEdit
from biped_control.motion.editing.edited_pose import ClipPoint, EditedPose, Sample
from biped_control.motion.editing.force_window import ForceWindow
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.parameters import EditParameters
from biped_control.motion.editing.playing import Playing
from biped_control.motion.editing.ramps import Ramps
from biped_control.motion.editing.reach import lowered, parameters_of, require_friction
from biped_control.motion.editing.takeover import take_over
from biped_control.motion.reference import Preview, Reference
from biped_control.robot.chain_root import YAW
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray, State

_SLOPE_AHEAD = 0.5  # [m] ahead of the pelvis: no foot stands there yet


class ReferenceEditor:
    """Edits the references of one player, for a policy that plans with what it is shown.

    Attributes:
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
        self._poses, self._tracks = EditedPose(robot), dict[str, GaitTrack]()
        self._changes = ClipChanges(robot, self._poses, clips, self._track)
        self._course, self._needed = Course(self._track), ForceWindow(robot)
        self.ramps, self.gone_over = Ramps(), False
        self.change: ClipChange | None = None
        # What is left of the motion before needs other forces than those of the clip, whose frames are no
        # longer met in the tick either. Edits alone keep the clip's: forces that the ground can give, while a
        # motion that is quicker than its clip may need others.
        self._taken_over = False
        self._now: FloatArray | None = None  # poses in the world, once somebody has asked for them
        self._before: FloatArray | None = None

    @property
    def parameters(self) -> EditParameters:
        """Of now."""
        return self._course.parameters

    def named(self, clip: str) -> Clip:
        """A clip that may take over, by name.

        Raises:
            MotionError: there is none of that name.
        """
        return self._changes.named(clip)

    def edit(self, edit: ReferenceEdit, player: Playing) -> str:
        """Edits from now on: all of it or, where it raises, nothing.

        Returns:
            What it will come to, for people.

        Raises:
            MotionError: a limb would be too short or the ground too smooth, the clip makes no steps, or no
                moment of the one to go over to is near enough.
        """
        target = None if edit.clip in (None, player.clip.name) else self.named(str(edit.clip))
        waiting = self.change if edit.clip is None else None
        after = target or (waiting.target if waiting else player.clip)
        hub, pace = self._clips[after.end_hub], self._course.transition.target
        grade = self.ramps.grade if edit.grade is None else edit.grade
        wanted = parameters_of(edit, hub, waiting.wanted if waiting else pace)
        require_friction(hub, wanted, grade, self._friction)
        wanted = lowered(self._poses.feet, self._poses.arms, hub, self._track(hub), wanted, grade)
        change = None
        if target is not None:
            running = Running(player.clip, self._course.frame(player), player.placement, pace)
            change = self._changes.find(running, target, wanted, grade, edit.over_s)
        elif waiting is not None:
            change = replace(waiting, wanted=wanted, over_s=edit.over_s)
        if grade != self.ramps.grade:
            self._add_ramp(grade, player)
        if change is None:
            self._course.transition.go_to(wanted, edit.over_s, hub.rate_hz)
        self.change = change
        self._needed.forget()
        words = wanted.in_words(hub.name)
        return words if change is None else f"{change.in_words(self.parameters.tempo)}; then {words}"

    def advance(self, player: Playing, step: Callable[[], None]) -> None:
        """Takes the player on by a tick: by as many steps as the tempo says.

        Args:
            player: whose references are edited.
            step: takes it on by one step.
        """
        if self.change is not None and player.at_decision:
            self.gone_over = True  # nobody else chooses now, and an itinerary loses its count
        self._before, self._now = self._now, None
        self._course.walk(player, step)
        self._needed.advance()
        if self.change is not None:
            self.change.wait -= self.parameters.tempo
            if self.change.wait <= 0.0:
                self._go_over(self.change, player)

    def reference(self, player: Playing, planned: Reference) -> Reference:
        """What to follow instead of what is planned."""
        n, frame_of_now, clip = self._window, self._course.drifted(player.placement), player.clip
        coming, poses = self._course.coming(player, n), dict[int, FloatArray]()
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

        track = self._track(clip)
        rows = [track.row(point.frame) for point in coming[:n]]
        contacts, forces, torques = track.contacts[rows], track.forces[rows], planned.torques
        if self._taken_over:
            needed = self._needed.of(clip, player.placement, pose, contacts, forces)
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
            edited=not self._as_the_clip(clip),
            ahead=Preview(state(n), contacts, forces),
        )

    def _as_the_clip(self, clip: Clip) -> bool:
        level = self.change is None and self.ramps.level
        return level and self._course.as_the_clip and clip.name in self._known

    def _pose_before(self, player: Playing, here: FloatArray) -> FloatArray:
        """(nv,) what was asked for a tick ago; what would have been, if nobody asked."""
        if self._before is None:
            return self._poses.solved(self._sample(player, self._course.point(player, -1)))
        still = State(self._before, np.zeros(len(here)))
        return self._course.drifted(player.placement).to_clip(still, float(here[YAW])).q

    def _sample(self, player: Playing, point: ClipPoint) -> Sample:
        course = self._course
        return self._poses.sample(point, course.drifted(player.placement), course.drift.pelvis, self.ramps)

    def _track(self, clip: Clip) -> GaitTrack:
        if clip.name not in self._tracks:
            self._tracks[clip.name] = GaitTrack.of(clip, self._clips)
        return self._tracks[clip.name]

    def _add_ramp(self, grade: float, player: Playing) -> None:
        track, frame = self._track(player.clip), self._course.frame(player)
        placement = self._course.drifted(player.placement)
        yaw = placement.heading(track.mean_yaw(frame, self._clips[player.clip.end_hub].steps))
        heading = np.array([cos(yaw), sin(yaw)])
        pelvis = placement.point(track.pose(frame)[:2])
        self.ramps.add(pelvis + _SLOPE_AHEAD * heading, heading, grade)

    def _go_over(self, change: ClipChange, player: Playing) -> None:
        old, course = self._course.drifted(player.placement), self._course
        here = self._poses.solved(self._sample(player, course.point(player)))
        before = self._pose_before(player, here)
        target, frame = change.target, change.passage.frame - change.wait
        mirrored = player.placement.mirrored != change.passage.mirrored
        pace = self._changes.pace_of_now(change, player.clip, self.parameters)
        course.transition.begin(pace, change.wanted, change.lasts_s, target.rate_hz)
        taken = take_over(
            self._poses,
            (old.move(here), old.move(before)),
            ClipPoint(self._track(target), frame, course.drift, pace),
            self._changes.mirror if mirrored else None,
            self.ramps,
            max(pace.tempo, change.wanted.tempo),
            change.lasts_s,
        )
        course.enter(taken, frame)
        self.change, self.gone_over, self._taken_over = None, True, True
        player.go_over(target.name, int(frame), taken.placement)
