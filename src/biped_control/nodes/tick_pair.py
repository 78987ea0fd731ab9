"""Brings two streams of messages together by the number of their tick."""

from collections.abc import Callable
from typing import Generic, TypeVar

First = TypeVar("First")
Second = TypeVar("Second")
Answer = TypeVar("Answer")


class TickPair(Generic[First, Second, Answer]):
    """Answers once for every tick whose two inputs have arrived, in whatever order.

    An input that arrives again (its sender heard no answer) gets the same answer again, not a new one: so
    nothing depends on how often a message was sent. Only the newest input of each stream is kept.
    """

    def __init__(
        self, compute: Callable[[int, First, Second, bool], Answer], publish: Callable[[Answer], object]
    ) -> None:
        """
        Args:
            compute: answer from tick, both inputs, and whether a new run begins with this tick.
            publish: takes every answer.
        """
        self._compute = compute
        self._publish = publish
        self._first: tuple[int, First] | None = None
        self._second: tuple[int, Second] | None = None
        self._answered: tuple[int, Answer] | None = None

    def first(self, tick: int, value: First) -> None:
        """Takes an input of the first stream."""
        self._first = (tick, value)
        self._match()

    def second(self, tick: int, value: Second) -> None:
        """Takes an input of the second stream."""
        self._second = (tick, value)
        self._match()

    def forget(self) -> None:
        """Starts anew."""
        self._first = self._second = self._answered = None

    def _match(self) -> None:
        if self._first is None or self._second is None or self._first[0] != self._second[0]:
            return
        tick = self._first[0]
        if self._answered is None or self._answered[0] != tick:
            begins = self._answered is None or tick < self._answered[0]
            self._answered = (tick, self._compute(tick, self._first[1], self._second[1], begins))
        self._publish(self._answered[1])
