"""A captured gait cycle made exactly periodic: straight, or turning steadily."""

import numpy as np

from biped_control.motion.captures.landmarks import LANDMARKS, SIDES, Landmarks
from biped_control.motion.retargeting.captured_cycle import CapturedCycle
from biped_control.motion.retargeting.cycle_windows import CycleWindow
from biped_control.motion.retargeting.steady_turn import fitted_turn
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

_HARMONICS = 8


def straight_cycle(landmarks: Landmarks, window: CycleWindow) -> CapturedCycle:
    """Straightens a cycle and makes it periodic.

    A quadratic path of the pelvis is fitted over one and a half cycles, each frame is turned back by the
    heading of the path, what drifts linearly (slope of the floor, sideways) is removed, and eight harmonics
    are fitted to the rest.

    Args:
        landmarks: clean, at the control rate, z up.
        window: where the cycle lies.
    """
    period, times, weights = window.period, window.times(), window.weights()
    points, heading_drift = _straightened(landmarks.points[slice(*window.span())], times, period, weights)
    drift = _drift(points, times, period, weights)
    steady = points - times[:, None, None] * drift
    cycle, cycle_times, fit_error = _periodic(steady, window)
    cycle[:, :, 0] += drift[0] * cycle_times[:, None]
    return CapturedCycle(
        source=landmarks.source,
        rate_hz=landmarks.rate_hz,
        points=cycle,
        advance=Placement(float(drift[0] * period)),
        fit_error=fit_error,
        floor_slope=float(np.arctan2(drift[2], drift[0])),
        heading_drift=heading_drift,
        first_frame=window.strike,
    )


def turning_cycle(landmarks: Landmarks, window: CycleWindow) -> CapturedCycle:
    """Makes a cycle periodic that turns as much as every other: seen from a turning frame, it repeats.

    The turn of a cycle and its centre are those that carry the landmarks best to where they are a period
    later. Seen from the frame that turns steadily about this centre, eight harmonics are fitted.

    Args:
        landmarks: clean, at the control rate, z up.
        window: where the cycle lies.
    """
    points, times = landmarks.points[slice(*window.span())], window.times()
    turn = fitted_turn(points, round(window.period * landmarks.rate_hz), window.period)
    steady = turn.undone(points, times)
    steady[..., 2] -= times[:, None] * _climb(steady, times, window.period, window.weights())
    cycle, cycle_times, fit_error = _periodic(steady, window)
    hips = [LANDMARKS.index(f"{side}_hip") for side in SIDES]
    start = turn.frame_of_travel(cycle[:, hips, :2].mean(axis=(0, 1)))
    cycle = _seen_from(start, turn.done(cycle, cycle_times))
    return CapturedCycle(
        source=landmarks.source,
        rate_hz=landmarks.rate_hz,
        points=cycle,
        advance=start.inverse().compose(turn.advance).compose(start),
        fit_error=fit_error,
        floor_slope=0.0,
        heading_drift=turn.advance.yaw,
        first_frame=window.strike,
    )


def _periodic(steady: FloatArray, window: CycleWindow) -> tuple[FloatArray, FloatArray, float]:
    """Harmonics fitted to the steady part of a motion.

    Returns:
        (C, 15, 3) periodic landmarks, the (C,) times, and the error of the fit [m].
    """
    period, weights, times = window.period, window.weights(), window.times()
    seen = np.isfinite(steady).all(axis=(0, 2))
    basis = _basis(times, period, 0, _HARMONICS)
    wanted = steady[:, seen].reshape(len(times), -1)
    coefficients = _fit(basis, wanted, weights)
    errors = ((basis @ coefficients - wanted) ** 2).reshape(len(times), -1, 3).sum(axis=2).mean(axis=1)
    frames = 2 * round(0.5 * period * window.rate_hz)
    cycle_times = np.arange(frames) * period / frames
    cycle = np.full((frames, len(LANDMARKS), 3), np.nan)
    cycle[:, seen] = (_basis(cycle_times, period, 0, _HARMONICS) @ coefficients).reshape(frames, -1, 3)
    return cycle, cycle_times, float(np.sqrt(weights @ errors / weights.sum()))


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


def _drift(points: FloatArray, times: FloatArray, period: float, weights: FloatArray) -> FloatArray:
    """(3,) mean velocity: of the hips, and upward the mean of hips and ankles (slope of the floor) [m/s]."""
    basis = _basis(times, period, 1, _HARMONICS)
    hips = points[:, [LANDMARKS.index(f"{side}_hip") for side in SIDES]].mean(axis=1)
    velocity: FloatArray = _fit(basis, hips, weights)[1]
    velocity[2] = _climb(points, times, period, weights)
    return velocity


def _climb(points: FloatArray, times: FloatArray, period: float, weights: FloatArray) -> float:
    """Mean upward velocity of hips and ankles [m/s]."""
    legs = [LANDMARKS.index(f"{side}_{joint}") for side in SIDES for joint in ("hip", "ankle")]
    heights = points[:, legs, 2].mean(axis=1, keepdims=True)
    return float(_fit(_basis(times, period, 1, _HARMONICS), heights, weights)[1, 0])


def _seen_from(frame: Placement, points: FloatArray) -> FloatArray:
    inverse = frame.inverse()
    seen: FloatArray = inverse.rotate_vectors(points) + np.array([inverse.x, inverse.y, 0.0])
    return seen
