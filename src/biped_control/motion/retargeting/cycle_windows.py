"""Where in a take gait cycles lie that could become a clip."""

from dataclasses import dataclass

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.captures.landmarks import Landmarks
from biped_control.motion.retargeting.strides import Stride, heel_strikes, strides_of
from biped_control.robot.state import FloatArray

MARGIN = 0.25  # of the period, looked at on either side of the cycle


@dataclass(frozen=True)
class CycleWindow:
    """A gait cycle in a take.

    Attributes:
        strike: frame of the right heel strike with which it begins.
        period: its duration [s], the mean of the strides around it.
        rate_hz: frames per second.
        take_frames: length of the take.
    """

    strike: int
    period: float
    rate_hz: float
    take_frames: int

    @property
    def outside(self) -> float:
        """Part of the period by which the margins reach beyond the take."""
        length = self.period * self.rate_hz
        before = max(0.0, MARGIN * length - self.strike)
        after = max(0.0, self.strike + (1.0 + MARGIN) * length - self.take_frames)
        return (before + after) / length

    @property
    def off_centre(self) -> float:
        """Distance of its middle from that of the take, as a part of the take."""
        middle = self.strike + 0.5 * self.period * self.rate_hz
        return abs(middle - 0.5 * self.take_frames) / self.take_frames

    def span(self) -> tuple[int, int]:
        """First frame and end of the cycle with its margins, as far as the take has them."""
        length = self.period * self.rate_hz
        first = max(0, int(self.strike - MARGIN * length))
        return first, min(self.take_frames, int(self.strike + (1.0 + MARGIN) * length) + 1)

    def times(self) -> FloatArray:
        """(n,) times of the frames of `span` after the strike [s]."""
        return (np.arange(*self.span()) - self.strike) / self.rate_hz

    def weights(self) -> FloatArray:
        """(n,) margins help to tell drift from oscillation, but count less the further out they are."""
        times, margin = self.times(), MARGIN * self.period
        ramps = np.minimum(times + margin, self.period + margin - times) / margin
        return np.asarray(np.clip(ramps, 0.02, 1.0), dtype=np.float64)


def cycle_windows(landmarks: Landmarks) -> list[CycleWindow]:
    """All cycles that begin with a right heel strike, lie inside the take and have even strides around them.

    Raises:
        MotionError: there is none; the message says why.
    """
    strides = strides_of(landmarks)
    rate, frames = landmarks.rate_hz, len(landmarks.points)
    windows, missing = [], []
    for strike in heel_strikes(landmarks, "right"):
        around = _around(strike, strides)
        length = float(np.mean([stride.frames for stride in around])) if around else np.inf
        if around and all(stride.even for stride in around) and _alike(around):
            if strike + length <= frames:
                windows.append(CycleWindow(strike, length / rate, rate, frames))
            else:
                missing.append((strike, (strike + length - frames) / rate))
    if windows:
        return windows
    if missing:
        strike, seconds = missing[0]
        raise MotionError(
            f"{landmarks.source}: the take ends {seconds:.2f} s before the cycle that starts with the right "
            f"heel strike at {strike / rate:.2f} s is complete"
        )
    found = ", ".join(f"{s.foot} {s.start / rate:.2f}-{s.end / rate:.2f}" for s in strides)
    raise MotionError(
        f"{landmarks.source}: not a steady walk: strides between heel strikes at {found} s; expected a "
        "right heel strike between strides that differ by less than a quarter, each with one landing of the "
        "other foot in its middle"
    )


def _around(strike: int, strides: list[Stride]) -> list[Stride]:
    """Strides that share half of a cycle that begins with `strike`, or more."""
    if not strides:
        return []
    nearest = min(strides, key=lambda stride: abs(stride.middle - strike))
    own = [stride for stride in strides if stride.foot == "right" and stride.start == strike]
    length = (own or [nearest])[0].frames
    middle = strike + 0.5 * length
    return [stride for stride in strides if abs(stride.middle - middle) <= 0.55 * length]


def _alike(strides: list[Stride]) -> bool:
    durations = [stride.frames for stride in strides]
    return float(np.ptp(durations)) <= 0.25 * float(np.mean(durations))
