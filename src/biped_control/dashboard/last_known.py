"""Numbers that some snapshots lack, for people: a value that comes and goes cannot be read."""

from dataclasses import fields, replace
from typing import Any

from biped_control.dashboard.snapshot import LiveNumbers

_KEPT_S = 1.0
_NAMES = tuple(field.name for field in fields(LiveNumbers) if field.name != "heading_wanted")


class LastKnown:
    """Fills in what was known a moment ago; what stays away is unknown after a second, or a reset."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[float, Any]] = {}
        self._time_s = 0.0

    def fill(self, numbers: LiveNumbers, now: float) -> LiveNumbers:
        """The numbers of a snapshot, with those that it lacks from the ones before.

        Args:
            numbers: of the snapshot. That nobody wants a heading is no lack.
            now: time on any clock [s].
        """
        time_s = numbers.time_s or 0.0
        if time_s < self._time_s:
            self._values.clear()
        self._time_s = time_s
        given = {name: getattr(numbers, name) for name in _NAMES}
        self._values |= {name: (now, value) for name, value in given.items() if value is not None}
        recent = {name: value for name, (then, value) in self._values.items() if now - then < _KEPT_S}
        return replace(numbers, **recent)
