"""A clip with what comes before and after it, and which steps are made there."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from biped_control.errors import MotionError
from biped_control.motion.clip import Clip
from biped_control.motion.smooth_step import bump, smooth_step
from biped_control.robot.placement import Placement
from biped_control.robot.state import BoolArray, FloatArray

_BEFORE, _AFTER = 160, 320  # frames: the swing that a clip begins in, the stance after the next swing


@dataclass(frozen=True)
class GaitTrack:
    """Frames of a clip, of the hub before it and of the hub that it ends in, in the frame of the clip.

    Frames count from the clip's first and may be fractions. Feet are right and left of the clip. Each frame
    of a foot belongs to a stance: the one it stands in, or the next.

    Attributes:
        positions: (F, nv); row `before + k + 1` is q_{k+1} of the state of frame k.
        contacts: (F, 4).
        forces: (F, 4, 3) planned where they touch [N].
        swing: (F, 2) share of the swing that is over, 0 in stance.
        stance: (F, 2) number of the stance.
        middle: (F, 2, 2) where the pelvis is in the middle of that stance [m].
        middle_before: (F, 2, 2) the same of the stance before it.
        before: frames before the clip.
        rate_hz: of the clip.
    """

    positions: FloatArray
    contacts: BoolArray
    forces: FloatArray
    swing: FloatArray
    stance: NDArray[np.int64]
    middle: FloatArray
    middle_before: FloatArray
    before: int
    rate_hz: float

    @classmethod
    def of(cls, clip: Clip, clips: Mapping[str, Clip]) -> "GaitTrack":
        """The track of a clip.

        Raises:
            MotionError: one of its hubs is not among the clips.
        """
        earlier = _pieces_before(clip, clips)
        before = sum(piece.steps for piece, _ in earlier)
        pieces = earlier + _pieces_from(clip, clips)
        positions = np.concatenate([place.move(piece.positions[: piece.steps]) for piece, place in pieces])
        contacts = np.concatenate([piece.contacts for piece, _ in pieces])
        forces = np.concatenate(
            [place.forces(piece.forces * piece.contacts[:, :, None]) for piece, place in pieces]
        )
        stands = np.asarray(contacts.reshape(-1, 2, 2).any(axis=2))
        feet = [_stances(stands[:, foot], positions[:, :2]) for foot in (0, 1)]
        swing, stance, middle, earlier_middle = (np.stack(rows, axis=1) for rows in zip(*feet, strict=True))
        return cls(positions, contacts, forces, swing, stance, middle, earlier_middle, before, clip.rate_hz)

    def row(self, frame: float) -> int:
        """Of the arrays by frame."""
        return self.before + int(np.floor(frame))

    def pose(self, frame: float) -> FloatArray:
        """(nv,) what should be measured at a frame."""
        row = self.before + frame + 1.0
        below = int(np.floor(row))
        share = row - below
        if share == 0.0:
            return np.asarray(self.positions[below])
        return np.asarray((1.0 - share) * self.positions[below] + share * self.positions[below + 1])

    def mean_yaw(self, frame: float, frames: int) -> float:
        """Of the pelvis, which swings to and fro, over the coming frames [rad]."""
        row = self.row(frame) + 1
        return float(self.positions[row : row + frames, 3].mean())

    def stands(self, frame: float, foot: int) -> bool:
        """Whether a foot is on the ground."""
        return bool(self.swing[self.row(frame), foot] == 0.0)

    def stance_at(self, frame: float) -> BoolArray:
        """(2,) the same for both."""
        return np.asarray(self.swing[self.row(frame)] == 0.0)

    def swing_left(self, frame: float, foot: int) -> float:
        """Frames until a foot that swings is put down; 0 in stance."""
        row = self.row(frame)
        stands = self.swing[row:, foot] == 0.0
        rest = int(np.argmax(stands)) if stands.any() else len(stands)
        return max(0.0, row + rest - self.before - frame)

    def progress(self, frame: float, foot: int) -> float:
        """Share of the swing that is over at a frame, smoothed at both ends; 0 in stance."""
        row = self.row(frame)
        share = float(self.swing[row, foot])
        if share == 0.0:
            return 0.0
        after = float(self.swing[row + 1, foot]) or 1.0
        share += (frame - np.floor(frame)) * (after - share)
        return smooth_step(share)

    def bump(self, frame: float, foot: int) -> float:
        """Share of an added step height: none at both ends of a swing, all in its middle."""
        return bump(self.progress(frame, foot))


def _pieces_before(clip: Clip, clips: Mapping[str, Clip]) -> list[tuple[Clip, Placement]]:
    hub = _hub(clip, clip.start_hub, clips)
    count = -(-_BEFORE // hub.steps)
    return [(hub, hub.advance.repeated(k - count)) for k in range(count)]


def _pieces_from(clip: Clip, clips: Mapping[str, Clip]) -> list[tuple[Clip, Placement]]:
    hub = _hub(clip, clip.end_hub, clips)
    count = -(-_AFTER // hub.steps)
    return [
        (clip, Placement()),
        *((hub, clip.advance.compose(hub.advance.repeated(k))) for k in range(count)),
    ]


def _hub(clip: Clip, name: str, clips: Mapping[str, Clip]) -> Clip:
    if name not in clips:
        raise MotionError(
            f"clip '{clip.name}' needs its hub '{name}' to be edited; there are {sorted(clips)}"
        )
    return clips[name]


def _stances(
    stands: BoolArray, path: FloatArray
) -> tuple[FloatArray, NDArray[np.int64], FloatArray, FloatArray]:
    """swing, stance, middle and middle_before of one foot, see `GaitTrack`."""
    edges = [0, *(np.flatnonzero(np.diff(stands.astype(np.int8))) + 1), len(stands)]
    swing, number = np.zeros(len(stands)), np.zeros(len(stands), dtype=np.int64)
    middles: list[FloatArray] = []
    for begin, end in pairwise(edges):
        if stands[begin]:
            middles.append(path[(begin + end - 1) // 2])
            number[begin:end] = len(middles) - 1
        else:
            swing[begin:end] = np.arange(1, end - begin + 1) / (end - begin + 1)
            number[begin:end] = len(middles)
    if not middles:
        middles.append(path[-1])
    middle = np.array(middles)
    last = len(middle) - 1
    return swing, number, middle[np.minimum(number, last)], middle[np.clip(number - 1, 0, last)]
