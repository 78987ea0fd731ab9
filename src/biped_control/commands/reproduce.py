"""`biped reproduce`: what is claimed, measured anew."""

import sys
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table as RichTable

from biped_control.atomic_write import can_be_written, takes_files
from biped_control.commands.options import RecipesOption
from biped_control.commands.output import JsonOption, output_to
from biped_control.commands.progress import announcements
from biped_control.commands.task_display import TaskDisplay
from biped_control.errors import ConfigurationError

if TYPE_CHECKING:
    from biped_control.analysis.reproduction.run import Reproduced
    from biped_control.analysis.reproduction.table import Illustrated, Row

_DOCUMENT = Path("docs/reproduction.md")


def reproduce(
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE",
            help="steering, muico-fig3, muico-table4, muico-60hz, muico-stairs, muico-horizon, robustness, "
            "jain-tracking, jain-pushes or jain-edits.",
        ),
    ],
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="A minute or so: a look, nothing to quote; written only with --document."
        ),
    ] = False,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", help="Simulated minutes of each long run. Default: the table's."),
    ] = None,
    seeds: Annotated[
        str | None, typer.Option(metavar="N,N,...", help="Seeds of the long runs. Default: the table's.")
    ] = None,
    document: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where to write it. Default: docs/reproduction.md, if there is a folder docs.",
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Tasks at a time. Default: one a core.")
    ] = None,
    recipes: RecipesOption = None,
    json_file: JsonOption = None,
) -> None:
    """Measure what is claimed, and say whether it holds.

    Each row is a claim: a published number, or what this project demands of itself,
    with what was found on this machine. A claim that does not hold is a result; the
    status is 1 only where something could not be measured. A section of the document
    is written anew; all others stay as they are.

    [bold]Examples[/bold]

    \b
    biped reproduce steering --quick
    biped reproduce steering --minutes 30 --seeds 1,2,3 --json steering.json
    biped reproduce muico-fig3

    [bold]JSON keys[/bold]: table, title, rows[] with what, paper (the claim), ours, holds
    (null: not measured), numbers{}; seconds, machine, versions, options, document,
    failures[] (task, problem).
    """
    from biped_control.analysis.bench.machine import describe_machine, describe_versions
    from biped_control.analysis.reproduction.document import require_place, section, write_section
    from biped_control.analysis.reproduction.run import reproduce as measure
    from biped_control.analysis.reproduction.table import Extent, Illustrated
    from biped_control.analysis.reproduction.tables import table_named
    from biped_control.commands.steering_library import use_recipes

    use_recipes(recipes)
    chosen = table_named(table, Extent(quick, minutes, None if seeds is None else _numbers(seeds)))
    target = _target(document, quick)
    if target is not None:
        require_place(target, chosen.name)
    pictures = _pictures(target) if target and isinstance(chosen, Illustrated) else Path()
    with output_to(json_file) as output:
        with announcements() as announce:
            chosen.ready(announce)
        with TaskDisplay(chosen.title, "measured") as display:
            found = measure(chosen, jobs, display)
        output.show(_table(found.rows))
        failures = [{"task": name, "problem": problem} for name, problem in found.failures.items()]
        output.result = {
            "table": chosen.name,
            "title": chosen.title,
            "rows": [row.as_json() for row in found.rows],
            "seconds": round(found.seconds, 1),
            "machine": describe_machine(),
            "versions": describe_versions(),
            "options": {"quick": quick, "minutes": minutes, "seeds": seeds or "", "jobs": jobs},
            "document": str(target) if target else None,
            "failures": failures,
        }
    if target is not None:
        command = _command(chosen.name, quick, minutes, seeds or "")
        more = _illustrated(chosen, found, pictures) if isinstance(chosen, Illustrated) else ""
        text = section(chosen.title, chosen.method, found.rows, _measured(command, found), more)
        write_section(target, chosen.name, text)
        output.show(f"written to {target}")
    for failure in failures:
        print(f"biped: {failure['task']}: {' '.join(failure['problem'].split())}", file=sys.stderr)
    if failures:
        raise typer.Exit(1)


def _target(document: Path | None, quick: bool) -> Path | None:
    if document is None and (quick or not _DOCUMENT.parent.is_dir()):
        return None
    target = document or _DOCUMENT
    if not can_be_written(target):
        raise typer.BadParameter(
            f"--document {target}: expected a file in an existing folder that can be written"
        )
    return target


def _pictures(document: Path) -> Path:
    """Folder of the pictures beside a document; what they need is looked for before anything is measured."""
    folder = document.parent / "images"
    if find_spec("matplotlib") is None:
        raise ConfigurationError("the pictures of this table need matplotlib; run `pip install matplotlib`")
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise ConfigurationError(
            f"{folder}: cannot be made ({error}); expected a folder for pictures"
        ) from error
    if not takes_files(folder):
        raise ConfigurationError(f"{folder}: cannot be written; expected a folder for pictures")
    return folder


def _illustrated(table: "Illustrated", found: "Reproduced", pictures: Path) -> str:
    try:
        return table.illustrate(found.results, pictures)
    except OSError as error:
        raise ConfigurationError(f"{pictures}: a picture cannot be written ({error.strerror})") from error


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"'{text}': expected whole numbers such as 1,2,3") from None


def _command(table: str, quick: bool, minutes: float | None, seeds: str) -> str:
    """What makes the same section again."""
    words = ["biped reproduce", table]
    words += ["--quick"] if quick else []
    words += [] if minutes is None else [f"--minutes {minutes:g}"]
    words += [f"--seeds {seeds}"] if seeds else []
    return " ".join(words)


def _measured(command: str, found: "Reproduced") -> str:
    from biped_control.analysis.bench.machine import describe_machine, describe_versions

    machine, version = describe_machine(), describe_versions()["biped"]
    took = f"{found.seconds:.0f} seconds" if found.seconds < 120.0 else f"{found.seconds / 60.0:.0f} minutes"
    line = (
        f"Measured on {datetime.now():%Y-%m-%d} with version {version} in {took} "
        f"on {machine['cores']} cores ({machine['processor']}): `{command}`."
    )
    problems = [f"- {name}: {' '.join(problem.split())}" for name, problem in found.failures.items()]
    return "\n".join([line, *(["", "Not measured:", "", *problems] if problems else [])])


def _table(rows: "Any") -> RichTable:
    table = RichTable(box=None, pad_edge=False)
    for title in ("what", "claimed", "found"):
        table.add_column(title, overflow="fold")
    table.add_column("holds", no_wrap=True)
    for row in rows:
        table.add_row(row.what, row.paper, row.ours, _holds(row))
    return table


def _holds(row: "Row") -> str:
    return "-" if row.holds is None else "yes" if row.holds else "NO"
