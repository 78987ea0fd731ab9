"""Going over from one part of the controller to another without a step."""

from typing import Generic, TypeVar

FADE_TICKS = 30
"""A quarter of a second at the usual rate. Two parts whose torques lie within the effort limits differ by at
most twice the limit, so the change moves no torque by more than a fifteenth of its limit in a tick."""

Part = TypeVar("Part")


class Crossfade(Generic[Part]):
    """The part in use and, for a while after a change, the one before it, with falling weight.

    Attributes:
        newest: the part in use, or gone over to.
    """

    def __init__(self, part: Part, ticks: int = FADE_TICKS) -> None:
        """
        Args:
            part: what to begin with.
            ticks: how long a change takes.
        """
        self.newest = part
        self._ticks = ticks
        self._leaving: Part | None = None
        self._wanted: Part | None = None
        self._faded = 0

    def change_to(self, part: Part) -> None:
        """Begins to go over to another part; of several during one change only the last one is remembered."""
        self._wanted = part
        self._begin_next()

    def finish(self) -> None:
        """The last part that was wanted is in use from now on: nothing moves that could step."""
        if self._wanted is not None:
            self.newest = self._wanted
        self._leaving = self._wanted = None

    def next_tick(self) -> list[tuple[float, Part]]:
        """The parts to ask in this tick, with weights that add up to one. Call it once a tick."""
        if self._leaving is None:
            return [(1.0, self.newest)]
        self._faded += 1
        if self._faded < self._ticks:
            share = self._faded / self._ticks
            return [(1.0 - share, self._leaving), (share, self.newest)]
        arrived, self._leaving = self.newest, None
        self._begin_next()
        return [(1.0, arrived)]

    def _begin_next(self) -> None:
        if self._leaving is not None or self._wanted is None:
            return
        wanted, self._wanted = self._wanted, None
        if wanted is not self.newest:
            self._leaving, self.newest, self._faded = self.newest, wanted, 0
