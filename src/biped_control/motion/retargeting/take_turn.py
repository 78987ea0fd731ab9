"""Where in a take a turn between two straight parts lies."""

from dataclasses import dataclass

import numpy as np

from biped_control.motion.captures.landmarks import Landmarks
from biped_control.motion.kinematic_cycle import Foot
from biped_control.motion.retargeting.strides import Stride, angle_between

_SMALLEST_TURN = np.radians(20.0)
_STRAIGHT = np.radians(8.0)  # strides of a straight part differ by less
_STRIKES = 3  # of the right foot in two cycles


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

    def described(self, rate_hz: float) -> str:
        """In words, at so many frames per second."""
        return (
            f"from straight to straight it turns by {np.degrees(self.angle):+.0f} degrees "
            f"between {self.start / rate_hz:.1f} and {self.end / rate_hz:.1f} s"
        )


def find_turn(landmarks: Landmarks, strides: list[Stride]) -> TurnSpan | None:
    """The shortest stretch between right heel strikes that has straight strides of both feet on either side.

    It lasts two cycles at least, if the take is as long: the ends need time to go over into a straight walk.

    Args:
        landmarks: clean; the way the body turns tells a turn to the left from one to the right.
        strides: of both feet in order.

    Returns:
        None if the take goes in one direction throughout, or is not straight at both ends.
    """
    strides = [stride for stride in strides if stride.forward]
    spans = [
        span
        for start in _landings(strides, "right")
        for end in _landings(strides, "right")
        if start < end and (span := _span(landmarks, strides, start, end)) is not None
    ]
    return min(spans, key=lambda span: (len(span.right) < _STRIKES, span.end - span.start), default=None)


def _landings(strides: list[Stride], foot: Foot) -> list[int]:
    return sorted(
        {frame for stride in strides if stride.foot == foot for frame in (stride.start, stride.end)}
    )


def _span(landmarks: Landmarks, strides: list[Stride], start: int, end: int) -> TurnSpan | None:
    """The turn between two right heel strikes, if there is one with straight strides before and after."""
    rights, lefts = _landings(strides, "right"), _landings(strides, "left")
    first_left = max((left for left in lefts if left < start), default=None)
    own_lefts = [left for left in lefts if first_left is not None and first_left <= left < end]
    if len(own_lefts) < 2:
        return None
    # The stride that ends where the turn begins, and the other foot's that goes on meanwhile; likewise at the
    # end: so half a cycle within the turn is still, or again, straight.
    before = _direction(strides, ("right", "end", start), ("left", "start", own_lefts[0]))
    after = _direction(strides, ("right", "start", end), ("left", "start", own_lefts[-1]))
    if before is None or after is None or abs(angle_between(after, before)) < _SMALLEST_TURN:
        return None
    turned = _facing_change(landmarks, start, end)
    return TurnSpan(
        start=start,
        end=end,
        before=before,
        angle=turned + angle_between(after - before, turned),
        right=tuple(frame for frame in rights if start <= frame <= end),
        left=tuple(own_lefts),
    )


def _facing_change(landmarks: Landmarks, start: int, end: int) -> float:
    """How far the pelvis turned between two frames, full turns included [rad]."""
    across = (landmarks["left_hip"] - landmarks["right_hip"])[start : end + 1]
    facing = np.unwrap(np.arctan2(-across[:, 0], across[:, 1]))
    return float(facing[-1] - facing[0])


def _direction(strides: list[Stride], *wanted: tuple[Foot, str, int]) -> float | None:
    """Common direction of two strides that go the same way: those of a foot that start or end at a frame."""
    found = [s for s in strides for foot, edge, at in wanted if s.foot == foot and getattr(s, edge) == at]
    if len(found) != len(wanted):
        return None
    difference = angle_between(found[1].direction, found[0].direction)
    return found[0].direction + 0.5 * difference if abs(difference) < _STRAIGHT else None
