"""Tracks of markers, and how to ask for one by any of its names."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from biped_control.errors import CaptureError
from biped_control.motion.captures.gaps import LONGEST_GAP, Filled, fill_gaps, in_words
from biped_control.motion.readers.rigid_cluster import reconstructed
from biped_control.robot.state import FloatArray


@dataclass(frozen=True)
class Markers:
    """What a marker-based system recorded.

    Attributes:
        source: the file.
        rate_hz: frames per second.
        unit: the file's unit of length [m].
        tracks: marker name, upper case letters and digits only -> (T, 3) [m]; NaN where it was not seen.
    """

    source: Path
    rate_hz: float
    unit: float
    tracks: dict[str, FloatArray] = field(repr=False)

    def scaled(self, factor: float) -> "Markers":
        """The same with all lengths multiplied: the file's unit is another one than it says."""
        tracks = {name: track * factor for name, track in self.tracks.items()}
        return replace(self, unit=self.unit * factor, tracks=tracks)

    def with_rigid(self, names: tuple[str, ...]) -> tuple["Markers", int]:
        """The same, hidden ones of the markers `names` of one bone filled in; and in how many frames."""
        tracks, frames = reconstructed(np.stack([self.tracks[name] for name in names], axis=1))
        filled = {name: tracks[:, index] for index, name in enumerate(names)}
        return replace(self, tracks=self.tracks | filled), frames

    def find(self, *names: str) -> str | None:
        """The first of `names` that was seen at all."""
        return next((name for name in names if name in self.tracks and self.seen(name)), None)

    def seen(self, name: str) -> int:
        """Number of frames in which a marker was seen, short gaps included."""
        return int(np.isfinite(self.filled[name].track).all(axis=1).sum())

    @cached_property
    def filled(self) -> dict[str, Filled]:
        """Marker name -> its track with short gaps interpolated."""
        return {name: fill_gaps(track, self.rate_hz) for name, track in self.tracks.items()}

    def __getitem__(self, name: str) -> FloatArray:
        """(T, 3) track of a marker with short gaps interpolated."""
        return self.filled[name].track

    def require_no_long_gap(self, names: Iterable[str]) -> None:
        """
        Raises:
            CaptureError: one of the markers was hidden for too long; the message names it and the frames.
        """
        for name in names:
            if gaps := self.filled[name].long_gaps:
                raise CaptureError(
                    f"{self.source}: marker {name} was not seen in {in_words(gaps)}; expected gaps of at "
                    f"most {LONGEST_GAP} s. Fill the gap in the capture software, or cut the file there"
                )
