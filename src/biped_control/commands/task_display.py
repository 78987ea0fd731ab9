"""Shows many tasks that run side by side: one bar for all, and a line for each that is running."""

from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from biped_control.analysis.parallel.ordered_tasks import Outcome


class TaskDisplay:
    """On a terminal lines that move; in a log one line for each task that has ended.

    A context manager, and a `Watch` of `analysis.parallel.ordered_tasks`.
    """

    def __init__(self, what: str, done: str) -> None:
        """
        Args:
            what: what all of it is, beside the bar.
            done: what has been done with each, for the log.
        """
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)
        self._overall = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        )
        self._running = Progress(TextColumn("  {task.description}"), TimeElapsedColumn())
        both = Group(self._overall, self._running)
        self._live = Live(both, console=self._console, transient=True, refresh_per_second=4)
        self._all = self._overall.add_task(what, total=None)
        self._done, self._lines = done, dict[str, TaskID]()

    def __enter__(self) -> "TaskDisplay":
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def planned(self, count: int) -> None:
        """There are so many tasks."""
        self._overall.update(self._all, total=count)

    def begun(self, name: str) -> None:
        """A task has begun."""
        self._lines[name] = self._running.add_task(name, total=None)

    def told(self, name: str, how_far: str) -> None:
        """A running task says how far it is."""
        self._running.update(self._lines[name], description=f"{name}: {how_far}" if how_far else name)

    def ended(self, name: str, outcome: "Outcome") -> None:
        """A task is done, has failed or will not be done."""
        if name in self._lines:
            self._running.remove_task(self._lines.pop(name))
        self._overall.advance(self._all)
        if not self._console.is_terminal:
            overall = self._overall.tasks[0]
            result = self._done if outcome.done else "skipped" if outcome.skipped else "failed"
            self._console.print(f"biped: {name}: {result} ({overall.completed:.0f} of {overall.total:.0f})")
