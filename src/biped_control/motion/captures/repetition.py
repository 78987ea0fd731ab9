"""A captured cycle, repeated: each time it begins where, and facing the way, the last one ended."""

from dataclasses import replace

import numpy as np

from biped_control.motion.captures.landmarks import LANDMARKS, SIDES, Landmarks
from biped_control.robot.placement import Placement
from biped_control.robot.state import FloatArray

# A smaller difference between the last and the first heading of the hips is no turn: they sway as much.
_TURN = np.radians(15.0)


def repeated(landmarks: Landmarks, times: int) -> Landmarks:
    """A cycle (`wraps`) played several times; its last frame is the first frame of the next time.

    What is left between the last and the first pose, beside travel and turn of the hips, is spread evenly
    over the cycle, so that nothing jumps.

    Args:
        landmarks: T frames that wrap.
        times: how often; the result has times * (T - 1) + 1 frames and no longer wraps.
    """
    first, last = _hips(landmarks.points[0]), _hips(landmarks.points[-1])
    turn = np.remainder(last.yaw - first.yaw + np.pi, 2.0 * np.pi) - np.pi
    if abs(turn) < _TURN:
        last = replace(last, yaw=first.yaw)
    step = last.compose(first.inverse())
    cycle = landmarks.points - np.linspace(0.0, 1.0, len(landmarks.points))[:, None, None] * (
        landmarks.points[-1] - _moved(step, landmarks.points[0])
    )
    parts = [_moved(step.repeated(number), cycle[:-1]) for number in range(times)]
    points = np.concatenate([*parts, _moved(step.repeated(times), cycle[:1])])
    return replace(landmarks, points=points, wraps=False)


def _hips(pose: FloatArray) -> Placement:
    """Where the middle of the hips of a (15, 3) pose is on the ground, and which way it faces."""
    right, left = (pose[LANDMARKS.index(f"{side}_hip")] for side in SIDES)
    across = left - right
    x, y = 0.5 * (right + left)[:2]
    return Placement(float(x), float(y), float(np.arctan2(-across[0], across[1])))


def _moved(place: Placement, points: FloatArray) -> FloatArray:
    c, s = np.cos(place.yaw), np.sin(place.yaw)
    moved = points.copy()
    moved[..., 0] = c * points[..., 0] - s * points[..., 1] + place.x
    moved[..., 1] = s * points[..., 0] + c * points[..., 1] + place.y
    return moved
