"""A way that is longer than the clip's: how far the clip's frame has drifted, and its feet with it."""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

_SETTLED = 1e-4  # [m, rad]


@dataclass(frozen=True)
class Drift:
    """How far the parts of the robot are from where the clip has them, in the world.

    Attributes:
        pelvis: (2,) [m].
        feet: (2, 3) right and left foot of the robot: x, y [m] and yaw [rad].
    """

    pelvis: FloatArray
    feet: FloatArray


class StretchedSteps:
    """Drifts further with every tick. A foot that stands stays where it was put.

    Attributes:
        drift: of now.
    """

    def __init__(self) -> None:
        self.drift = Drift(np.zeros(2), np.zeros((2, 3)))
        self._lifted = np.zeros((2, 3))  # drift of each foot when it was lifted

    @classmethod
    def steady(cls, track: GaitTrack, placement: Placement, frame: float, stretch: float) -> "StretchedSteps":
        """Feet as after many stretched steps, under a pelvis that is where the clip has it."""
        steps, row, feet = cls(), track.row(frame), np.zeros((2, 3))
        for foot in (0, 1):
            robots = placement.foot(foot)
            lifted = stretch * (track.middle_before[row, foot] - track.pose(frame)[:2])
            feet[robots, :2] = placement.turn(steady_offset(track, frame, foot, stretch))
            steps._lifted[robots, :2] = placement.turn(lifted)
        steps.drift = Drift(np.zeros(2), feet)
        return steps

    @property
    def settled(self) -> bool:
        """Whether feet and pelvis have drifted alike: the pose is that of the clip."""
        apart = self.drift.feet - [*self.drift.pelvis, 0.0]
        return bool(np.abs(apart).max() < _SETTLED)

    def copy(self) -> "StretchedSteps":
        """The same, to look ahead with."""
        other = StretchedSteps()
        other.drift, other._lifted = self.drift, self._lifted.copy()
        return other

    def put(self, foot: int, apart: FloatArray) -> None:
        """A standing foot of the robot stands (3,) farther away from the clip."""
        feet = self.drift.feet.copy()
        feet[foot] += apart
        self.drift = Drift(self.drift.pelvis, feet)

    def later(
        self, track: GaitTrack, placement: Placement, frame: float, later: float, stretch: float
    ) -> Drift:
        """The drift at a later frame, a window ahead at most.

        Args:
            track: of the running clip.
            placement: of the clip, without drift.
            frame: of now.
            later: frame of then.
            stretch: share by which the way is longer meanwhile.
        """
        here = track.pose(frame)[:2]
        pelvis = self.drift.pelvis + stretch * placement.turn(track.pose(later)[:2] - here)
        now, then = track.row(frame), track.row(later)
        feet = np.empty((2, 3))
        for foot in (0, 1):
            robots = placement.foot(foot)
            put, stance = self.drift.feet[robots], track.stance[then, foot]
            # The pelvis will have drifted so far in the middle of the stance that the foot goes to.
            aim = np.zeros(3)
            aim[:2] = self.drift.pelvis + stretch * placement.turn(track.middle[then, foot] - here)
            same = bool(track.stance[now, foot] == stance)
            if track.stands(later, foot):
                feet[robots] = put if same and track.stands(frame, foot) else aim
            else:
                lifted = self._lifted[robots] if same and not track.stands(frame, foot) else put
                feet[robots] = lifted + track.progress(later, foot) * (aim - lifted)
        return Drift(pelvis, feet)

    def walk(
        self, track: GaitTrack, placement: Placement, frame: float, later: float, stretch: float
    ) -> None:
        """Goes there, a tick ahead."""
        lifting = [track.stands(frame, foot) and not track.stands(later, foot) for foot in (0, 1)]
        for foot in (0, 1):
            if lifting[foot]:
                robots = placement.foot(foot)
                self._lifted[robots] = self.drift.feet[robots]
        self.drift = self.later(track, placement, frame, later, stretch)


def steady_offset(track: GaitTrack, frame: float, foot: int, stretch: float) -> FloatArray:
    """(2,) drift of a foot less that of the pelvis after many stretched steps, along the clip's axes [m]."""
    row, progress = track.row(frame), track.progress(frame, foot)
    middle = track.middle[row, foot]
    if not track.stands(frame, foot):
        middle = (1.0 - progress) * track.middle_before[row, foot] + progress * middle
    return np.asarray(stretch * (middle - track.pose(frame)[:2]))
