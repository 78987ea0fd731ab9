"""Joint centres from the markers of the Plug-in Gait set, or from its own model's outputs.

Vicon's Plug-in Gait model writes its segments into the file: the femur goes from the hip (FEP, "proximal") to
the knee (FEO, "origin"), the tibia to the ankle (TIO); in the same way the clavicle, humerus and radius begin
at shoulder, elbow and wrist (CLO, HUO, RAO). Its newer versions also write HJC, KJC, AJC, SJC, EJC, WJC.
Where these are whole they are used as they are: they know the widths of the subject's joints. Otherwise

- hips: regression of Harrington et al., "Prediction of the hip joint centre in adults, children, and patients
  with cerebral palsy based on magnetic resonance imaging", J. Biomechanics 40 (2007), from the iliac spines;
- knees and ankles: midpoint between the lateral and the medial marker; without a medial one, half the width
  of an adult's joint and the marker's radius inwards from the lateral marker, at a right angle to the bone
  and in its plane with the lateral axis of the pelvis (as in Davis et al., "A gait analysis data collection
  and reduction technique", Human Movement Science 10 (1991), but without their wands on thigh and shank;
  within 20 mm of the model's knees and ankles in a recorded walk);
- shoulders: 5 cm below the markers on the acromia; elbows: the lateral marker; wrists: the middle of the two.

The ball of the foot is the toe marker, on the second metatarsal head.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.captures.landmarks import LANDMARKS, REQUIRED, SIDES
from biped_control.motion.readers.markers import Markers
from biped_control.robot.state import FloatArray

# Landmark of a side -> outputs of the model; {s} is R or L.
_MODEL = {
    "hip": ("{s}FEP", "{s}HJC"),
    "knee": ("{s}FEO", "{s}KJC"),
    "ankle": ("{s}TIO", "{s}AJC"),
    "shoulder": ("{s}CLO", "{s}SJC"),
    "elbow": ("{s}HUO", "{s}EJC"),
    "wrist": ("{s}RAO", "{s}WJC"),
}
# Marker -> its names in Plug-in Gait and in its relatives (CMU's, Helen Hayes).
_MARKERS = {
    "front of pelvis": ("{s}ASI", "{s}ASIS", "{s}FWT"),
    "back of pelvis": ("{s}PSI", "{s}PSIS", "{s}BWT", "SACR", "SACRUM"),
    "knee": ("{s}KNE", "{s}KNEE"),
    "medial knee": ("{s}KNEIN", "{s}KNM", "{s}KNEM", "{s}MKNE", "{s}KNEMED"),
    "ankle": ("{s}ANK", "{s}ANKLE"),
    "medial ankle": ("{s}ANKIN", "{s}ANM", "{s}ANKM", "{s}MANK", "{s}ANKMED", "{s}MMA"),
    "toe": ("{s}TOE", "{s}MT2", "{s}TOE2"),
    "shoulder": ("{s}SHO", "{s}SHOULDER", "{s}ACR"),
    "elbow": ("{s}ELB", "{s}ELBOW"),
    "thumb side of wrist": ("{s}WRA", "{s}WRIST"),
    "little finger side of wrist": ("{s}WRB", "{s}WRIST"),
}
# From a lateral marker to the joint's centre: half the width of an adult's joint plus a marker's radius [m].
_INWARD = {"knee": 0.057, "ankle": 0.042}
_BELOW_ACROMION = 0.05  # [m]


@dataclass(frozen=True)
class JointCentres:
    """Joint centres of a take.

    Attributes:
        tracks: landmark name -> (T, 3) [m]; those of trunk and arms only where there are markers for them.
        repairs: what was made up, in words.
    """

    tracks: dict[str, FloatArray]
    repairs: tuple[str, ...]


def joint_centres(markers: Markers) -> JointCentres:
    """Computes the joint centres.

    Raises:
        CaptureError: a marker of pelvis or legs is missing or was hidden for too long.
    """
    markers, rebuilt = _with_whole_pelvis(markers)
    body = _Body(markers)
    tracks: dict[str, FloatArray] = {}
    needed: set[str] = set()
    for landmark in (*REQUIRED, *LANDMARKS):
        if landmark not in tracks and (found := body.centre(landmark)) is not None:
            tracks[landmark] = found
        if landmark in REQUIRED:
            needed |= body.used
    markers.require_no_long_gap(sorted(needed))
    filled = {name: markers.filled[name].frames for name in sorted(body.used) if markers.filled[name].frames}
    repairs = [f"{rebuilt} frames of the pelvis with a hidden marker completed"] if rebuilt else []
    repairs += [f"{frames} hidden frames of marker {name} interpolated" for name, frames in filled.items()]
    return JointCentres({name: tracks[name] for name in LANDMARKS if name in tracks}, tuple(repairs))


def _with_whole_pelvis(markers: Markers) -> tuple[Markers, int]:
    """The same with hidden markers of the pelvis filled in from the others, and in how many frames."""
    names = [
        markers.find(*(name.format(s=side[0].upper()) for name in _MARKERS[f"{place} of pelvis"]))
        for place in ("front", "back")
        for side in SIDES
    ]
    found = tuple(dict.fromkeys(name for name in names if name is not None))
    return markers.with_rigid(found) if len(found) == 4 else (markers, 0)


def shank_length(markers: Markers) -> float:
    """Mean distance from the knees' to the ankles' markers or centres; NaN where they are not seen."""
    ends = []
    for side in SIDES:
        for joint in ("knee", "ankle"):
            names = [name.format(s=side[0].upper()) for name in (*_MARKERS[joint], *_MODEL.get(joint, ()))]
            ends.append(markers.find(*names))
    pairs = [(knee, ankle) for knee, ankle in (ends[:2], ends[2:]) if knee and ankle]
    lengths = [np.linalg.norm(markers[knee] - markers[ankle], axis=1) for knee, ankle in pairs]
    known = np.concatenate([[], *(length[np.isfinite(length)] for length in lengths)])
    return float(np.median(known)) if len(known) else np.nan


class _Body:
    """Markers by what they stand for; remembers which of them were used."""

    def __init__(self, markers: Markers) -> None:
        self.markers = markers
        self.used: set[str] = set()
        self._known: dict[str, FloatArray] = {}

    def centre(self, landmark: str) -> FloatArray | None:
        """(T, 3) a landmark, or None where an unimportant one has no markers.

        Raises:
            CaptureError: no markers for a landmark of `REQUIRED`.
        """
        if landmark not in self._known:
            found = self._lower_back() if landmark == "lower_back" else self._of_side(*landmark.split("_"))
            if found is None:
                return None
            self._known[landmark] = found
        return self._known[landmark]

    def _of_side(self, side: str, joint: str) -> FloatArray | None:
        model = self.markers.find(*(name.format(s=side[0].upper()) for name in _MODEL.get(joint, ())))
        computed: dict[str, Callable[[str], FloatArray | None]] = {
            "hip": self._hip,
            "knee": lambda side: self._below(side, "knee", "hip"),
            "ankle": lambda side: self._below(side, "ankle", "knee"),
            "ball": lambda side: self._required(side, "toe"),
            "shoulder": self._shoulder,
            "elbow": lambda side: self._optional(side, "elbow"),
            "wrist": self._wrist,
        }
        before = set(self.used)
        try:
            centre = computed[joint](side)
        except CaptureError:
            if model is None:
                raise
            centre = None
        if model is None or (centre is not None and self.markers.seen(model) < _seen(centre)):
            return centre
        self.used = before | {model}
        return self.markers[model]

    def _lower_back(self) -> FloatArray:
        """The middle of the iliac spines: in the pelvis, above the hips."""
        return 0.5 * (self._pelvis("front of pelvis") + self._pelvis("back of pelvis"))

    def _pelvis(self, marker: str) -> FloatArray:
        return 0.5 * (self._required("right", marker) + self._required("left", marker))

    def _lateral(self, side: str) -> FloatArray:
        """(T, 3) from the middle of the body to a side, along the line between the iliac spines."""
        left = _unit(self._required("left", "front of pelvis") - self._required("right", "front of pelvis"))
        return left if side == "left" else -left

    def _hip(self, side: str) -> FloatArray:
        """Harrington et al. (2007), the equations that need the width and the depth of the pelvis alone."""
        front, back = self._pelvis("front of pelvis"), self._pelvis("back of pelvis")
        lateral = self._lateral(side)
        left = self._lateral("left")
        forward = front - back
        forward = _unit(forward - np.sum(forward * left, axis=1, keepdims=True) * left)
        spines = self._required("left", "front of pelvis") - self._required("right", "front of pelvis")
        width = float(np.nanmean(np.linalg.norm(spines, axis=1)))
        depth = float(np.nanmean(np.linalg.norm(front - back, axis=1)))
        return (
            front
            - (0.24 * depth + 0.0099) * forward
            + (0.33 * width + 0.0073) * lateral
            - (0.30 * width + 0.0109) * np.cross(forward, left)
        )

    def _below(self, side: str, joint: str, above: str) -> FloatArray:
        marker = self._required(side, joint)
        medial = self._optional(side, f"medial {joint}")
        if medial is not None and _seen(medial) >= _seen(marker):
            return 0.5 * (marker + medial)
        upper = self.centre(f"{side}_{above}")
        assert upper is not None, "hips and knees are required"
        # The centre sees the joint above and the marker at a right angle: in the triangle of the three
        # `slope` is the cosine of the angle at the marker.
        bone, lateral = _unit(marker - upper), self._lateral(side)
        lateral = _unit(lateral - np.sum(lateral * bone, axis=1, keepdims=True) * bone)
        slope = np.minimum(_INWARD[joint] / np.linalg.norm(marker - upper, axis=1, keepdims=True), 1.0)
        inward: FloatArray = _INWARD[joint] * (slope * bone + np.sqrt(1.0 - slope**2) * lateral)
        return marker - inward

    def _shoulder(self, side: str) -> FloatArray | None:
        right, left = self._optional("right", "shoulder"), self._optional("left", "shoulder")
        if right is None or left is None:
            return None
        up = _unit(0.5 * (right + left) - self._lower_back())
        return (right if side == "right" else left) - _BELOW_ACROMION * up

    def _wrist(self, side: str) -> FloatArray | None:
        thumb = self._optional(side, "thumb side of wrist")
        little = self._optional(side, "little finger side of wrist")
        return None if thumb is None or little is None else 0.5 * (thumb + little)

    def _required(self, side: str, marker: str) -> FloatArray:
        track = self._optional(side, marker)
        if track is None:
            names = " or ".join(name.format(s=side[0].upper()) for name in _MARKERS[marker])
            there = [name for name in self.markers.tracks if self.markers.seen(name)]
            raise CaptureError(
                f"{self.markers.source}: no marker of the {side} {marker}; expected one called {names}, as "
                f"in Plug-in Gait, seen at least once; seen were {', '.join(there[:40]) or 'none'}"
            )
        return track

    def _optional(self, side: str, marker: str) -> FloatArray | None:
        name = self.markers.find(*(name.format(s=side[0].upper()) for name in _MARKERS[marker]))
        if name is None:
            return None
        self.used.add(name)
        return self.markers[name]


def _seen(track: FloatArray) -> int:
    return int(np.isfinite(track).all(axis=1).sum())


def _unit(vectors: FloatArray) -> FloatArray:
    unit: FloatArray = vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)
    return unit
