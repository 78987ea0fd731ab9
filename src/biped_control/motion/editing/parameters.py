"""The numbers of an edit, and how one set of them goes over to the next."""

from dataclasses import dataclass, fields, replace

from biped_control.motion.smooth_step import smooth_step

_SINKING = 3.0  # how much faster than the rest the pelvis goes up or down ...
_LEAST_SINKING_S = 0.25  # ... but not faster than this


@dataclass(frozen=True)
class EditParameters:
    """How a reference differs from its clip.

    Attributes:
        stretch: share by which the way is longer.
        step_height: by how much feet swing higher [m].
        hands: by how much hands are higher [m].
        tempo: frames of the clip in a tick.
        lower: by how much the pelvis is lower, for legs that must reach farther [m].
    """

    stretch: float = 0.0
    step_height: float = 0.0
    hands: float = 0.0
    tempo: float = 1.0
    lower: float = 0.0

    def in_words(self, hub: str) -> str:
        """For people: how the motion through a hub now differs from its clip."""
        words = [
            f"way {1e2 * self.stretch:+.0f} %" if self.stretch else "",
            f"feet {1e2 * self.step_height:.1f} cm higher" if self.step_height else "",
            f"hands {1e2 * self.hands:+.1f} cm" if self.hands else "",
            f"tempo {self.tempo:g}" if self.tempo != 1.0 else "",
            f"pelvis {1e2 * self.lower:.1f} cm lower" if self.lower else "",
        ]
        return f"'{hub}', " + (", ".join(filter(None, words)) or "poses as in the clip")

    def mixed(self, other: "EditParameters", share: float) -> "EditParameters":
        """The way from these to others."""
        values = {
            name: (1.0 - share) * getattr(self, name) + share * getattr(other, name)
            for name in (field.name for field in fields(self))
        }
        return replace(self, **values)


class Transition:
    """Goes over smoothly, in a number of ticks."""

    def __init__(self) -> None:
        self.now = self.target = EditParameters()
        self._start, self._tick, self._ticks, self._quick = EditParameters(), 1, 1, 1.0

    def go_to(self, target: EditParameters, seconds: float, rate_hz: float) -> None:
        """Begins with the next of so many ticks a second."""
        self._start, self.target = self.now, target
        self._tick, self._ticks = 0, max(1, round(seconds * rate_hz))
        self._quick = max(self._ticks / _SINKING, _LEAST_SINKING_S * rate_hz)

    def begin(self, now: EditParameters, target: EditParameters, seconds: float, rate_hz: float) -> None:
        """Begins elsewhere, at once."""
        self.now = now
        self.go_to(target, seconds, rate_hz)

    def advance(self) -> None:
        """A tick goes by."""
        self.now = self.later(1)
        self._tick += 1

    def later(self, ticks: int) -> EditParameters:
        """What they will be after some ticks, one or more."""
        if self.now == self.target:
            return self.now
        tick = self._tick + ticks
        mixed = self._start.mixed(self.target, smooth_step(tick / self._ticks))
        # The pelvis is as low as it must be before legs have to reach farther, and until they no longer do.
        sinks = self.target.lower > self._start.lower
        begins = 0.0 if sinks else max(0.0, self._ticks - self._quick)
        share = smooth_step((tick - begins) / self._quick)
        return replace(mixed, lower=self._start.mixed(self.target, share).lower)
