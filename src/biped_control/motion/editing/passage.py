"""When a motion is left for which moment of another, so that little must be blended.

Two moments fit if the same feet stand, and are the better the more alike poses and velocities are, as in
motion graphs (Kovar, Gleicher and Pighin 2002). Here a robot has to follow: see `LARGEST_CAPTURE_GAP`.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from biped_control.errors import RobotError
from biped_control.motion.editing.foot_shift import FootShift
from biped_control.motion.editing.gait_track import GaitTrack
from biped_control.motion.editing.moments import Moments, MomentSampler
from biped_control.motion.editing.parameters import EditParameters
from biped_control.robot.mirror import Mirror
from biped_control.robot.model import RobotModel
from biped_control.robot.state import FloatArray

LARGEST_CAPTURE_GAP = 0.15
"""[m] between the capture points of two moments that fit: the robot falls that way from the new motion, and
until the next step has nothing but the feet that stand to stop it."""

_VELOCITY_WEIGHT_S = 0.1  # [s] that differences of velocities count for
_WAIT_COST = 0.002  # distance that a frame of waiting is worth
_MIRROR_COST = 0.05  # distance that it is worth to begin with the foot that the clip begins with
_CALM_S = 0.25  # a foot that has less time than this to get to another foothold is thrown there
_COARSE = 4  # frames between moments that are looked at first


@dataclass(frozen=True)
class Passage:
    """A moment of the running motion, and one of another.

    Attributes:
        wait: frames until then.
        frame: of the other clip.
        mirrored: the other clip is taken as the mirror image of what it is beside the running one.
        distance: of the two states, metres, radians and tenths of a second mixed; farther where a foot is
            soon to be put down.
        capture: distance of their capture points [m].
    """

    wait: float
    frame: float
    mirrored: bool
    distance: float
    capture: float

    @property
    def fits(self) -> bool:
        """Whether a robot may be asked to go that way."""
        return self.capture <= LARGEST_CAPTURE_GAP


@dataclass(frozen=True)
class Part:
    """Part of a motion in which a passage may begin or end.

    Attributes:
        track: of its clip.
        first, last: frames; the last is left out.
        pace: with which it is played.
    """

    track: GaitTrack
    first: float
    last: float
    pace: EditParameters

    def frames(self, every: int) -> FloatArray:
        """Multiples of a number of frames, so that moments of equal phase are compared in equal gaits."""
        return np.arange(np.ceil(self.first / every) * every, self.last, every)

    def near(self, frame: float, within: int) -> "Part":
        """Frames of this part around one of them."""
        first, last = max(self.first, frame - within), min(self.last, frame + within + 1.0)
        return replace(self, first=first, last=last)


class Passages:
    """Looks for passages between motions of one robot.

    Attributes:
        mirror: of the robot; None if it is not symmetric.
    """

    def __init__(self, robot: RobotModel, feet: FootShift) -> None:
        """
        Args:
            robot: of the motions.
            feet: its legs.
        """
        self._moments = MomentSampler(robot, feet)
        self.mirror: Mirror | None = None
        with suppress(RobotError):  # then nothing is taken as its mirror image
            self.mirror = Mirror.of(robot)

    def best(
        self, here: Part, there: Part, now: float, rate_hz: float, mirrored: bool | None = None
    ) -> Passage | None:
        """The nearest two moments, waiting included; None where never the same feet stand.

        Args:
            here: of the running motion.
            there: of the other.
            now: frame of the running motion.
            rate_hz: of both.
            mirrored: whether the other must be taken as its mirror image; either way unless given.
        """
        ways = (False, True) if mirrored is None else (mirrored,)
        coarse = self._nearest(here, there, now, _COARSE, rate_hz, ways)
        if coarse is None:
            return None
        near = here.near(now + coarse.wait, _COARSE), there.near(coarse.frame, _COARSE)
        return self._nearest(*near, now, 1, rate_hz, ways)

    def _nearest(
        self, here: Part, there: Part, now: float, every: int, rate_hz: float, ways: Iterable[bool]
    ) -> Passage | None:
        running, other = (
            self._moments.track(part.track, part.frames(every), rate_hz, part.pace.stretch, part.pace.tempo)
            for part in (here, there)
        )
        found = list[Passage | None]()
        for mirrored in ways:
            if not mirrored:
                found.append(_nearest(running, other, now, mirrored=False))
            elif self.mirror is not None:
                found.append(_nearest(running, other.mirrored(self.mirror), now, mirrored=True))
        return min(filter(None, found), key=_cost, default=None)


def _nearest(here: Moments, there: Moments, now: float, mirrored: bool) -> Passage | None:
    same = (here.stands[:, None] == there.stands[None]).all(axis=2)
    if not same.any():
        return None
    apart, capture = _distances(_features(here), _features(there)), _distances(here.capture, there.capture)
    apart *= np.maximum(1.0, _CALM_S / there.rest)
    waits = here.frames - now
    cost = apart + _WAIT_COST * waits[:, None] + np.where(capture > LARGEST_CAPTURE_GAP, 1e3, 0.0)
    i, j = np.unravel_index(int(np.argmin(np.where(same, cost, np.inf))), cost.shape)
    return Passage(
        float(waits[i]), float(there.frames[j]), mirrored, float(apart[i, j]), float(capture[i, j])
    )


def _cost(passage: Passage) -> tuple[bool, float]:
    mirrored = _MIRROR_COST if passage.mirrored else 0.0
    return not passage.fits, passage.distance + mirrored + _WAIT_COST * passage.wait


def _features(moments: Moments) -> FloatArray:
    return np.concatenate((moments.positions, _VELOCITY_WEIGHT_S * moments.velocities), axis=1)


def _distances(a: FloatArray, b: FloatArray) -> FloatArray:
    """(m, n) between m and n points."""
    squares = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1)[None] - 2.0 * (a @ b.T)
    return np.asarray(np.sqrt(np.maximum(squares, 0.0)))
