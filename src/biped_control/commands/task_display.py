"""Shows many tasks that run side by side: one bar for all, and a line for each that is running."""

from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from biped_control.analysis.ordered_tasks import Outcome


class TaskDisplay:
    """On a terminal lines that move; in a log one line for each task that has ended.

    A context manager, and a `Watch` of `analysis.ordered_tasks`.
    """

    def __init__(self, what: str, doing: str) -> None:
        """
        Args:
            what: what all of it is, beside the bar.
            doing: what is done with each, for the log: `building` and the name.
        """
        console = Console(stderr=True, highlight=False, soft_wrap=True)
        self._doing, self._lines = doing, dict[str, TaskID]()
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._all = self._progress.add_task(what, total=None)
        self._count = 0

    def __enter__(self) -> "TaskDisplay":
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def planned(self, count: int) -> None:
        """There are so many tasks."""
        self._count = count
        self._progress.update(self._all, total=count)

    def begun(self, name: str) -> None:
        """A task has begun."""
        self._lines[name] = self._progress.add_task(f"  {name}", total=None)

    def told(self, name: str, how_far: str) -> None:
        """A running task says how far it is."""
        self._progress.update(
            self._lines[name], description=f"  {name}: {how_far}" if how_far else f"  {name}"
        )

    def ended(self, name: str, outcome: "Outcome") -> None:
        """A task is done, has failed or will not be done."""
        if name in self._lines:
            self._progress.remove_task(self._lines.pop(name))
        self._progress.advance(self._all)
        if self._progress.disable:
            done = f"{self._progress.tasks[0].completed:.0f} of {self._count}"
            result = "" if outcome.done else ", skipped" if outcome.skipped else ", failed"
            self._progress.console.print(f"biped: {self._doing} '{name}' ({done}{result})")
