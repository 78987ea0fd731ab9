"""Brings together what belongs to one tick but comes apart: reference, torques, and the state after it."""

from collections.abc import Callable

from biped_control.motion.reference import Reference
from biped_control.robot.state import FloatArray, State

_KEPT = 16  # ticks; what is older has lost a message and never becomes complete


class TickJoin:
    """Hands out every tick of which everything has arrived, once; repeated messages change nothing."""

    def __init__(self, complete: Callable[[int, Reference, FloatArray, State], object]) -> None:
        """
        Args:
            complete: takes tick, what was followed in it, (nu,) torques [N m], and the state that it led to.
        """
        self._complete = complete
        self.forget()

    def forget(self) -> None:
        """Starts anew."""
        self._references: dict[int, Reference] = {}
        self._torques: dict[int, FloatArray] = {}
        self._states: dict[int, State] = {}
        self._done = -1

    def reference(self, tick: int, reference: Reference) -> None:
        """What is to be followed in `tick`."""
        self._references[tick] = reference
        self._match(tick)

    def torques(self, tick: int, torques: FloatArray) -> None:
        """What is applied in `tick`."""
        self._torques[tick] = torques
        self._match(tick)

    def state(self, tick: int, state: State) -> None:
        """The state at the beginning of `tick`, which is the end of the one before."""
        self._states[tick - 1] = state
        self._match(tick - 1)

    def _match(self, tick: int) -> None:
        parts = (self._references, self._torques, self._states)
        if tick > self._done and all(tick in part for part in parts):
            self._done = tick
            self._complete(tick, self._references[tick], self._torques[tick], self._states[tick])
        for part in parts:
            for old in [kept for kept in part if kept <= max(self._done, tick - _KEPT)]:
                del part[old]
