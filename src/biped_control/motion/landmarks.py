"""The joints that retargeting needs, whatever a capture calls them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.capture import Capture
from biped_control.robot.state import FloatArray

SIDES = ("right", "left")
# Joint centres; "ball" is the ball of the foot, "lower_back" a point of the pelvis above the hips.
LANDMARKS = (
    "lower_back",
    *(f"{s}_{j}" for s in SIDES for j in ("hip", "knee", "ankle", "ball", "shoulder", "elbow", "wrist")),
)

# What a walk cannot do without; trunk and arms can be made up where a capture does not show them.
REQUIRED = ("lower_back", *(f"{s}_{j}" for s in SIDES for j in ("hip", "knee", "ankle", "ball")))

# Names in CMU skeletons, then in the common BVH skeletons; compared without case.
_NAMES: dict[str, tuple[str, ...]] = {
    "lower_back": ("lowerback", "hips", "spine", "spine1", "chest"),
    "hip": ("{s}femur", "{side}upleg", "{side}hip"),
    "knee": ("{s}tibia", "{side}leg", "{side}knee"),
    "ankle": ("{s}foot", "{side}foot", "{side}ankle"),
    "ball": ("{s}toes", "{side}toebase", "{side}toe"),
    "shoulder": ("{s}humerus", "{side}arm"),
    "elbow": ("{s}radius", "{side}forearm", "{side}elbow"),
    "wrist": ("{s}wrist", "{side}hand", "{side}wrist"),
}
# A point closer to the middle of the hips than this part of their distance does not show the pelvis' tilt.
_PELVIS_HEIGHT = 0.2

# Units of length found in files without one, and the leg (hip to knee to ankle) of an adult [m].
_UNITS = {
    "metres": 1.0,
    "centimetres": 0.01,
    "millimetres": 0.001,
    "inches": 0.0254,
    "CMU units": 0.0254 / 0.45,
}
_ADULT_LEG = (0.62, 1.08)


@dataclass(frozen=True)
class Landmarks:
    """The landmarks of a take over time.

    Attributes:
        source: the file, for messages.
        rate_hz: frames per second.
        points: (T, 15, 3) in the order of `LANDMARKS` [m], z up; NaN where a landmark was not seen.
        repairs: what was wrong with the file and has been put right, in words.
    """

    source: Path
    rate_hz: float
    points: FloatArray
    repairs: tuple[str, ...] = ()

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

    def has_arm(self, side: str) -> bool:
        """Whether an arm was seen, and the trunk that it hangs on."""
        return self.has_trunk and self.has(f"{side}_elbow", f"{side}_wrist")

    @property
    def absent(self) -> tuple[str, ...]:
        """Landmarks that were never seen, in the order of `LANDMARKS`; none of `REQUIRED` is among them."""
        return tuple(name for name in LANDMARKS if not self.has(name))

    @property
    def leg_length(self) -> float:
        """Mean length of the legs, hip to knee to ankle [m]."""
        return _leg_length(self.points)


def find_landmarks(capture: Capture) -> Landmarks:
    """Picks the landmarks from a capture.

    Joints of trunk and arms may be missing: their landmarks are NaN then, and `repairs` says so.

    Raises:
        CaptureError: a landmark of `REQUIRED` has no joint, or its joint was not seen in some frame.
    """
    indices = _indices(capture.source, capture.joints, capture.positions[0])
    points = np.full((capture.frames, len(LANDMARKS), 3), np.nan)
    missing = []
    for place, landmark in enumerate(LANDMARKS):
        if landmark in indices:
            points[:, place] = capture.positions[:, indices[landmark]]
        if landmark in REQUIRED:
            _require_seen(capture, capture.joints[indices[landmark]], points[:, place])
        elif np.isnan(points[:, place]).any():
            points[:, place] = np.nan
            missing.append(landmark.replace("_", " "))
    repairs = (f"not seen, to be made up: {', '.join(missing)}",) if missing else ()
    return Landmarks(capture.source, capture.rate_hz, points, repairs)


def _require_seen(capture: Capture, joint: str, track: FloatArray) -> None:
    unseen = np.isnan(track).any(axis=1)
    if unseen.any():
        raise CaptureError(
            f"{capture.source}: frame {int(np.argmax(unseen)) + 1}: joint '{joint}' was not seen (NaN); "
            "expected it in every frame"
        )


def metres_per_unit(source: Path, joints: Sequence[str], positions: FloatArray) -> float:
    """Guesses the unit of length of a file that states none, from the legs.

    Args:
        source: the file, for messages.
        joints: (n,) names.
        positions: (n, 3) one pose in file units.

    Raises:
        CaptureError: the legs are as long as no adult's in any usual unit.
    """
    indices = _indices(source, joints, positions)
    pose = np.full((1, len(LANDMARKS), 3), np.nan)
    for landmark, index in indices.items():
        pose[0, LANDMARKS.index(landmark)] = positions[index]
    leg = _leg_length(pose)
    fitting = [metres for metres in _UNITS.values() if _ADULT_LEG[0] <= leg * metres <= _ADULT_LEG[1]]
    if len(fitting) != 1:
        raise CaptureError(
            f"{source}: legs of {leg:.3g} file units (hip to knee to ankle); expected "
            f"{_ADULT_LEG[0]} to {_ADULT_LEG[1]} m in one of {', '.join(_UNITS)}"
        )
    return fitting[0]


def _leg_length(points: FloatArray) -> float:
    at = LANDMARKS.index
    lengths = [
        np.linalg.norm(points[:, at(f"{side}_{a}")] - points[:, at(f"{side}_{b}")], axis=1).mean()
        for side in SIDES
        for a, b in (("hip", "knee"), ("knee", "ankle"))
    ]
    return float(np.sum(lengths)) / len(SIDES)


def _indices(source: Path, joints: Sequence[str], pose: FloatArray) -> dict[str, int]:
    """Landmark -> index of its joint; of those that are not in `REQUIRED`, only where there is one."""
    known = {name.lower(): index for index, name in enumerate(joints)}
    found: dict[str, int] = {}
    for landmark in LANDMARKS[1:]:
        side, joint = landmark.split("_")
        names = [name.format(s=side[0], side=side) for name in _NAMES[joint]]
        index = next((known[name] for name in names if name in known), None)
        if index is not None:
            found[landmark] = index
        elif landmark in REQUIRED:
            raise CaptureError(
                f"{source}: no joint for the {side} {joint}; expected one called {' or '.join(names)}, "
                f"found {', '.join(joints)}"
            )
    right, left = pose[found["right_hip"]], pose[found["left_hip"]]
    nearest = _PELVIS_HEIGHT * float(np.linalg.norm(left - right))
    for name in _NAMES["lower_back"]:
        if name in known and np.linalg.norm(pose[known[name]] - 0.5 * (left + right)) >= nearest:
            return {LANDMARKS[0]: known[name]} | found
    raise CaptureError(
        f"{source}: no joint of the pelvis above the hips; "
        f"expected one called {' or '.join(_NAMES['lower_back'])}"
    )
