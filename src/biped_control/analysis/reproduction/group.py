"""Results of the tasks that one claim is judged by, and how many of them are missing."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from biped_control.analysis.reproduction.table import Row

Result = TypeVar("Result")

Finding = tuple[str, bool | None, Mapping[str, object]]
"""What was found in words, whether it bears the claim out (None: it says nothing), and for programs."""


@dataclass(frozen=True)
class Group(Generic[Result]):
    """Some tasks of a table.

    Attributes:
        results: of those that could be done.
        missing: number of the others.
    """

    results: Sequence[Result]
    missing: int = 0

    @classmethod
    def of(cls, names: Sequence[str], results: Mapping[str, Result], prefix: str) -> "Group[Result]":
        """The tasks whose names begin so.

        Args:
            names: of all tasks of the table.
            results: of those that could be done, by name.
            prefix: of the names.
        """
        mine = [name for name in names if name.startswith(prefix)]
        done = [results[name] for name in mine if name in results]
        return cls(done, len(mine) - len(done))

    def row(self, what: str, paper: str, found: Callable[[Sequence[Result]], Finding]) -> Row:
        """Judges a claim by the results; what is missing can only refute it, not bear it out."""
        if not self.results:
            return Row(what, paper, "not measured", None)
        ours, holds, numbers = found(self.results)
        if self.missing:
            ours += f" ({self.missing} of {self.missing + len(self.results)} runs could not be done)"
        return Row(what, paper, ours, None if holds and self.missing else holds, numbers)
