"""Time of a plan of footsteps: frames and beats, one beat a step."""

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq

from biped_control.robot.state import FloatArray


class StepClock:
    """A smooth count of beats that is at every beat in its frame and runs on outside the clip as the hubs do.

    Attributes:
        beats: (steps + 1,) frames of the beats, from 0.
    """

    def __init__(self, beats: FloatArray, before: float, after: float) -> None:
        """Prepares a clock; `before` and `after` are frames of a beat of the hubs at either end."""
        self.beats = beats
        self._before, self._after = before, after
        ends = ((1, 1.0 / before), (1, 1.0 / after))
        self._spline = CubicSpline(beats, np.arange(len(beats)), bc_type=ends)

    @property
    def frames(self) -> int:
        """Frame of the last beat."""
        return int(self.beats[-1])

    def beat(self, frames: FloatArray) -> FloatArray:
        """(n,) beats at any frames."""
        inside = self._spline(np.clip(frames, 0.0, self.frames))
        early, late = np.minimum(frames, 0.0), np.maximum(frames - self.frames, 0.0)
        beats: FloatArray = inside + early / self._before + late / self._after
        return beats

    def frame(self, beat: float) -> float:
        """Frame of any moment."""
        last = len(self.beats) - 1
        if beat <= 0.0:
            return beat * self._before
        if beat >= last:
            return self.frames + (beat - last) * self._after
        return float(brentq(lambda frame: float(self._spline(frame)) - beat, 0.0, self.frames, xtol=1e-9))


def smooth(part: float) -> float:
    """From 0 to 1 with vanishing slope and curvature at both ends; constant beyond."""
    s = min(max(part, 0.0), 1.0)
    return s**3 * (10.0 - 15.0 * s + 6.0 * s**2)
