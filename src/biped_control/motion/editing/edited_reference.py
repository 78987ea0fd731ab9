"""References edited while they are followed (Jain & Liu 2011, section 6).

The clip stays as it is. In every tick its pose is taken where time warping has come to, pelvis and feet are
shifted, and the legs follow by inverse kinematics: for this tick, the next, and the end of the window that
the policy plans ahead.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import cos, sin
from typing import Protocol

import numpy as np

from biped_control.motion.clip import Clip
from biped_control.motion.editing.arm_shift import ArmShift
from biped_control.motion.editing.edit import ReferenceEdit
from biped_control.motion.editing.foot_shift import FootShift, Shift
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.parameters import EditParameters, Transition
from biped_control.motion.editing.ramps import Ramps
from biped_control.motion.editing.reach import lowered, parameters_of, require_friction, swing_bump
from biped_control.motion.editing.stretched_steps import Drift, StretchedSteps
from biped_control.motion.reference import Preview, Reference
from biped_control.robot.model import RobotModel
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray, State

_SLOPE_AHEAD = 0.5  # [m] ahead of the pelvis: no foot stands there yet


class Playing(Protocol):
    """What an editor needs to know of whoever plays the clips."""

    clip: Clip
    frame: int
    placement: Placement

    @property
    def at_decision(self) -> bool:
        """Whether the next step may begin another clip."""


@dataclass(frozen=True)
class _Sample:
    """An edited pose before its legs are solved, in the frame that the reference is given in.

    Attributes:
        q: (nv,) pose of the clip.
        shifts: (3, 3) of pelvis, right and left foot of the clip [m].
        slopes: (2, 2) of the ground under these feet.
        planes: (2, 3) the ground there, as in `Reference`.
    """

    q: FloatArray
    shifts: FloatArray
    slopes: FloatArray
    planes: FloatArray


class ReferenceEditor:
    """Edits the references of one player, for a policy that plans with what it is shown.

    Attributes:
        active: something has been edited; the reference is no longer that of the clip.
        parameters: of now.
        ramps: the ground that was told.
    """

    def __init__(self, robot: RobotModel, clips: Mapping[str, Clip], window: int, friction: float) -> None:
        """
        Args:
            robot: of the clips.
            clips: all that may be played, by name.
            window: ticks that the policy plans ahead.
            friction: of the ground, for the check of edits.
        """
        self._clips, self._window, self._friction = clips, window, friction
        self._feet, self._arms = FootShift(robot), ArmShift(robot)
        self._tracks: dict[str, GaitTrack] = {}
        self.reset()

    def reset(self) -> None:
        """A new run begins, as the clips say."""
        self.active = False
        self.ramps = Ramps()
        self._transition, self._steps = Transition(), StretchedSteps()
        self._before = self._steps.drift
        self._share = 0.0  # of a frame, that time warping is ahead of the player

    @property
    def parameters(self) -> EditParameters:
        """See the class."""
        return self._transition.now

    @property
    def _as_the_clip(self) -> bool:
        return self.ramps.level and self.parameters == self._transition.target == EditParameters()

    def edit(self, edit: ReferenceEdit, player: Playing) -> EditParameters:
        """Edits from now on: all of it or, where it raises, nothing.

        Returns:
            What it will come to, with the pelvis as low as legs need it.

        Raises:
            MotionError: a limb would be too short or the ground too smooth, or the clip makes no steps.
        """
        hub = self._clips[player.clip.end_hub]
        grade = self.ramps.grade if edit.grade is None else edit.grade
        wanted = parameters_of(edit, hub, self._transition.target)
        require_friction(hub, wanted, grade, self._friction)
        wanted = lowered(self._feet, self._arms, hub, self._track(hub), wanted, grade)
        track = self._track(player.clip)
        if grade != self.ramps.grade:
            frame = player.frame + self._share
            yaw = self._drifted(player.placement).heading(track.mean_yaw(frame, hub.steps))
            heading = np.array([cos(yaw), sin(yaw)])
            pelvis = self._drifted(player.placement).point(track.pose(frame)[:2])
            self.ramps.add(pelvis + _SLOPE_AHEAD * heading, heading, grade)
        self._transition.go_to(wanted, max(1, round(edit.over_s * hub.rate_hz)))
        self.active = True
        return wanted

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
        self._before = self._steps.drift
        track, placement = self._track(player.clip), player.placement
        self._steps.walk(track, placement, frame, frame + now.tempo, now.stretch)
        self._share += now.tempo
        steps = 0
        while self._share >= 1.0 and not (steps and player.at_decision):
            step()
            self._share -= 1.0
            steps += 1

    def reference(self, player: Playing, planned: Reference) -> Reference:
        """What to follow instead of what is planned."""
        if not self.active:
            return planned
        track, placement, tempo = self._track(player.clip), player.placement, self.parameters.tempo
        frame, frame_of_now = player.frame + self._share, self._drifted(placement)

        def sample(ticks: int, drift: Drift) -> _Sample:
            return self._sample(track, frame_of_now, frame + ticks * tempo, drift)

        def later(ticks: int) -> _Sample:
            then = frame + ticks * tempo
            drift = self._steps.later(track, placement, frame, then, self.parameters.stretch)
            return sample(ticks, drift)

        n, rate = self._window, player.clip.rate_hz
        rows = [track.row(frame + tick * tempo) for tick in range(n)]
        here = sample(0, self._steps.drift)
        after = later(1)
        return replace(
            planned,
            placement=frame_of_now,
            state=self._solved(here, sample(-1, self._before), rate),
            next_state=self._solved(after, here, rate),
            ground=None if self.ramps.level else here.planes,
            edited=not self._as_the_clip,
            ahead=Preview(
                self._solved(later(n), later(n - 1), rate), track.contacts[rows], track.forces[rows]
            ),
        )

    def _track(self, clip: Clip) -> GaitTrack:
        if clip.name not in self._tracks:
            self._tracks[clip.name] = GaitTrack.of(clip, self._clips)
        return self._tracks[clip.name]

    def _drifted(self, placement: Placement) -> Placement:
        x, y = self._steps.drift.pelvis
        return replace(placement, x=placement.x + float(x), y=placement.y + float(y))

    def _sample(self, track: GaitTrack, placement: Placement, frame: float, drift: Drift) -> _Sample:
        now, q = self.parameters, track.pose(frame)
        if now.hands:
            q = self._arms.apply(q, now.hands)[0]
        feet = self._feet.feet(State(q, np.zeros(len(q))))
        shifts, slopes, planes = np.zeros((3, 3)), np.zeros((2, 2)), np.zeros((2, 3))
        order = [1, 0] if placement.mirrored else [0, 1]
        ways = [drift.pelvis, *drift.feet[order]]
        for row, way in enumerate(ways):
            shifts[row, :2] = placement.turn_back(way - self._steps.drift.pelvis)
        shifts[0, 2] = self.ramps.rounded_height(placement.point(q[:2] + shifts[0, :2])) - now.lower
        for foot, motion in enumerate(feet):
            spot = motion.placement.translation[:2] + shifts[1 + foot, :2]
            where = placement.point(spot)
            height, slope = self.ramps.height(where), placement.turn_back(self.ramps.slope(where))
            shifts[1 + foot, 2] = height + now.step_height * swing_bump(track, frame, foot)
            slopes[foot], planes[foot] = slope, [height - slope @ spot, *slope]
        return _Sample(q, shifts, slopes, planes)

    def _solved(self, sample: _Sample, before: _Sample, rate_hz: float) -> State:
        rates = (sample.shifts - before.shifts) * rate_hz
        turns = [np.zeros(3), *(np.array([slope[1], -slope[0], 0.0]) for slope in sample.slopes)]
        pelvis, right, left = (
            Shift(position, rate, turn)
            for position, rate, turn in zip(sample.shifts, rates, turns, strict=True)
        )
        state = State(sample.q, (sample.q - before.q) * rate_hz)
        return self._feet.apply(state, pelvis, (right, left)).state
