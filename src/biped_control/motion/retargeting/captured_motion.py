"""A captured motion as retargeting reads it: any landmark at any frame, in one world."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from biped_control.motion.captures.landmarks import LANDMARKS, Landmarks
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

Frames = NDArray[np.int64]


class CapturedMotion(Protocol):
    """A cycle that repeats for ever, or a take with a beginning and an end; z up, not scaled to a robot."""

    @property
    def source(self) -> Path:
        """The file, for messages."""
        ...

    @property
    def rate_hz(self) -> float:
        """Frames per second."""
        ...

    def at(self, name: str, frames: Frames) -> FloatArray:
        """(n, 3) a landmark at any frames, also outside of the capture [m]; NaN if it was never seen."""
        ...

    def has(self, *names: str) -> bool:
        """Whether all these landmarks were seen."""
        ...


def speed_of(motion: CapturedMotion, name: str, frames: Frames, axes: int = 3) -> FloatArray:
    """(n,) speed of a landmark, of its first two axes (horizontal) or all three [m/s]."""
    moved = motion.at(name, frames + 1) - motion.at(name, frames - 1)
    speed: FloatArray = 0.5 * motion.rate_hz * np.linalg.norm(moved[:, :axes], axis=1)
    return speed


@dataclass(frozen=True)
class CapturedTake:
    """A whole take, seen from somewhere on the floor.

    Attributes:
        landmarks: clean, at the control rate.
        seen_from: the frame, in the capture's world, in which `at` answers.
    """

    landmarks: Landmarks
    seen_from: Placement

    @property
    def source(self) -> Path:
        """The file, for messages."""
        return self.landmarks.source

    @property
    def rate_hz(self) -> float:
        """Frames per second."""
        return self.landmarks.rate_hz

    def at(self, name: str, frames: Frames) -> FloatArray:
        """(n, 3) a landmark [m]; before the first and after the last frame it stays where it is there."""
        points = self.landmarks.points[np.clip(frames, 0, len(self.landmarks.points) - 1)]
        here = self.seen_from
        track = points[:, LANDMARKS.index(name)] - [here.x, here.y, 0.0]
        return Placement(yaw=-here.yaw).rotate_vectors(track)

    def has(self, *names: str) -> bool:
        """Whether all these landmarks were seen."""
        return self.landmarks.has(*names)
