"""How the nodes of a running graph are, as they say on `/diagnostics`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum


class Level(IntEnum):
    """Of a part; the worst last, with the values of `diagnostic_msgs/DiagnosticStatus`."""

    OK = 0
    WARNING = 1
    ERROR = 2
    STALE = 3  # it has not been heard of for a while


@dataclass(frozen=True)
class PartHealth:
    """What one part of a node says.

    Attributes:
        node, part: its name on `/diagnostics` is `node: part`.
        level: how it is.
        text: the same in words.
        values: counts and times, with the unit in the key.
    """

    node: str
    part: str
    level: Level
    text: str
    values: Mapping[str, str]


class GraphHealth:
    """Keeps the newest word of every part."""

    def __init__(self, stale_after: float = 3.0) -> None:
        """
        Args:
            stale_after: who is silent for longer is not well [s]; all speak once a second.
        """
        self._stale_after = stale_after
        self._parts: dict[tuple[str, str], tuple[float, PartHealth]] = {}

    def take(self, part: PartHealth, now: float) -> None:
        """A part has spoken at `now` [s]."""
        self._parts[part.node, part.part] = (now, part)

    def parts(self, now: float) -> tuple[PartHealth, ...]:
        """All parts, by node; those that are silent are stale."""
        return tuple(
            part if now - heard <= self._stale_after else self._silent(part, now - heard)
            for _, (heard, part) in sorted(self._parts.items())
        )

    def _silent(self, part: PartHealth, seconds: float) -> PartHealth:
        text = f"silent for {seconds:.0f} s; before: {part.text}"
        return PartHealth(part.node, part.part, Level.STALE, text, part.values)


def worst(parts: Iterable[PartHealth]) -> Level:
    """The level of the whole."""
    return max((part.level for part in parts), default=Level.OK)
