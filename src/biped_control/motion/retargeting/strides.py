"""Heel strikes of a take and the strides between them."""

from dataclasses import dataclass
from math import remainder

import numpy as np

from biped_control.errors import MotionError
from biped_control.motion.captures.landmarks import Landmarks
from biped_control.motion.kinematic_cycle import FEET, Foot
from biped_control.motion.retargeting.no_walk import stays_in_place
from biped_control.robot.state import FloatArray

STRIKE_SPEED = 0.8  # [m/s] horizontal speed of the ankle below which a swinging foot has landed
PERIODS = (0.5, 2.0)  # [s] of a gait cycle, from a sprint to a slow walk
_SHORTEST_SWING = 0.3  # [s]; two landings of a foot are further apart


@dataclass(frozen=True)
class Stride:
    """From one landing of a foot to its next.

    Attributes:
        foot: which.
        start, end: frames of the landings.
        direction: in which the hips travelled [rad].
        length: how far they did [m].
        facing: in which the body looked, in the mean [rad].
        even: the other foot landed once in between, about halfway.
    """

    foot: Foot
    start: int
    end: int
    direction: float
    length: float
    facing: float
    even: bool

    @property
    def frames(self) -> int:
        """Duration."""
        return self.end - self.start

    @property
    def middle(self) -> float:
        """Frame halfway."""
        return 0.5 * (self.start + self.end)

    @property
    def forward(self) -> bool:
        """Whether the person walked the way it looked."""
        return abs(angle_between(self.direction, self.facing)) < 0.25 * np.pi


def heel_strikes(landmarks: Landmarks, foot: Foot) -> list[int]:
    """Frames at which the horizontal speed of an ankle falls through `STRIKE_SPEED`."""
    velocity = np.gradient(landmarks[f"{foot}_ankle"][:, :2], 1.0 / landmarks.rate_hz, axis=0)
    fast = np.linalg.norm(velocity, axis=1) >= STRIKE_SPEED
    strikes: list[int] = []
    for frame in np.flatnonzero(fast[:-1] & ~fast[1:]) + 1:
        if not strikes or frame - strikes[-1] > _SHORTEST_SWING * landmarks.rate_hz:
            strikes.append(int(frame))
    return strikes


def strides_of(landmarks: Landmarks) -> list[Stride]:
    """All strides of both feet that last as long as one of a gait, in the order of their middles.

    Raises:
        MotionError: there is none; the message says which landings were found.
    """
    strikes = {foot: heel_strikes(landmarks, foot) for foot in FEET}
    across = landmarks["left_hip"] - landmarks["right_hip"]
    hips = 0.5 * (landmarks["left_hip"] + landmarks["right_hip"])
    shortest, longest = (seconds * landmarks.rate_hz for seconds in PERIODS)
    strides = []
    for foot, other in (FEET, FEET[::-1]):
        for start, end in zip(strikes[foot], strikes[foot][1:], strict=False):
            if shortest <= end - start <= longest:
                between = [strike for strike in strikes[other] if start < strike < end]
                strides.append(_stride(foot, start, end, hips, across, between))
    found = "; ".join(f"{foot} at {_moments(strikes[foot], landmarks.rate_hz)}" for foot in FEET)
    if not strides and max(map(len, strikes.values())) > 1:
        raise MotionError(
            f"{landmarks.source}: not a steady walk: heel strikes {found}; expected cycles of "
            f"{PERIODS[0]} to {PERIODS[1]} s"
        )
    if not strides:
        shown = stays_in_place(landmarks)
        raise MotionError(
            f"{landmarks.source}: {shown + '; ' if shown else ''}no complete gait cycle "
            f"(heel strikes: {found}); expected a walk with two heel strikes of a foot"
        )
    return sorted(strides, key=lambda stride: stride.middle)


def _moments(frames: list[int], rate_hz: float) -> str:
    return ", ".join(f"{frame / rate_hz:.2f}" for frame in frames) + " s" if frames else "no time"


def angle_between(one: float, other: float) -> float:
    """Angle from `other` to `one`, between -pi and pi [rad]."""
    return remainder(one - other, 2.0 * np.pi)


def _stride(
    foot: Foot, start: int, end: int, hips: FloatArray, across: FloatArray, between: list[int]
) -> Stride:
    travel = hips[end] - hips[start]
    left = across[start:end].mean(axis=0)
    middle = 0.5 * (start + end)
    return Stride(
        foot=foot,
        start=start,
        end=end,
        direction=float(np.arctan2(travel[1], travel[0])),
        length=float(np.linalg.norm(travel[:2])),
        facing=float(np.arctan2(-left[0], left[1])),
        even=len(between) == 1 and abs(between[0] - middle) <= (end - start) / 6.0,
    )
