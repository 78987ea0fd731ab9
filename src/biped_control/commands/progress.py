"""Progress of work that takes longer than a moment, on standard error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(what: str, total: float) -> Iterator[Callable[[float], None]]:
    """A bar while the block runs; nothing at all when standard error is no terminal.

    Args:
        what: what is going on.
        total: amount of work.

    Yields:
        A function that takes the amount of work done so far and redraws the bar. Nothing is drawn in between:
        a thread that draws would disturb what is being timed.
    """
    with _bar(BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), redraw=False) as bar:
        task = bar.add_task(what, total=total)

        def show(done: float) -> None:
            bar.update(task, completed=done, refresh=True)

        yield show


@contextmanager
def announcements() -> Iterator[Callable[[str, str], None]]:
    """Tells what is going on while the block runs, when nobody knows how long it takes.

    Yields:
        A function that takes what is going on, and how far it is. A terminal shows both beside a moving bar;
        a log gets one line for each thing that goes on.
    """
    with _bar(BarColumn(), redraw=True) as bar:
        task = bar.add_task("", total=None, visible=False)
        told: list[str] = []

        def announce(what: str, how_far: str) -> None:
            bar.update(task, description=f"{what}: {how_far}" if how_far else what, visible=True)
            if bar.disable and what not in told:
                told.append(what)
                bar.console.print(f"biped: {what}")

        yield announce


@contextmanager
def optimization_progress() -> Iterator[Callable[[str, float], None]]:
    """Tells how far the optimization of a capture is; its other parts are too short to be told.

    Yields:
        What `import_capture` wants to be given.
    """
    with announcements() as announce:

        def show(doing: str, share: float) -> None:
            if doing == "optimizing":
                announce("optimizing the motion", f"{share:.0%}")

        yield show


def _bar(*columns: BarColumn | TaskProgressColumn | TimeRemainingColumn, redraw: bool) -> Progress:
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    return Progress(
        TextColumn("{task.description}"),
        *columns,
        console=console,
        transient=True,
        auto_refresh=redraw,
        disable=not console.is_terminal,
    )
