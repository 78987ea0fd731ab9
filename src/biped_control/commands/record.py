"""`biped record`: all topics of a running walk in one file."""

import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Annotated, Any

import typer

from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements
from biped_control.commands.tables import value_table
from biped_control.errors import GraphError


def record(
    file: Annotated[Path | None, typer.Argument(metavar="FILE.mcap", help="New file.")] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="Seconds on the clock. Without it: until Ctrl-C.")
    ] = None,
    json_file: JsonOption = None,
) -> None:
    """Record all topics of a walk to an MCAP file.

    Listens to the walk that runs on this machine, or in the domain of
    ROS_DOMAIN_ID if that is set. Nobody waits for it. Foxglove, PlotJuggler and
    `ros2 bag` read the file; it has its name only once it is complete.

    [bold]Examples[/bold]

    \b
    biped record                       biped-<date>-<time>.mcap, until Ctrl-C
    biped record turn.mcap --seconds 20

    [bold]JSON keys[/bold]: file, domain, seconds, messages, topics[], not_recorded{topic: why}
    """
    if seconds is not None and not seconds > 0.0:
        raise GraphError(f"--seconds {seconds:g}: expected more than 0 (leave it out to record until Ctrl-C)")
    path = file or Path(f"{datetime.now():biped-%Y%m%d-%H%M%S}.mcap")
    if path.suffix != ".mcap":
        raise GraphError(f"{path}: expected a name that ends in .mcap")
    with output_to(json_file) as output, announcements() as announce, _stop_signals() as stop:

        def go_on(so_far: float, messages: int) -> bool:
            announce(f"recording {path}", f"{so_far:.1f} s, {messages} messages")
            return not stop.is_set() and (seconds is None or so_far < seconds)

        output.result = _record(path, go_on)
        output.show(_table(output.result))


def _record(path: Path, go_on: Any) -> dict[str, object]:
    try:
        from biped_control.nodes.recording_run import record as record_topics
        from biped_control.nodes.running_graph import domain_to_join
    except ImportError as error:
        raise GraphError(
            f"ROS 2 cannot be imported ({error}); run `make env`, and `biped doctor` to see what is missing"
        ) from error
    return record_topics(path, domain_to_join(os.environ), go_on)


def _table(result: Mapping[str, Any]) -> Any:
    rows = {
        "file": str(result["file"]),
        "recorded": f"{result['messages']} messages in {result['seconds']:.1f} s",
        "topics": ", ".join(result["topics"]),
    }
    rows |= {f"not {topic}": str(problem) for topic, problem in result["not_recorded"].items()}
    return value_table(rows)


@contextmanager
def _stop_signals() -> Iterator[Event]:
    """An event that whatever ends the command sets: the file must be completed first."""
    stop = Event()

    def note(number: int, frame: FrameType | None) -> None:
        stop.set()

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    previous = {number: signal.signal(number, note) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
