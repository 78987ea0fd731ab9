"""Where in a take a turn between two straight parts lies."""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.landmarks import Landmarks
from biped_control.motion.strides import Stride, angle_between

_SMALLEST_TURN = np.radians(20.0)
_STRAIGHT = np.radians(8.0)  # strides of a straight part differ by less


@dataclass(frozen=True)
class TurnSpan:
    """A turn from one right heel strike to another.

    Attributes:
        start, end: the heel strikes.
        before: direction of travel before the turn [rad].
        angle: how far the turn goes, positive to the left [rad].
        right, left: landings of the feet within; those of the left begin with the one before `start`.
    """

    start: int
    end: int
    before: float
    angle: float
    right: tuple[int, ...]
    left: tuple[int, ...]

    def described(self) -> str:
        """In words."""
        return (
            f"from straight to straight it turns by {np.degrees(self.angle):+.0f} degrees "
            f"between frames {self.start} and {self.end}"
        )


def find_turn(landmarks: Landmarks, strides: list[Stride]) -> TurnSpan | None:
    """The shortest stretch between right heel strikes that has straight strides of both feet on either side.

    Args:
        landmarks: clean; the way the body turns tells a turn to the left from one to the right.
        strides: of both feet in order.

    Returns:
        None if the take goes in one direction throughout, or is not straight at both ends.
    """
    strides = [stride for stride in strides if stride.forward]
    rights = sorted({f for s in strides if s.foot == "right" for f in (s.start, s.end)})
    lefts = sorted({f for s in strides if s.foot == "left" for f in (s.start, s.end)})
    starts = [(strike, _direction([s for s in strides if s.end <= strike][-2:])) for strike in rights]
    ends = []
    for strike in rights:
        previous = [left for left in lefts if left < strike]
        later = [s for s in strides if previous and s.start >= previous[-1]][:2]
        ends.append((strike, _direction(later)))
    found: TurnSpan | None = None
    for start, before in starts:
        for end, after in ends:
            if end <= start or before is None or after is None:
                continue
            own_lefts = [left for left in lefts if left < end]
            own_lefts = [
                left for left in own_lefts if left >= max((x for x in lefts if x < start), default=end)
            ]
            shorter = found is None or end - start < found.end - found.start
            if abs(angle_between(after, before)) > _SMALLEST_TURN and shorter and len(own_lefts) > 1:
                right = tuple(frame for frame in rights if start <= frame <= end)
                turned = _facing_change(landmarks, start, end)
                angle = turned + angle_between(after - before, turned)
                found = TurnSpan(start, end, before, angle, right, tuple(own_lefts))
    return found


def _facing_change(landmarks: Landmarks, start: int, end: int) -> float:
    """How far the pelvis turned between two frames, full turns included [rad]."""
    across = (landmarks["left_hip"] - landmarks["right_hip"])[start : end + 1]
    facing = np.unwrap(np.arctan2(-across[:, 0], across[:, 1]))
    return float(facing[-1] - facing[0])


def _direction(strides: list[Stride]) -> float | None:
    """Common direction of two strides, one of each foot, that go the same way."""
    if len(strides) < 2 or strides[0].foot == strides[1].foot:
        return None
    difference = angle_between(strides[1].direction, strides[0].direction)
    return strides[0].direction + 0.5 * difference if abs(difference) < _STRAIGHT else None
