"""What every command puts out: tables for people, `--json FILE` for programs."""

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, RenderableType

from biped_control.atomic_write import atomic_write, can_be_written
from biped_control.errors import ConfigurationError

STANDARD_OUTPUT = "-"

JsonOption = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE", help="Write the result as JSON to FILE; `-` is standard output."),
]


class Output:
    """Where the results of one command go.

    Attributes:
        result: the documented JSON keys; written when the command has succeeded.
    """

    def __init__(self, target: str | None) -> None:
        self.result: Mapping[str, object] = {}
        self._for_people = target != STANDARD_OUTPUT

    def show(self, content: RenderableType) -> None:
        """Prints for people; nothing when standard output belongs to the JSON.

        A text stays one line however narrow the terminal is, so that a path in it can be copied.
        """
        if self._for_people:
            Console(highlight=False).print(content, soft_wrap=isinstance(content, str))


@contextmanager
def output_to(target: str | None) -> Iterator[Output]:
    """The output of a command with option `--json target`.

    A file is checked before the work begins and replaced only by a complete one. With `-` everything that is
    printed meanwhile, also by engines written in C++ and by other processes, goes to standard error.

    Raises:
        ConfigurationError: the file cannot be written.
    """
    output = Output(target)
    if target == STANDARD_OUTPUT:
        with _standard_output_on_standard_error():
            yield output
        sys.stdout.write(_as_json(output.result))
        sys.stdout.flush()
        return
    if target is not None:
        _require_writable(target)
    yield output
    if target is not None:
        _replace(Path(target), _as_json(output.result))


def _as_json(content: Mapping[str, object]) -> str:
    return json.dumps(content, indent=2, allow_nan=False) + "\n"  # NaN is no JSON and no result


@contextmanager
def _standard_output_on_standard_error() -> Iterator[None]:
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _require_writable(target: str) -> None:
    if not can_be_written(Path(target)):
        raise ConfigurationError(
            f"--json {target}: cannot be written; expected a file in an existing, writable folder, or `-`"
        )


def _replace(path: Path, text: str) -> None:
    path = path.resolve()  # a link stays a link
    try:
        if path.exists() and not path.is_file():  # a device or a pipe cannot be replaced, only written to
            path.write_text(text, encoding="utf-8")
            return
        with atomic_write(path) as unfinished:
            unfinished.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"--json {path}: cannot be written ({error.strerror})") from error
