"""What a table of claims is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from biped_control.analysis.assembly import Announce
from biped_control.analysis.parallel.worker_pool import Work


@dataclass(frozen=True)
class Extent:
    """How thoroughly to measure. What is None is up to the table.

    Attributes:
        quick: about a minute for all of it: a look, nothing to quote.
        minutes: simulated time of each long run.
        seeds: of the long runs.
    """

    quick: bool = False
    minutes: float | None = None
    seeds: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Row:
    """A claim and what was found.

    Attributes:
        what: is measured.
        paper: the claim: a published number, or what the project demands of itself.
        ours: what was found, in words.
        holds: whether that bears the claim out; None where nothing was found.
        numbers: what was found, for programs.
    """

    what: str
    paper: str
    ours: str
    holds: bool | None
    numbers: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The documented keys."""
        return {
            "what": self.what,
            "paper": self.paper,
            "ours": self.ours,
            "holds": self.holds,
            "numbers": dict(self.numbers),
        }


class Table(Protocol):
    """Claims that belong together. To add one: a file with its class, and a line in `tables.py`."""

    @property
    def name(self) -> str:
        """By which users ask for it."""

    @property
    def title(self) -> str:
        """Heading in the document."""

    @property
    def method(self) -> str:
        """How it is measured, for people: one or more paragraphs of Markdown."""

    @property
    def tasks(self) -> Sequence[str]:
        """Names of what can be measured side by side, in the order in which it is begun."""

    def ready(self, announce: Announce) -> None:
        """Called once, before processes are started: builds clips and kernels that are not there yet."""

    def prepare(self) -> Work:
        """Called once in each process, with a pickled table; what it returns gets names of tasks."""

    def rows(self, results: Mapping[str, Any]) -> Sequence[Row]:
        """The claims, given the results of all tasks that could be done, by name."""


@runtime_checkable
class Illustrated(Protocol):
    """A table with more to show than claims."""

    def illustrate(self, results: Mapping[str, Any], folder: Path) -> str:
        """Markdown that comes after the claims, given the same results. Pictures go into the folder."""
