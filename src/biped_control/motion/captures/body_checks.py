"""Whether landmarks are those of a person: left is left, knees bend forward, bones keep their lengths."""

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.captures.landmarks import SIDES, Landmarks
from biped_control.robot.state import FloatArray

# Straighter than this, a leg says nothing about the way its knee bends [m].
_BENT = 0.03
# Skin moves over bones, and regressions err; more is another point than its name says.
_STRETCH, _UNEVEN_LEGS = 0.15, 0.2
_UP = np.array([0.0, 0.0, 1.0])


def check_body(landmarks: Landmarks) -> None:
    """
    Raises:
        CaptureError: left and right are exchanged, feet or knees point backward, a bone changes its length.
    """
    _check_bones(landmarks)
    forward = _forward(landmarks)
    feet = {
        side: _mean_along(landmarks[f"{side}_ball"] - landmarks[f"{side}_ankle"], forward) for side in SIDES
    }
    knees = {side: _mean_along(_bend(landmarks, side), forward) for side in SIDES}
    backward = [side for side in SIDES if feet[side] < 0.0]
    bent_back = [side for side in SIDES if knees[side] < -_BENT]
    if len(backward) == 2 and max(knees.values()) < _BENT:
        raise CaptureError(
            f"{landmarks.source}: left and right are exchanged: seen from the hips the feet point backward. "
            "Exchange the names of left and right in the file, or undo the mirroring of an axis"
        )
    if backward or bent_back:
        what = f"{backward[0]} foot points" if backward else f"{bent_back[0]} knee bends"
        raise CaptureError(
            f"{landmarks.source}: the {what} backward, seen from the hips; expected a person. Are joints or "
            "markers of the two sides, or of toe and heel, exchanged?"
        )
    _check_shoulders(landmarks)


def _forward(landmarks: Landmarks) -> FloatArray:
    """(T, 3) horizontal direction that the hips face if left is left."""
    return _unit(np.cross(landmarks["left_hip"] - landmarks["right_hip"], _UP))


def _bend(landmarks: Landmarks, side: str) -> FloatArray:
    """(T, 3) from the middle between hip and ankle to the knee."""
    return landmarks[f"{side}_knee"] - 0.5 * (landmarks[f"{side}_hip"] + landmarks[f"{side}_ankle"])


def _mean_along(vectors: FloatArray, directions: FloatArray) -> float:
    return float(np.sum(vectors * directions, axis=1).mean())


def _check_bones(landmarks: Landmarks) -> None:
    typical: dict[str, float] = {}
    for side in SIDES:
        for bone, upper, lower in (("thigh", "hip", "knee"), ("shank", "knee", "ankle")):
            lengths = np.linalg.norm(landmarks[f"{side}_{upper}"] - landmarks[f"{side}_{lower}"], axis=1)
            shortest, usual, longest = np.quantile(lengths, [0.02, 0.5, 0.98])
            if longest - shortest > _STRETCH * usual:
                raise CaptureError(
                    f"{landmarks.source}: the {side} {bone} is {shortest:.2f} to {longest:.2f} m long; "
                    "expected one length. Are joints or markers of the two sides exchanged at times?"
                )
            typical[f"{side} {bone}"] = float(usual)
    for bone in ("thigh", "shank"):
        right, left = (typical[f"{side} {bone}"] for side in SIDES)
        if abs(right - left) > _UNEVEN_LEGS * max(right, left):
            raise CaptureError(
                f"{landmarks.source}: the right {bone} is {right:.2f} m long, the left one {left:.2f} m; "
                "expected about the same. Does each joint carry the right name?"
            )


def _check_shoulders(landmarks: Landmarks) -> None:
    if landmarks.has_trunk:
        across = landmarks["left_shoulder"] - landmarks["right_shoulder"]
        if _mean_along(across, landmarks["left_hip"] - landmarks["right_hip"]) < 0.0:
            raise CaptureError(
                f"{landmarks.source}: left and right shoulder are exchanged, seen from the hips; exchange "
                "the names of the arms in the file"
            )


def _unit(vectors: FloatArray) -> FloatArray:
    unit: FloatArray = vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)
    return unit
