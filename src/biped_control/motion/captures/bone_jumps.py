"""Bones that turn from one frame to the next as none can: flipped joints, wild toes, lost markers."""

from dataclasses import dataclass

import numpy as np
from scipy.ndimage import binary_closing, label

from biped_control.errors import CaptureError
from biped_control.motion.captures.landmarks import LANDMARKS, REQUIRED, SIDES, Landmarks
from biped_control.robot.state import BoolArray, FloatArray

# The joint above: jumps are judged against it, so that a fast swing of the whole leg is none.
ABOVE = {"lower_back": "lower_back"} | {
    f"{side}_{joint}": above.format(side=side)
    for side in SIDES
    for joint, above in {
        "hip": "lower_back",
        "knee": "{side}_hip",
        "ankle": "{side}_knee",
        "ball": "{side}_ankle",
        "shoulder": "lower_back",
        "elbow": "{side}_shoulder",
        "wrist": "{side}_elbow",
    }.items()
}
# Change of a bone's step from one frame to the next [rad], at 30 frames per second and more; at fewer frames
# even a landing foot comes close. Landings of a leap reach 0.4 at 30 Hz.
_JUMP, _RATE_HZ = 0.6, 30.0
_TOGETHER = 0.1  # [s]; jumps closer than this are one fault
_LONGEST = 0.25  # [s]; through a longer fault nobody can draw the motion
_END = 0.3  # [s]; a fault so close to the end of the take costs less when it is cut off


@dataclass(frozen=True)
class BoneJumps:
    """Where bones jump.

    Attributes:
        first, last: what is left of the take without ends in which bones of the legs jump; last is included.
        faulty: (T, 15) frames to be interpolated, of each landmark.
    """

    first: int
    last: int
    faulty: BoolArray


def above() -> list[int]:
    """For each landmark the index of the joint above it."""
    return [LANDMARKS.index(ABOVE[name]) for name in LANDMARKS]


def find_bone_jumps(landmarks: Landmarks) -> BoneJumps:
    """Finds the frames around which bones jump.

    Raises:
        CaptureError: a bone of the legs jumps about for longer than can be interpolated; the message says
            when.
    """
    rate, frames = landmarks.rate_hz, len(landmarks.points)
    limit = _JUMP * max(1.0, (_RATE_HZ / rate) ** 2)
    jumping = np.zeros((frames, len(LANDMARKS)), dtype=np.bool_)
    jumping[1:-1] = _turns(landmarks) > limit
    # Closing works on whole frames: with a border the ends behave like the middle.
    span = max(1, round(_TOGETHER * rate))
    padded = np.pad(jumping, ((span, span), (0, 0)))
    faulty = binary_closing(padded, np.ones((span + 1, 1), dtype=np.bool_))[span:-span]
    first, last = 0, frames - 1
    for column, name in enumerate(LANDMARKS):
        runs, count = label(faulty[:, column])
        for number in range(1, count + 1):
            run = np.flatnonzero(runs == number)
            if name not in REQUIRED:
                # A wild arm spoils no walk; one that is wild for long means it.
                faulty[run, column] = len(run) <= _LONGEST * rate
            elif run[0] < _END * rate:
                first = max(first, int(run[-1]) + 1)
            elif run[-1] >= frames - _END * rate:
                last = min(last, int(run[0]) - 1)
            elif len(run) > _LONGEST * rate:
                raise CaptureError(
                    f"{landmarks.source}: the {name.replace('_', ' ')} jumps about in frames {run[0] + 1} to "
                    f"{run[-1] + 1}; expected faults of at most {_LONGEST} s. Repair these frames, or cut "
                    "the file there"
                )
    return BoneJumps(first, last, np.asarray(faulty, dtype=np.bool_))


def _turns(landmarks: Landmarks) -> FloatArray:
    """(T - 2, 15) second differences of the unit vectors to each landmark from the joint above it."""
    bones = landmarks.points - landmarks.points[:, above()]
    lengths = np.linalg.norm(bones, axis=2, keepdims=True)
    directions = np.nan_to_num(bones / np.where(lengths > 0.0, lengths, np.nan))
    turns: FloatArray = np.linalg.norm(np.diff(directions, 2, axis=0), axis=2)
    return turns
