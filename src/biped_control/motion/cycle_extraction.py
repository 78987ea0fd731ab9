"""One straight, periodic gait cycle out of a captured walk."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from biped_control.errors import MotionError
from biped_control.motion.landmarks import LANDMARKS, SIDES, Landmarks
from biped_control.robot.state import FloatArray

STRIKE_SPEED = 0.8  # [m/s] horizontal speed of the ankle below which a swinging foot has landed
_HARMONICS = 8
_MARGIN = 0.25  # of the period, looked at on either side of the cycle
_PERIODS = (0.7, 2.0)  # [s] of a walking adult
_SHORTEST_SWING = 0.3  # [s]; two landings of a foot are further apart
_LARGEST_TURN = np.radians(15.0)  # within a cycle; more is a turn, not an imperfect straight walk


@dataclass(frozen=True)
class CapturedCycle:
    """A periodic walk along +x, not yet scaled to a robot.

    Attributes:
        source: the file, for messages.
        rate_hz: frames per second.
        points: (C, 15, 3) landmarks in the order of `LANDMARKS` [m]; frame 0 is close to a heel strike of the
            right foot. The cycle repeats with x increased by `stride`. C is even.
        stride: distance walked in a cycle [m].
        fit_error: root mean square distance of the captured landmarks from the periodic motion [m].
        floor_slope: slope of the captured floor along the walk, removed [rad].
        heading_drift: turn within the cycle, removed [rad].
    """

    source: Path
    rate_hz: float
    points: FloatArray
    stride: float
    fit_error: float
    floor_slope: float
    heading_drift: float

    @property
    def frames(self) -> int:
        """Number of frames C."""
        return len(self.points)

    def __getitem__(self, name: str) -> FloatArray:
        """(C, 3) one landmark."""
        return self.points[:, LANDMARKS.index(name)]

    def at(self, name: str, frames: NDArray[np.int64]) -> FloatArray:
        """(n, 3) a landmark at any frames, also outside 0..C-1: frame -1 lies one stride behind frame C-1."""
        track: FloatArray = self[name][frames % self.frames].copy()
        track[:, 0] += (frames // self.frames) * self.stride
        return track

    def speed(self, name: str, axes: int = 3) -> FloatArray:
        """(C,) speed of a landmark, of its first two axes (horizontal) or all three [m/s]."""
        around = self.at(name, np.arange(-1, self.frames + 1))
        velocity = 0.5 * self.rate_hz * (around[2:] - around[:-2])
        speed: FloatArray = np.linalg.norm(velocity[:, :axes], axis=1)
        return speed


def extract_cycle(landmarks: Landmarks) -> CapturedCycle:
    """Finds the most central cycle, straightens it and makes it periodic.

    A quadratic path of the pelvis is fitted over one and a half cycles, each frame is turned back by the
    heading of the path, what drifts linearly (slope of the floor, sideways) is removed, and eight harmonics
    are fitted to the rest.

    Args:
        landmarks: clean, at the control rate, z up.

    Raises:
        MotionError: no complete cycle, or not a forward walk; the message says what was found.
    """
    strikes = {side: heel_strikes(landmarks, side) for side in SIDES}
    period = _period(landmarks, strikes)
    strike = _central_strike(landmarks, strikes["right"], period)
    rate = landmarks.rate_hz
    first = max(0, int(strike - _MARGIN * period * rate))
    last = min(len(landmarks.points), int(strike + (1.0 + _MARGIN) * period * rate) + 1)
    times = (np.arange(first, last) - strike) / rate
    # The margins help to tell drift from oscillation, but count less the further out they are.
    ramps = np.minimum(times + _MARGIN * period, (1.0 + _MARGIN) * period - times) / (_MARGIN * period)
    weights = np.clip(ramps, 0.02, 1.0)
    points, heading_drift = _straightened(landmarks.points[first:last], times, period, weights)
    _check_straight(landmarks, points, heading_drift)
    drift = _drift(points, times, period, weights)
    basis = _basis(times, period, 0, _HARMONICS)
    steady = (points - times[:, None, None] * drift).reshape(len(times), -1)
    coefficients = _fit(basis, steady, weights)
    errors = ((basis @ coefficients - steady) ** 2).reshape(len(times), -1, 3).sum(axis=2).mean(axis=1)
    frames = 2 * round(0.5 * period * rate)
    cycle_times = np.arange(frames) * period / frames
    cycle = (_basis(cycle_times, period, 0, _HARMONICS) @ coefficients).reshape(frames, -1, 3)
    cycle[:, :, 0] += drift[0] * cycle_times[:, None]
    return CapturedCycle(
        source=landmarks.source,
        rate_hz=rate,
        points=cycle,
        stride=float(drift[0] * period),
        fit_error=float(np.sqrt(weights @ errors / weights.sum())),
        floor_slope=float(np.arctan2(drift[2], drift[0])),
        heading_drift=heading_drift,
    )


def heel_strikes(landmarks: Landmarks, side: str) -> list[int]:
    """Frames at which the horizontal speed of an ankle falls through `STRIKE_SPEED`."""
    velocity = np.gradient(landmarks[f"{side}_ankle"][:, :2], 1.0 / landmarks.rate_hz, axis=0)
    fast = np.linalg.norm(velocity, axis=1) >= STRIKE_SPEED
    strikes: list[int] = []
    for frame in np.flatnonzero(fast[:-1] & ~fast[1:]) + 1:
        if not strikes or frame - strikes[-1] > _SHORTEST_SWING * landmarks.rate_hz:
            strikes.append(int(frame))
    return strikes


def _period(landmarks: Landmarks, strikes: dict[str, list[int]]) -> float:
    """Mean time between heel strikes of the same foot [s]."""
    distances = np.concatenate([np.diff(frames) for frames in strikes.values()]) / landmarks.rate_hz
    found = ", ".join(f"{side} at frames {frames}" for side, frames in strikes.items())
    if not len(distances) or not strikes["right"]:
        raise MotionError(
            f"{landmarks.source}: no complete gait cycle (heel strikes: {found}); "
            "expected a walk with two heel strikes of a foot"
        )
    if (
        distances.min() < _PERIODS[0]
        or distances.max() > _PERIODS[1]
        or np.ptp(distances) > 0.25 * distances.mean()
    ):
        raise MotionError(
            f"{landmarks.source}: not a steady walk: heel strikes {found}; expected cycles of "
            f"{_PERIODS[0]} to {_PERIODS[1]} s that differ by less than a quarter"
        )
    return float(distances.mean())


def _central_strike(landmarks: Landmarks, strikes: list[int], period: float) -> int:
    """The right heel strike whose cycle and margins lie inside the take, most central first."""
    frames, length = len(landmarks.points), period * landmarks.rate_hz

    def badness(strike: int) -> tuple[float, float]:
        outside = max(0.0, _MARGIN * length - strike) + max(0.0, strike + (1.0 + _MARGIN) * length - frames)
        return outside, abs(strike + 0.5 * length - 0.5 * frames)

    strike = min(strikes, key=badness)
    if strike + length > frames:
        missing = (strike + length - frames) / landmarks.rate_hz
        raise MotionError(
            f"{landmarks.source}: the take ends {missing:.2f} s before the cycle that starts with the right "
            f"heel strike at frame {strike} is complete"
        )
    return strike


def _basis(times: FloatArray, period: float, degree: int, harmonics: int) -> FloatArray:
    """(n, 1 + degree + 2 harmonics) powers of time, then cosines and sines."""
    phases = 2.0 * np.pi * np.outer(times / period, np.arange(1, harmonics + 1))
    return np.hstack([times[:, None] ** np.arange(degree + 1), np.cos(phases), np.sin(phases)])


def _fit(basis: FloatArray, values: FloatArray, weights: FloatArray) -> FloatArray:
    root = np.sqrt(weights)[:, None]
    return np.asarray(np.linalg.lstsq(basis * root, values * root, rcond=None)[0], dtype=np.float64)


def _straightened(
    points: FloatArray, times: FloatArray, period: float, weights: FloatArray
) -> tuple[FloatArray, float]:
    """Landmarks walking along +x, and by how much the path turned within a period."""
    hips = [LANDMARKS.index(f"{side}_hip") for side in SIDES]
    pelvis = points[:, hips, :2].mean(axis=1)
    start, velocity, half_acceleration = _fit(_basis(times, period, 2, 2), pelvis, weights)[:3]
    path = start + np.outer(times, velocity) + np.outer(times**2, half_acceleration)
    velocities = velocity + 2.0 * np.outer(times, half_acceleration)
    heading = np.unwrap(np.arctan2(velocities[:, 1], velocities[:, 0]))
    walked = np.cumsum(np.linalg.norm(velocities, axis=1)) * (times[1] - times[0])
    c, s = np.cos(heading)[:, None], np.sin(heading)[:, None]
    offset = points[:, :, :2] - path[:, None]
    straight = points.copy()
    straight[:, :, 0] = c * offset[:, :, 0] + s * offset[:, :, 1] + walked[:, None]
    straight[:, :, 1] = -s * offset[:, :, 0] + c * offset[:, :, 1]
    return straight, float((heading[-1] - heading[0]) * period / (times[-1] - times[0]))


def _check_straight(landmarks: Landmarks, points: FloatArray, heading_drift: float) -> None:
    if abs(heading_drift) > _LARGEST_TURN:
        raise MotionError(
            f"{landmarks.source}: the path turns by {np.degrees(heading_drift):.0f} degrees within a cycle; "
            f"expected a straight walk (up to {np.degrees(_LARGEST_TURN):.0f} degrees are straightened)"
        )
    across = (points[:, LANDMARKS.index("left_hip")] - points[:, LANDMARKS.index("right_hip")])[:, :2].mean(
        axis=0
    )
    if across[1] < 0.7 * np.linalg.norm(across):
        angle = np.degrees(np.arctan2(-across[0], across[1]))
        raise MotionError(
            f"{landmarks.source}: the body faces {angle:.0f} degrees off the way it walks; "
            "expected a forward walk"
        )


def _drift(points: FloatArray, times: FloatArray, period: float, weights: FloatArray) -> FloatArray:
    """(3,) mean velocity: of the hips, and upward the mean of hips and ankles (slope of the floor) [m/s]."""
    basis = _basis(times, period, 1, _HARMONICS)
    means = [
        points[:, [LANDMARKS.index(f"{side}_{joint}") for side in SIDES]].mean(axis=1)
        for joint in ("hip", "ankle")
    ]
    hips, ankles = (_fit(basis, mean, weights)[1] for mean in means)
    return np.array([hips[0], hips[1], 0.5 * (hips[2] + ankles[2])])
