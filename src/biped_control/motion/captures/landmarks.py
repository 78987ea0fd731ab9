"""The joints that retargeting needs, whatever a capture calls them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.captures.capture import Capture
from biped_control.motion.captures.gaps import LONGEST_GAP, Filled, fill_gaps, in_words
from biped_control.robot.state import FloatArray

SIDES = ("right", "left")
# Joint centres; "ball" is the ball of the foot, "lower_back" a point of the pelvis above the hips.
LANDMARKS = (
    "lower_back",
    *(f"{s}_{j}" for s in SIDES for j in ("hip", "knee", "ankle", "ball", "shoulder", "elbow", "wrist")),
)

# What a walk cannot do without; trunk and arms can be made up where a capture does not show them.
REQUIRED = ("lower_back", *(f"{s}_{j}" for s in SIDES for j in ("hip", "knee", "ankle", "ball")))

# What files call the joints, best first; before or after it stands the side (see `_with_side`).
_NAMES: dict[str, tuple[str, ...]] = {
    "hip": ("femur", "upleg", "hip", "thigh", "upperleg"),
    "knee": ("tibia", "leg", "knee", "shin", "shank", "lowerleg", "lowleg", "calf"),
    "ankle": ("ankle", "foot"),
    # Skeletons that have an ankle call the ball of the foot "foot"; without toes the end of the foot must do.
    "ball": ("ball", "toes", "toebase", "toe", "toe0", "foot", "footend", "ankleend"),
    "shoulder": ("humerus", "arm", "uparm", "upperarm", "shoulder"),
    "elbow": ("radius", "forearm", "elbow", "lowerarm", "lowarm"),
    "wrist": ("wrist", "hand"),
}
_PELVIS_NAMES = (
    *("lowerback", "hips", "pelvis", "spine", "spine1", "spinebase", "spinemid"),
    *("abdomen", "chest", "torso"),
)
# A point closer to the middle of the hips than this part of their distance does not show the pelvis' tilt.
_PELVIS_HEIGHT = 0.2


@dataclass(frozen=True)
class Landmarks:
    """The landmarks of a take over time.

    Attributes:
        source: the file, for messages.
        rate_hz: frames per second.
        points: (T, 15, 3) in the order of `LANDMARKS` [m], z up; NaN where a landmark was not seen.
        repairs: what was wrong with the file and has been put right, in words.
        wraps: the motion goes on from its last frame as from its first.
    """

    source: Path
    rate_hz: float
    points: FloatArray
    repairs: tuple[str, ...] = ()
    wraps: bool = False

    def __getitem__(self, name: str) -> FloatArray:
        """(T, 3) one landmark."""
        return self.points[:, LANDMARKS.index(name)]

    def has(self, *names: str) -> bool:
        """Whether all these landmarks were seen; one that was not is NaN throughout."""
        return all(bool(np.isfinite(self[name]).any()) for name in names)

    @property
    def has_trunk(self) -> bool:
        """Whether both shoulders were seen; without them the arms are of no use either."""
        return self.has(*(f"{side}_shoulder" for side in SIDES))

    @property
    def absent(self) -> tuple[str, ...]:
        """Landmarks that were never seen, in the order of `LANDMARKS`; none of `REQUIRED` is among them."""
        return tuple(name for name in LANDMARKS if not self.has(name))

    @property
    def leg_length(self) -> float:
        """Mean length of the legs, hip to knee to ankle [m]."""
        return leg_length(self.points)


def find_landmarks(capture: Capture) -> Landmarks:
    """Picks the landmarks from a capture.

    Short gaps are interpolated. The take begins and ends with the frames in which all joints of pelvis and
    legs were seen. Joints of trunk and arms may be missing: their landmarks are NaN then. `repairs` tells.

    Raises:
        CaptureError: a landmark of `REQUIRED` has no joint, or its joint was not seen for a while.
    """
    indices = landmark_joints(capture.source, capture.joints, capture.positions)
    points = landmark_tracks(capture)
    repairs = list(capture.repairs)
    for landmark, index in indices.items():
        place = LANDMARKS.index(landmark)
        filled = fill_gaps(points[:, place], capture.rate_hz)
        if landmark in REQUIRED:
            _require_seen(capture, capture.joints[index], filled)
        points[:, place] = filled.track
        if filled.frames:
            repairs.append(f"{filled.frames} hidden frames of '{capture.joints[index]}' interpolated")
    needed = [LANDMARKS.index(name) for name in REQUIRED]
    legs = np.asarray(np.isfinite(points[:, needed]).all(axis=(1, 2)), dtype=np.bool_)
    if not legs.any():
        raise CaptureError(
            f"{capture.source}: no frame in which pelvis, hips, knees, ankles and feet are seen"
        )
    first, last = int(np.argmax(legs)), len(legs) - int(np.argmax(legs[::-1]))
    if last - first < capture.frames:
        repairs.append(f"frames {first + 1} to {last} kept: only there pelvis and legs are seen")
        points = points[first:last]
    hidden = np.asarray(np.isnan(points).any(axis=(0, 2)), dtype=np.bool_)
    points[:, hidden] = np.nan
    if hidden.any():
        names = [name.replace("_", " ") for name, gone in zip(LANDMARKS, hidden, strict=True) if gone]
        repairs.append(f"not seen, to be made up: {', '.join(names)}")
    return Landmarks(capture.source, capture.rate_hz, points, tuple(repairs), capture.wraps)


def landmark_tracks(capture: Capture) -> FloatArray:
    """(T, 15, 3) landmarks as captured, with all gaps.

    Raises:
        CaptureError: a landmark of `REQUIRED` has no joint.
    """
    points = np.full((capture.frames, len(LANDMARKS), 3), np.nan)
    for landmark, index in landmark_joints(capture.source, capture.joints, capture.positions).items():
        points[:, LANDMARKS.index(landmark)] = capture.positions[:, index]
    return points


def _require_seen(capture: Capture, joint: str, filled: Filled) -> None:
    if np.isnan(filled.track).all():
        raise CaptureError(f"{capture.source}: joint '{joint}' was never seen; pelvis and legs are needed")
    if filled.long_gaps:
        raise CaptureError(
            f"{capture.source}: joint '{joint}' was not seen in {in_words(filled.long_gaps)}; expected gaps "
            f"of at most {LONGEST_GAP} s. Fill the gap in the capture software, or cut the file there"
        )


def leg_length(points: FloatArray) -> float:
    """Mean length of the legs of (T, 15, 3) landmarks, hip to knee to ankle."""
    at = LANDMARKS.index
    lengths = [
        _mean_length(points[:, at(f"{side}_{a}")] - points[:, at(f"{side}_{b}")])
        for side in SIDES
        for a, b in (("hip", "knee"), ("knee", "ankle"))
    ]
    return float(np.sum(lengths)) / len(SIDES)


def _mean_length(vectors: FloatArray) -> float:
    """Mean length of (T, 3) vectors over the frames in which they are known; NaN where there are none."""
    lengths = np.linalg.norm(vectors, axis=1)
    known = np.isfinite(lengths)
    return float(lengths[known].mean()) if known.any() else np.nan


def landmark_joints(source: Path, joints: Sequence[str], positions: FloatArray) -> dict[str, int]:
    """Landmark -> index of its joint; of those that are not in `REQUIRED`, only where there is one.

    Args:
        source: the file, for messages.
        joints: (n,) names.
        positions: (T, n, 3) in any unit.

    Raises:
        CaptureError: a landmark of `REQUIRED` has no joint.
    """
    prefix = _prefix(joints)
    known = {_bare(name.removeprefix(prefix)): index for index, name in reversed(list(enumerate(joints)))}
    found: dict[str, int] = {}
    for landmark in LANDMARKS[1:]:
        side, joint = landmark.split("_")
        names = [name for stem in _NAMES[joint] for name in _with_side(stem, side)]
        # Of a limb no two landmarks are the same joint.
        taken = found.values()
        index = next((known[name] for name in names if name in known and known[name] not in taken), None)
        if index is not None:
            found[landmark] = index
        elif landmark in REQUIRED:
            raise CaptureError(
                f"{source}: no joint for the {side} {joint}; expected one called {side} or {side[0]} with "
                f"{' or '.join(_NAMES[joint])}, found {', '.join(joints)}"
            )
    right, left = positions[:, found["right_hip"]], positions[:, found["left_hip"]]
    middle, nearest = 0.5 * (left + right), _PELVIS_HEIGHT * _mean_length(left - right)
    for name in _PELVIS_NAMES:
        # Where the hips were never seen, any will do: that is another complaint.
        if name in known and (
            np.isnan(nearest) or _mean_length(positions[:, known[name]] - middle) >= nearest
        ):
            return {LANDMARKS[0]: known[name]} | found
    raise CaptureError(
        f"{source}: no joint of the pelvis above the hips; expected one called "
        f"{' or '.join(_PELVIS_NAMES)}, found {', '.join(joints)}"
    )


def _prefix(joints: Sequence[str]) -> str:
    """What most names begin with up to the first sign, as in "Bip01_L_Thigh"; empty if they do not."""
    beginnings = Counter(
        match[0] for name in joints if (match := re.match(r"[A-Za-z0-9]+[^A-Za-z0-9]", name))
    )
    beginning, times = beginnings.most_common(1)[0] if beginnings else ("", 0)
    return beginning if times > len(joints) // 2 else ""


def _bare(name: str) -> str:
    """A joint's name without capitals and signs."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _with_side(stem: str, side: str) -> tuple[str, ...]:
    """What a joint of a side may be called: leftfoot, lfoot, footl, footleft."""
    return f"{side}{stem}", f"{side[0]}{stem}", f"{stem}{side[0]}", f"{stem}{side}"
