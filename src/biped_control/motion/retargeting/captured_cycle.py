"""One periodic gait cycle of a person, straight or steadily turning."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from biped_control.motion.captures.landmarks import LANDMARKS
from biped_control.motion.retargeting.captured_motion import Frames, speed_of
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class CapturedCycle:
    """A periodic walk or run that begins along +x, not yet scaled to a robot.

    Attributes:
        source: the file, for messages.
        rate_hz: frames per second.
        points: (C, 15, 3) landmarks in the order of `LANDMARKS` [m], NaN where one was never seen; frame 0 is
            close to a heel strike of the right foot. C is even.
        advance: where the next cycle begins, seen from this one; (stride, 0, 0) for a straight walk.
        fit_error: root mean square distance of the captured landmarks from the periodic motion [m].
        floor_slope: slope of the captured floor along the walk, removed [rad].
        heading_drift: turn within the cycle, removed from a straight walk [rad].
        first_frame: frame of the (clean) take at which the cycle begins.
    """

    source: Path
    rate_hz: float
    points: FloatArray
    advance: Placement
    fit_error: float
    floor_slope: float
    heading_drift: float
    first_frame: int = 0

    @property
    def frames(self) -> int:
        """Number of frames C."""
        return len(self.points)

    @property
    def stride(self) -> float:
        """Distance between the beginnings of two cycles [m]."""
        return float(np.hypot(self.advance.x, self.advance.y))

    @property
    def straight(self) -> bool:
        """Whether the cycle goes on in the direction in which it began."""
        return self.advance.yaw == 0.0

    def __getitem__(self, name: str) -> FloatArray:
        """(C, 3) one landmark."""
        return self.points[:, LANDMARKS.index(name)]

    def at(self, name: str, frames: Frames) -> FloatArray:
        """(n, 3) a landmark at any frames, also outside 0..C-1: frame -1 lies one cycle behind frame C-1."""
        own: FloatArray = self[name][frames % self.frames]
        cycles = frames // self.frames
        track = np.empty_like(own)
        for cycle in np.unique(cycles):
            moved, these = self.advance.repeated(int(cycle)), cycles == cycle
            track[these] = moved.rotate_vectors(own[these]) + np.array([moved.x, moved.y, 0.0])
        return track

    def has(self, *names: str) -> bool:
        """Whether all these landmarks were seen."""
        return all(bool(np.isfinite(self[name]).all()) for name in names)

    def speed(self, name: str, axes: int = 3) -> FloatArray:
        """(C,) speed of a landmark, of its first two axes (horizontal) or all three [m/s]."""
        return speed_of(self, name, np.arange(self.frames), axes)
